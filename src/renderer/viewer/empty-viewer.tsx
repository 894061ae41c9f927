// The viewer while there are no artifacts: what it is for, and examples that work in any folder.
import { keyLabel } from '../actions/shortcuts.ts'
import { isMac, useActions } from '../actions/window-actions.tsx'
import { useRoom } from '../store/use-room.tsx'
import { useAsk } from '../talk/ask-context.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

const examples: readonly { text: string; gives: string; icon: IconName }[] = [
  { text: 'summarise this folder', gives: 'its contents on one page', icon: 'markdown' },
  { text: 'find TODO', gives: 'all places, ready to open', icon: 'search' },
  { text: 'review the changes', gives: 'hunk by hunk, in words', icon: 'diff' },
  { text: 'what can you do', gives: 'everything you can ask for', icon: 'speech' },
]

export function EmptyViewer() {
  const { ask } = useAsk()
  const { run } = useActions()
  const connected = useRoom(({ connection }) => connection.tag === 'connected')
  return (
    <div className="empty-viewer">
      <Icon name="speech" size={44} />
      <h2>Ask a question; results open here.</h2>
      <p>Files, changes and search results open here while the agent answers. Try one of these:</p>
      <ul className="examples">
        {examples.map(({ text, gives, icon }) => (
          <li key={text}>
            <button type="button" className="example" disabled={!connected} onClick={() => ask(text)}>
              <Icon name={icon} size={15} />
              <span className="example-text">“{text}”</span>
              <span className="example-gives">{gives}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="empty-keys">
        <button type="button" className="text-button" onClick={() => run('palette.open')}>
          All commands <kbd>{keyLabel('Mod+Shift+P', isMac)}</kbd>
        </button>
        <button type="button" className="text-button" onClick={() => run('shortcuts.open')}>
          Keys <kbd>?</kbd>
        </button>
      </p>
    </div>
  )
}
