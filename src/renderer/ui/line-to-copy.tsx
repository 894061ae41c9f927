// One thing to be entered somewhere else: its name, its text, and a button that copies it. Stands in a list of such lines.
import { CopyButton } from './copy-button.tsx'

interface Props {
  name: string
  text: string
  /** Shown to its end, on more than one line if need be; otherwise as much as fits. */
  whole?: boolean
}

export function LineToCopy({ name, text, whole = false }: Props) {
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
