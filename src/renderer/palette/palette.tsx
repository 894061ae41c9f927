// All that can be done in the window, and all that was shown lately, by a few letters.
import { useState, type ReactNode } from 'react'
import { actionIds, actionTable, keyWords, type ActionId } from '../actions/shortcuts.ts'
import { isMac, useActions } from '../actions/window-actions.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { PickList, type PickItem } from '../ui/pick-list.tsx'
import { kindIcons, kindNames } from '../viewer/artifact-view.tsx'
import { fullTitle } from '../viewer/tab-labels.ts'
import { fuzzyFilter } from './fuzzy.ts'

const RECENT = 12

interface Entry {
  id: string
  words: string
  group: string
  content: ReactNode
  pick: () => void
}

function Keys({ id }: { id: ActionId }) {
  return (
    <span className="pick-keys">
      {actionTable[id].keys.map((keys) => (
        <kbd key={keys}>{keyWords(keys, isMac)}</kbd>
      ))}
    </span>
  )
}

/** `shortcuts` shows only what has a key, as a list to learn from. */
export function Palette({ shortcuts = false }: { shortcuts?: boolean }) {
  const { store } = useApp()
  const { run, close } = useActions()
  const artifacts = useRoom((state) => state.artifacts)
  const [typed, setTyped] = useState(shortcuts ? '?' : '')
  const onlyKeys = typed.startsWith('?')
  const query = onlyKeys ? typed.slice(1) : typed

  const actions = actionIds
    .filter((id) => (onlyKeys ? actionTable[id].keys.length > 0 : id !== 'palette.open'))
    .map((id): Entry => {
      const { title, group } = actionTable[id]
      return {
        id,
        words: `${title} ${group}`,
        group,
        pick: () => run(id),
        content: (
          <>
            <span className="pick-title">{title}</span>
            <Keys id={id} />
          </>
        ),
      }
    })
  const shown = onlyKeys
    ? []
    : artifacts
        .slice(query === '' ? -RECENT : 0)
        .toReversed()
        .map(({ artifact, source }): Entry => {
          const title = fullTitle(artifact)
          return {
            id: `artifact ${artifact.id}`,
            words: `${title} ${kindNames[artifact.kind]} ${source ?? ''}`,
            group: 'Shown lately',
            pick: () => store.dispatch({ type: 'tab.selected', id: artifact.id }),
            content: (
              <>
                <Icon name={kindIcons[artifact.kind]} size={14} />
                <span className="pick-title">{title}</span>
                <span className="pick-detail">
                  {kindNames[artifact.kind]}
                  {source ? `, from ${source}` : ''}
                </span>
              </>
            ),
          }
        })
  const found = fuzzyFilter(query, [...actions, ...shown], ({ words }) => words)
  const items = found.map(({ id, content, group }, index): PickItem => ({
    id,
    content,
    // Ranked by how well they match, they are no longer in groups.
    heading: query === '' && found[index - 1]?.group !== group ? group : undefined,
  }))
  return (
    <Dialog label={onlyKeys ? 'Keyboard shortcuts' : 'Commands'} className="palette" onClose={close}>
      <PickList
        label={onlyKeys ? 'Keyboard shortcuts' : 'Commands'}
        placeholder="Type a command or the name of something shown. ? for the keys"
        query={typed}
        onQuery={setTyped}
        items={items}
        nothing="Nothing here has those letters."
        onPick={(id) => {
          close()
          // Once the dialog is gone and the focus is back where it was.
          const entry = found.find((one) => one.id === id)
          queueMicrotask(() => entry?.pick())
        }}
      />
    </Dialog>
  )
}
