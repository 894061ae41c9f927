// What a search found. Only the lines in sight are on the page, so fifty thousand are as quick as fifty.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { ArtifactOf } from '../../shared/artifacts.ts'
import '../styles/search.css'
import { useApp } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { PathName } from './path-name.tsx'
import { excerpt, markerOf, searchRows, type SearchRow } from './search-rows.ts'
import { fullTitle } from './tab-labels.ts'
import { ViewHeader } from './view-header.tsx'

const FILE_HEIGHT = 34
const HIT_HEIGHT = 26
const PAGE = 15

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
}

function RowContent({ row, marker }: { row: SearchRow; marker: (content: string) => RegExp | null }) {
  if (row.type === 'file') {
    return (
      <>
        <Icon name="file" size={14} />
        <PathName path={row.file} />
        {row.count > 0 ? <span className="search-count">{row.count}</span> : null}
      </>
    )
  }
  return (
    <>
      <span className="search-line">{row.line}</span>
      <span className="search-text">
        {excerpt(row.content, marker(row.content)).map(({ at, text, match }) =>
          match ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
        )}
      </span>
    </>
  )
}

export function SearchResultsView({ artifact }: { artifact: ArtifactOf<'search_results'> }) {
  const { commands } = useApp()
  const report = useReportFault()
  const scroller = useRef<HTMLDivElement>(null)
  const ids = useId()
  const rows = useMemo(() => searchRows(artifact.results), [artifact.results])
  const marker = useMemo(() => markerOf(artifact.query), [artifact.query])
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      rows.findIndex(({ type }) => type === 'hit'),
    ),
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.type === 'file' ? FILE_HEIGHT : HIT_HEIGHT),
    overscan: 12,
  })

  const open = (row: SearchRow | undefined): void => {
    if (!row) return
    const opening = row.type === 'hit' ? commands.openFile(row.file, row.line) : commands.openFile(row.file)
    opening.catch(report)
  }
  const move = (to: number): void => {
    const next = Math.min(rows.length - 1, Math.max(0, to))
    setActive(next)
    virtual.scrollToIndex(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE,
      PageUp: active - PAGE,
      Home: 0,
      End: rows.length - 1,
    }
    const to = moves[event.key]
    if (to !== undefined) move(to)
    else if (event.key === 'Enter') open(rows[active])
    else return
    event.preventDefault()
  }

  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const row = (event.target as Element).closest<HTMLElement>('[data-row]')
    if (!row) return
    const index = Number(row.dataset['row'])
    setActive(index)
    open(rows[index])
  }

  const files = rows.filter(({ type }) => type === 'file').length
  const detail =
    rows.length === 0
      ? null
      : `${counted(artifact.results.length, 'result')} in ${counted(files, 'file')}${artifact.truncated ? ', and there are more' : ''}`
  return (
    <div className="view">
      <ViewHeader id={artifact.id} title={fullTitle(artifact)} detail={detail} />
      {rows.length === 0 ? (
        <div className="view-scroll view-centre">
          <p className="view-waiting">Nothing was found for “{artifact.query}”.</p>
        </div>
      ) : (
        <div
          ref={scroller}
          className="view-scroll search-list"
          role="listbox"
          aria-label={fullTitle(artifact)}
          aria-activedescendant={`${ids}-${active}`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          <div className="search-rows" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start, size }) => {
              const row = rows[index]
              if (!row) return null
              return (
                <div
                  key={index}
                  id={`${ids}-${index}`}
                  data-row={index}
                  role="option"
                  aria-selected={index === active}
                  aria-setsize={rows.length}
                  aria-posinset={index + 1}
                  className={`search-row search-${row.type}`}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                >
                  <RowContent row={row} marker={marker} />
                </div>
              )
            })}
          </div>
        </div>
      )}
    </div>
  )
}
