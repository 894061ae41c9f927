// The palette: all commands and the artifacts shown last, found by a few letters.
import { useState, type ReactNode } from 'react'
import { commands, paletteCommands } from '../../core/commands/commands.ts'
import { keyLabel } from '../actions/shortcuts.ts'
import { isMac, useActions } from '../actions/window-actions.tsx'
import { useApp, useConversation } from '../store/use-room.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { PickList, type PickItem } from '../ui/pick-list.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { kinds } from '../../core/artifacts/kinds/kinds.ts'
import { iconOf } from '../viewer/artifact-views.tsx'
import { fullTitle } from '../viewer/tab-labels.ts'
import { useAgentEntries } from './agent-entries.ts'
import { fuzzyFilter } from './fuzzy.ts'

const RECENT = 12

interface Entry {
  id: string
  searchText: string
  group: string
  content: ReactNode
  pick: () => void
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="pick-keys">
      {keys.map((one) => (
        <kbd key={one}>{keyLabel(one, isMac)}</kbd>
      ))}
    </span>
  )
}

/** With `shortcuts`, it lists only the commands that have a key. */
export function Palette({ shortcuts = false }: { shortcuts?: boolean }) {
  const { store } = useApp()
  const { run, close } = useActions()
  const artifacts = useConversation((conversation) => conversation.artifacts)
  const [typed, setTyped] = useState(shortcuts ? '?' : '')
  const onlyKeys = typed.startsWith('?')
  const query = onlyKeys ? typed.slice(1) : typed

  const listed = paletteCommands(commands)
    .filter(({ id, keys }) => (onlyKeys ? keys.length > 0 : id !== 'palette.open'))
    .map(({ id, title, group, keys }): Entry => ({
      id,
      searchText: `${title} ${group}`,
      group,
      pick: () => run(id),
      content: (
        <>
          <span className="pick-title">{title}</span>
          <Keys keys={keys} />
        </>
      ),
    }))
  const shown = onlyKeys
    ? []
    : artifacts
        .slice(query === '' ? -RECENT : 0)
        .toReversed()
        .map(({ artifact, source }): Entry => {
          const title = fullTitle(artifact)
          return {
            id: `artifact ${artifact.id}`,
            searchText: `${title} ${kinds.of(artifact).name} ${source ?? ''}`,
            group: 'Recently shown',
            pick: () => store.dispatch({ type: 'tab.selected', id: artifact.id }),
            content: (
              <>
                <Icon name={iconOf(artifact)} size={14} />
                <span className="pick-title">
                  <VisibleText text={title} kind="line" />
                </span>
                <span className="pick-detail">
                  {kinds.of(artifact).name}
                  {source ? `, from ${source}` : ''}
                </span>
              </>
            ),
          }
        })
  const agents = useAgentEntries().map(({ id, title, detail, pick }): Entry => ({
    id,
    searchText: `${title} Agent`,
    group: 'Agent',
    pick,
    content: (
      <>
        <span className="pick-title">
          <VisibleText text={title} kind="line" />
        </span>
        {detail ? (
          <span className="pick-detail pick-detail-long">
            <VisibleText text={detail} kind="line" />
          </span>
        ) : null}
      </>
    ),
  }))
  const found = fuzzyFilter(
    query,
    [...listed, ...(onlyKeys ? [] : agents), ...shown],
    ({ searchText }) => searchText,
  )
  const items = found.map(({ id, content, group }, index): PickItem => ({
    id,
    content,
    // A search ranks entries by how well they match, across groups.
    heading: query === '' && found[index - 1]?.group !== group ? group : undefined,
  }))
  return (
    <Dialog label={onlyKeys ? 'Keyboard shortcuts' : 'Commands'} className="palette" onClose={close}>
      <PickList
        label={onlyKeys ? 'Keyboard shortcuts' : 'Commands'}
        placeholder="Type a command or the name of a tab. ? lists the keys."
        query={typed}
        onQuery={setTyped}
        items={items}
        nothing="No command or tab matches."
        onPick={(id) => {
          close()
          // Wait until the dialog is closed and the focus is back where it was.
          const entry = found.find((one) => one.id === id)
          queueMicrotask(() => entry?.pick())
        }}
      />
    </Dialog>
  )
}
