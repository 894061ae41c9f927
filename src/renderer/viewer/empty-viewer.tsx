// The viewer before there is anything to see: what will be here, and three things to try.
import { useAsk } from '../talk/ask-context.tsx'
import { Icon } from '../ui/icon.tsx'

const examples = ['open README.md', 'find TODO', 'show the changes'] as const

export function EmptyViewer() {
  const { ask } = useAsk()
  return (
    <div className="empty-viewer">
      <Icon name="speech" size={44} />
      <h2>Ask, and look here.</h2>
      <p>Files, changes and search results open in this space while the agent answers.</p>
      <ul className="examples">
        {examples.map((example) => (
          <li key={example}>
            <button type="button" className="example" onClick={() => ask(example)}>
              “{example}”
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
