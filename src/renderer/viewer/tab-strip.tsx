// The row of tabs. It scrolls and never changes its height; hidden buttons in a tab keep their space.
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type WheelEvent } from 'react'
import type { Artifact } from '../../shared/artifacts.ts'
import '../styles/tabs.css'
import { useActions } from '../actions/window-actions.tsx'
import type { Arriving } from '../store/state.ts'
import { useApp } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { isModified } from '../ui/keyboard.ts'
import { VisibleText } from '../ui/visible-text.ts'
import { kinds } from '../../core/artifacts/kinds/kinds.ts'
import { iconOf } from './artifact-views.tsx'
import { fullTitle, tabLabels } from './tab-labels.ts'

export interface ShownTab {
  artifact: Artifact
  pinned: boolean
  /** Set while only the beginning of the artifact has arrived. */
  arriving: Arriving | undefined
  /** The client it came from, if it is from another conversation. */
  source: string | null
  /** It came from another conversation, and the user has not looked at it. */
  isNew: boolean
}

/** The drop position after the last tab. */
const END = ''

export const tabDomId = (id: string): string => `tab-${encodeURIComponent(id)}`
export const panelDomId = (id: string): string => `panel-${encodeURIComponent(id)}`

export function TabStrip({ tabs, active }: { tabs: readonly ShownTab[]; active: string | null }) {
  const { store } = useApp()
  const { run } = useActions()
  const strip = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  /** Where the dragged tab would go: before this one, or at the end. */
  const [dropBefore, setDropBefore] = useState<string | null>(null)
  const labels = tabLabels(tabs.map(({ artifact }) => artifact))

  // Keeps the active tab in view, even when the window gets narrower.
  useEffect(() => {
    const tab = active === null ? null : document.getElementById(tabDomId(active))?.parentElement
    const observer = new ResizeObserver(() => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    if (strip.current) observer.observe(strip.current)
    return () => observer.disconnect()
  }, [active])

  const close = (id: string): void => store.dispatch({ type: 'tab.closed', id })
  const go = (index: number): void => {
    const tab = tabs[(index + tabs.length) % tabs.length]
    if (!tab) return
    store.dispatch({ type: 'tab.selected', id: tab.artifact.id })
    document.getElementById(tabDomId(tab.artifact.id))?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, index: number, id: string): void => {
    if (isModified(event)) return
    if (event.key === 'ArrowRight') go(index + 1)
    else if (event.key === 'ArrowLeft') go(index - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(tabs.length - 1)
    else if (event.key === 'Delete') {
      // The focus moves to a neighbour first; it would be lost with the tab.
      const neighbour = tabs[index + 1] ?? tabs[index - 1]
      if (neighbour) document.getElementById(tabDomId(neighbour.artifact.id))?.focus()
      close(id)
    } else return
    event.preventDefault()
  }
  const placeOf = (event: DragEvent<HTMLElement>, index: number): string => {
    const box = event.currentTarget.getBoundingClientRect()
    const after = event.clientX > box.left + box.width / 2
    return tabs[after ? index + 1 : index]?.artifact.id ?? END
  }
  const onDragOver = (event: DragEvent<HTMLElement>, index: number): void => {
    if (dragged === null) return
    event.preventDefault()
    setDropBefore(placeOf(event, index))
  }
  const onDrop = (event: DragEvent<HTMLElement>, index: number): void => {
    event.preventDefault()
    if (dragged !== null) {
      // The drop position counts, not the last one rendered: a busy window renders late.
      const before = placeOf(event, index)
      store.dispatch({ type: 'tab.moved', id: dragged, before: before === END ? null : before })
    }
    setDragged(null)
    setDropBefore(null)
  }
  const onWheel = (event: WheelEvent): void => {
    if (strip.current && event.deltaX === 0) strip.current.scrollLeft += event.deltaY
  }

  return (
    <div className="tab-row">
      {/* The tab list owns only the tabs, not the buttons beside them. */}
      <div
        role="tablist"
        aria-label="Artifacts"
        aria-owns={tabs.map(({ artifact }) => tabDomId(artifact.id)).join(' ')}
      />
      <div ref={strip} className="tab-strip" onWheel={onWheel}>
        {tabs.map(({ artifact, pinned, source, isNew }, index) => {
          const { id, kind } = artifact
          const selected = id === active
          const label = labels[index] ?? ''
          const reach = selected ? 0 : -1
          return (
            <div
              key={id}
              role="presentation"
              className={[
                'tab',
                `tab-${kind}`,
                selected ? 'tab-active' : '',
                pinned ? 'tab-pinned' : '',
                isNew ? 'tab-new' : '',
                id === dragged ? 'tab-dragged' : '',
                id === dropBefore ? 'tab-drop-before' : '',
                dropBefore === END && index === tabs.length - 1 ? 'tab-drop-after' : '',
              ].join(' ')}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', label)
                setDragged(id)
              }}
              onDragOver={(event) => onDragOver(event, index)}
              onDrop={(event) => onDrop(event, index)}
              onDragEnd={() => {
                setDragged(null)
                setDropBefore(null)
              }}
              onMouseDown={(event) => {
                // Keeps the middle button from scrolling.
                if (event.button === 1) event.preventDefault()
              }}
              onAuxClick={(event) => {
                if (event.button === 1) close(id)
              }}
            >
              <button
                type="button"
                role="tab"
                id={tabDomId(id)}
                className="tab-name"
                aria-selected={selected}
                aria-controls={panelDomId(id)}
                aria-keyshortcuts="Delete Control+Shift+PageUp Control+Shift+PageDown"
                tabIndex={reach}
                title={`${kinds.of(artifact).name}: ${fullTitle(artifact)}${source ? `, requested by ${source}` : ''}`}
                onClick={() => store.dispatch({ type: 'tab.selected', id })}
                onKeyDown={(event) => onKeyDown(event, index, id)}
              >
                <Icon name={iconOf(artifact)} size={14} />
                <span className="tab-label">
                  <VisibleText text={label} kind="line" />
                </span>
                {source ? <Icon name="phone" size={12} /> : null}
                {source ? <span className="unseen">{`${isNew ? 'new, ' : ''}from ${source}`}</span> : null}
              </button>
              <IconButton
                className="tab-button tab-pin"
                icon="pin"
                size={13}
                label={pinned ? `Unpin ${label}` : `Pin ${label}`}
                aria-pressed={pinned}
                tabIndex={reach}
                onClick={() => store.dispatch({ type: 'tab.pinned', id, pinned: !pinned })}
              />
              <IconButton
                className="tab-button tab-close"
                icon="close"
                size={13}
                label={`Close ${label}`}
                tabIndex={reach}
                onClick={() => close(id)}
              />
            </div>
          )
        })}
      </div>
      <IconButton
        className="tab-history"
        icon="history"
        label="History of this conversation"
        onClick={() => run('history.open')}
      />
    </div>
  )
}
