// The viewer before there is anything to see: what will be here, and three things to try in any folder.
import { keyWords } from '../actions/shortcuts.ts'
import { isMac, useActions } from '../actions/window-actions.tsx'
import { useRoom } from '../store/use-room.tsx'
import { useAsk } from '../talk/ask-context.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

const examples: readonly { words: string; gives: string; icon: IconName }[] = [
  { words: 'summarise this folder', gives: 'what is here, in one page', icon: 'markdown' },
  { words: 'find TODO', gives: 'every place, ready to open', icon: 'search' },
  { words: 'what can you do', gives: 'all that can be asked for', icon: 'speech' },
]

export function EmptyViewer() {
  const { ask } = useAsk()
  const { run } = useActions()
  const connected = useRoom(({ connection }) => connection.tag === 'connected')
  return (
    <div className="empty-viewer">
      <Icon name="speech" size={44} />
      <h2>Ask, and look here.</h2>
      <p>Files, changes and search results open in this space while the agent answers. Try one of these:</p>
      <ul className="examples">
        {examples.map(({ words, gives, icon }) => (
          <li key={words}>
            <button type="button" className="example" disabled={!connected} onClick={() => ask(words)}>
              <Icon name={icon} size={15} />
              <span className="example-words">“{words}”</span>
              <span className="example-gives">{gives}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="empty-keys">
        <button type="button" className="text-button" onClick={() => run('palette.open')}>
          All commands <kbd>{keyWords('Mod+Shift+P', isMac)}</kbd>
        </button>
        <button type="button" className="text-button" onClick={() => run('shortcuts.open')}>
          Keys <kbd>?</kbd>
        </button>
      </p>
    </div>
  )
}
