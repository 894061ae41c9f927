// The row of tabs. It scrolls and never changes its height; the buttons in a tab keep their room when unseen.
import { useEffect, useRef, type KeyboardEvent, type WheelEvent } from 'react'
import type { Artifact } from '../../shared/artifacts.ts'
import '../styles/tabs.css'
import { useApp } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { kindIcons, kindNames } from './artifact-view.tsx'
import { fullTitle, tabLabels } from './tab-labels.ts'

export interface ShownTab {
  artifact: Artifact
  pinned: boolean
}

export const tabDomId = (id: string): string => `tab-${id}`
export const panelDomId = (id: string): string => `panel-${id}`

export function TabStrip({ tabs, active }: { tabs: readonly ShownTab[]; active: string | null }) {
  const { store } = useApp()
  const strip = useRef<HTMLDivElement>(null)
  const labels = tabLabels(tabs.map(({ artifact }) => artifact))

  useEffect(() => {
    const tab = active === null ? null : document.getElementById(tabDomId(active))?.parentElement
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const close = (id: string): void => store.dispatch({ type: 'tab.closed', id })
  const go = (index: number): void => {
    const tab = tabs[(index + tabs.length) % tabs.length]
    if (!tab) return
    store.dispatch({ type: 'tab.selected', id: tab.artifact.id })
    document.getElementById(tabDomId(tab.artifact.id))?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, index: number, id: string): void => {
    if (event.key === 'ArrowRight') go(index + 1)
    else if (event.key === 'ArrowLeft') go(index - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(tabs.length - 1)
    else if (event.key === 'Delete') {
      // The focus goes to a neighbour first: it would be lost with the tab.
      const neighbour = tabs[index + 1] ?? tabs[index - 1]
      if (neighbour) document.getElementById(tabDomId(neighbour.artifact.id))?.focus()
      close(id)
    } else return
    event.preventDefault()
  }
  const onWheel = (event: WheelEvent): void => {
    if (strip.current && event.deltaX === 0) strip.current.scrollLeft += event.deltaY
  }

  return (
    <div
      ref={strip}
      className="tab-strip"
      role="tablist"
      aria-label="What the agent showed"
      onWheel={onWheel}
    >
      {tabs.map(({ artifact, pinned }, index) => {
        const { id, kind } = artifact
        const selected = id === active
        const label = labels[index] ?? ''
        const reach = selected ? 0 : -1
        return (
          <div
            key={id}
            role="presentation"
            className={`tab ${selected ? 'tab-active' : ''} ${pinned ? 'tab-pinned' : ''} tab-${kind}`}
            onMouseDown={(event) => {
              // The middle button would start scrolling.
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
              aria-keyshortcuts="Delete"
              tabIndex={reach}
              title={`${kindNames[kind]}: ${fullTitle(artifact)}`}
              onClick={() => store.dispatch({ type: 'tab.selected', id })}
              onKeyDown={(event) => onKeyDown(event, index, id)}
            >
              <Icon name={kindIcons[kind]} size={14} />
              <span className="tab-label">{label}</span>
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
  )
}
