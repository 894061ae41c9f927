// The hits of a search. Only the rows in view are on the page, so fifty thousand are as fast as fifty.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { ArtifactOf } from '../../shared/artifacts.ts'
import '../styles/search.css'
import { useApp, useConversation } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { isModified } from '../ui/keyboard.ts'
import { useReportFault } from '../ui/notices.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { PathName } from './path-name.tsx'
import { SearchPreview } from './search-preview.tsx'
import { excerpt, filterHits, markerOf, searchRows, type SearchRow } from './search-rows.ts'
import { rowAt, useSearchScreen } from './search-screen.ts'
import { fullTitle } from './tab-labels.ts'
import { ViewHeader } from './view-header.tsx'
import { useReportedView, useViewCommand } from './active-view.tsx'

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
        {excerpt(row.content, marker(row.content)).map(({ at, text, match }) => {
          const shown = <VisibleText text={text} kind="line" />
          return match ? <mark key={at}>{shown}</mark> : <span key={at}>{shown}</span>
        })}
      </span>
    </>
  )
}

export function SearchResultsView({ artifact }: { artifact: ArtifactOf<'search_results'> }) {
  const { commands } = useApp()
  const report = useReportFault()
  const scroller = useRef<HTMLDivElement>(null)
  const ids = useId()
  const { settings, change } = useSettings()
  const previewed = settings?.searchPreview !== 'hidden'
  const [filter, setFilter] = useState('')
  const hits = useMemo(() => filterHits(artifact.results, filter), [artifact.results, filter])
  const rows = useMemo(() => searchRows(hits), [hits])
  const marker = useMemo(() => markerOf(artifact.query), [artifact.query])
  const firstHit = Math.max(
    0,
    rows.findIndex(({ type }) => type === 'hit'),
  )
  const [chosen, setActive] = useState(firstHit)
  const active = Math.min(chosen, Math.max(0, rows.length - 1))
  const row = rows[active]
  useReportedView({
    file: row?.file,
    line: row?.type === 'hit' ? row.line : undefined,
    kind: 'search_results',
    screen: useSearchScreen(rows, active),
  })
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.type === 'file' ? FILE_HEIGHT : HIT_HEIGHT),
    overscan: 12,
  })

  const open = (one: SearchRow | undefined): void => {
    if (!one) return
    const opening = one.type === 'hit' ? commands.openFile(one.file, one.line) : commands.openFile(one.file)
    opening.catch(report)
  }
  const move = (to: number): void => {
    const next = Math.min(rows.length - 1, Math.max(0, to))
    setActive(next)
    virtual.scrollToIndex(next)
  }
  useViewCommand(({ action, line, file }) => {
    const to = action === 'lines.select' && line !== null ? rowAt(rows, file ?? row?.file ?? '', line) : -1
    if (to >= 0) move(to)
  })
  const pointed = useConversation((conversation) => conversation.pointed)
  const pointedRow = useMemo(() => (pointed ? rowAt(rows, pointed.file, pointed.line) : -1), [rows, pointed])
  useEffect(() => {
    if (pointedRow >= 0) virtual.scrollToIndex(pointedRow)
    // Once for each pointing, not for each rendering of the list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pointed, pointedRow])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isModified(event)) return
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
    const clicked = (event.target as Element).closest<HTMLElement>('[data-row]')
    if (!clicked) return
    const index = Number(clicked.dataset['row'])
    setActive(index)
    // With a preview beside the list, opening a hit takes a second click. A press without a pointer, as by a number, opens.
    if (!previewed || event.detail !== 1) open(rows[index])
  }

  const onFilterKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') scroller.current?.focus()
    else if (event.key === 'Enter') open(rows[active])
    else if (event.key === 'Escape' && filter !== '') setFilter('')
    else return
    event.preventDefault()
  }

  const files = rows.filter(({ type }) => type === 'file').length
  const detail =
    rows.length === 0
      ? null
      : `${filter === '' ? '' : `${hits.length.toLocaleString('en')} of `}${counted(artifact.results.length, 'result')} in ${counted(files, 'file')}${artifact.truncated ? ', and there are more' : ''}`
  return (
    <div className="view">
      <ViewHeader id={artifact.id} title={fullTitle(artifact)} detail={detail}>
        {artifact.results.length > 0 ? (
          <>
            <input
              type="text"
              className="field search-filter"
              placeholder="Filter"
              aria-label="Filter the results by file or text"
              value={filter}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => {
                setFilter(event.target.value)
                setActive(1)
                virtual.scrollToIndex(0)
              }}
              onKeyDown={onFilterKey}
            />
            <IconButton
              icon="preview"
              label="Preview"
              aria-pressed={previewed}
              onClick={() => change({ searchPreview: previewed ? 'hidden' : 'shown' })}
            />
          </>
        ) : null}
      </ViewHeader>
      {rows.length === 0 ? (
        <div className="view-scroll view-centre">
          <p className="view-waiting" role="status">
            {artifact.results.length === 0
              ? `No results for “${artifact.query}”.`
              : `None of the ${artifact.results.length.toLocaleString('en')} results contains “${filter}”.`}
          </p>
        </div>
      ) : (
        <div className="search-sides">
          <div className="search-panes">
            <div className="search-place">
              <div
                ref={scroller}
                className="view-scroll search-list"
                role="listbox"
                aria-label={fullTitle(artifact)}
                aria-activedescendant={`${ids}-${active}`}
                aria-keyshortcuts="Enter"
                tabIndex={0}
                onKeyDown={onKeyDown}
                onClick={onClick}
              >
                <div className="search-rows" style={{ height: virtual.getTotalSize() }}>
                  {virtual.getVirtualItems().map(({ index, start, size }) => {
                    const shown = rows[index]
                    if (!shown) return null
                    return (
                      <div
                        key={index}
                        id={`${ids}-${index}`}
                        data-row={index}
                        role="option"
                        aria-selected={index === active}
                        aria-setsize={rows.length}
                        aria-posinset={index + 1}
                        className={`search-row search-${shown.type} ${index === pointedRow ? 'search-pointed' : ''}`}
                        style={{ height: size, transform: `translateY(${start}px)` }}
                      >
                        <RowContent row={shown} marker={marker} />
                      </div>
                    )
                  })}
                </div>
              </div>
            </div>
            {previewed && row ? <SearchPreview row={row} marker={marker} onOpen={() => open(row)} /> : null}
          </div>
        </div>
      )}
    </div>
  )
}
