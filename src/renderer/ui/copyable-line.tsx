// A list item with a name, a text to enter elsewhere, and a button that copies it.
import { CopyButton } from './copy-button.tsx'

interface Props {
  name: string
  text: string
  /** Wraps the text instead of cutting it off. */
  whole?: boolean
}

export function CopyableLine({ name, text, whole = false }: Props) {
  return (
    <div className="line-to-copy">
      <dt>{name}</dt>
      <dd>
        <code className={whole ? 'line-whole' : ''}>{text}</code>
        <CopyButton text={text} label={`Copy the ${name.toLowerCase()}`} />
      </dd>
    </div>
  )
}
