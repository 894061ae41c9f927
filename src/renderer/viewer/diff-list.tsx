// The files, hunks and lines of a diff. Only what is in sight is on the page, and one hunk is the current one.
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useMemo, useRef, useState, type CSSProperties, type MouseEvent, type RefObject } from 'react'
import { DiffChunk, ROW_HEIGHT } from './diff-chunk.tsx'
import type { ChunkQueue } from './diff-chunk-queue.ts'
import { DiffFileHeader } from './diff-file-header.tsx'
import { DiffHunkBar } from './diff-hunk-bar.tsx'
import { diffItems, hunkPlaces, stepFrom, type DiffItem, type HunkPlace } from './diff-items.ts'
import type { FileSummary } from './diff-document.ts'
import { hunkName, type HunkMark } from './hunk-marks.ts'
import { useReportedView, useViewWish } from './view-in-front.tsx'

const FILE_HEIGHT = 37
const BAR_HEIGHT = 30

function heightOf(item: DiffItem | undefined): number {
  if (item?.type === 'file') return FILE_HEIGHT
  if (item?.type === 'chunk') return item.rows * ROW_HEIGHT + (item.first ? BAR_HEIGHT : 0)
  return 52
}

const keyOf = (item: DiffItem): string =>
  item.type === 'chunk' ? `${item.file.index} ${item.chunk}` : `${item.file.index} ${item.type}`

interface Props {
  scroller: RefObject<HTMLDivElement | null>
  files: readonly FileSummary[]
  queue: ChunkQueue
  /** False while only the beginning is here: counts are not known yet. */
  complete: boolean
  startClosed: boolean
  marks: ReadonlyMap<string, HunkMark>
  /** Goes to a file when the number changes. */
  jump: { file: number; n: number } | null
  copyHunk: (file: number, hunk: number) => Promise<string>
  onKeep: (file: number, hunk: number) => void
  onRevert: (file: number, hunk: number) => void
  onOpenFile: (file: string, line?: number) => void
}

export function DiffList(props: Props) {
  const { scroller, files, queue, marks, jump, copyHunk, onKeep, onRevert, onOpenFile } = props
  const [closed, setClosed] = useState<ReadonlySet<number>>(
    () => new Set(props.startClosed ? files.map(({ index }) => index) : []),
  )
  const [current, setCurrent] = useState<{ file: number; hunk: number } | null>(null)
  const [jumped, setJumped] = useState(0)
  const [wasComplete, setWasComplete] = useState(props.complete)
  if (props.complete && !wasComplete) {
    setWasComplete(true)
    // The file whose beginning is being read stays open; what follows may be too much.
    if (props.startClosed) setClosed(new Set(files.slice(1).map(({ index }) => index)))
  }
  const items = useMemo(() => diffItems(files, closed), [files, closed])
  const places = useMemo(() => hunkPlaces(items), [items])
  const headers = useMemo(() => items.flatMap(({ type }, at) => (type === 'file' ? [at] : [])), [items])
  const topHeader = useRef(0)

  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(items[index]),
    getItemKey: (index) => keyOf(items[index]!),
    overscan: 3,
    scrollPaddingStart: FILE_HEIGHT,
    // The heading of the file being read is always among what is drawn.
    rangeExtractor(range: Range) {
      topHeader.current = headers.findLast((at) => at <= range.startIndex) ?? 0
      const inSight = defaultRangeExtractor(range)
      return inSight.includes(topHeader.current) ? inSight : [topHeader.current, ...inSight]
    },
  })

  const goTo = (place: HunkPlace | null): void => {
    if (!place) return
    setCurrent({ file: place.file, hunk: place.hunk })
    virtual.scrollToIndex(place.item, { align: 'start' })
  }
  if (jump && jump.n !== jumped) {
    setJumped(jump.n)
    setClosed((now) => new Set([...now].filter((file) => file !== jump.file)))
    const at = items.findIndex((item) => item.type === 'file' && item.file.index === jump.file)
    queueMicrotask(() => virtual.scrollToIndex(at, { align: 'start' }))
  }

  const shown = current ? files[current.file] : files[0]
  useReportedView({
    file: shown?.name,
    line: (current ? shown?.hunks[current.hunk] : shown?.hunks[0])?.line,
    kind: 'diff',
  })

  useViewWish(({ action }) => {
    switch (action) {
      case 'hunk.next':
      case 'hunk.previous':
      case 'file.next':
      case 'file.previous': {
        const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
        goTo(stepFrom(places, current, { from: startIndex, to: endIndex }, action))
        break
      }
      case 'hunk.keep':
      case 'hunk.revert': {
        const target = current ?? places[0]
        if (!target) return
        setCurrent({ file: target.file, hunk: target.hunk })
        if (action === 'hunk.keep') onKeep(target.file, target.hunk)
        else onRevert(target.file, target.hunk)
        break
      }
      case 'line.reveal':
      case 'scroll.down':
      case 'scroll.end':
      case 'scroll.top':
      case 'scroll.up':
      case 'tab.close':
      case 'tab.close_others':
      case 'tab.next':
      case 'tab.pin':
      case 'tab.previous':
      case 'tab.reopen':
        break
    }
  })

  const toggle = (file: number): void => {
    setClosed((now) => {
      const next = new Set(now)
      if (!next.delete(file)) next.add(file)
      return next
    })
  }
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement
    const hunk = target.closest<HTMLElement>('[data-hunk]')
    if (!hunk) return
    const file = Number(hunk.dataset['file'])
    setCurrent({ file, hunk: Number(hunk.dataset['hunk']) })
    const line = target.dataset['line']
    if (line !== undefined) onOpenFile(files[file]?.name ?? '', Number(line))
  }

  const draw = (item: DiffItem) => {
    if (item.type === 'file') {
      return (
        <DiffFileHeader
          file={item.file}
          open={item.open}
          counted={props.complete}
          onToggle={toggle}
          onOpenFile={onOpenFile}
        />
      )
    }
    if (item.type === 'nothing') return <p className="diff-nothing">{nothingWords(item.file)}</p>
    const { file, hunk } = item
    const mark = marks.get(hunkName(file.index, hunk)) ?? null
    const isCurrent = current?.file === file.index && current.hunk === hunk
    return (
      <div
        className={`diff-hunk ${isCurrent ? 'diff-hunk-current' : ''} ${mark ? `diff-hunk-${mark.tag}` : ''}`}
        data-file={file.index}
        data-hunk={hunk}
        aria-current={isCurrent && item.first ? 'true' : undefined}
      >
        {item.first ? (
          <DiffHunkBar
            heading={file.hunks[hunk]?.heading ?? ''}
            current={isCurrent}
            mark={mark}
            canRevert={file.change !== 'binary'}
            copy={() => copyHunk(file.index, hunk)}
            onKeep={() => onKeep(file.index, hunk)}
            onRevert={() => onRevert(file.index, hunk)}
          />
        ) : null}
        {item.first && mark?.tag === 'refused' ? (
          <p className="hunk-refused" role="alert">
            <strong>{mark.fault.message}</strong> {mark.fault.remedy}
          </p>
        ) : null}
        <DiffChunk queue={queue} file={file.index} chunk={item.chunk} rows={item.rows} />
      </div>
    )
  }

  return (
    // Keys do the same as clicks here; see the table of shortcuts.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className="diff-items" style={{ height: virtual.getTotalSize() }} onClick={onClick}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index]
        if (!item) return null
        const pinned = index === topHeader.current
        const digits = Math.max(3, String(item.file.lastLine).length)
        return (
          <div
            key={key}
            ref={pinned ? undefined : virtual.measureElement}
            data-index={index}
            className={pinned ? 'diff-item diff-item-pinned' : 'diff-item'}
            style={
              {
                '--digits': digits,
                ...(pinned ? {} : { transform: `translateY(${start}px)` }),
              } as CSSProperties
            }
          >
            {draw(item)}
          </div>
        )
      })}
    </div>
  )
}

function nothingWords(file: FileSummary): string {
  if (file.change === 'binary') return 'Binary: what changed cannot be shown as lines.'
  return file.change === 'renamed' ? 'Renamed; no lines changed.' : 'No lines changed.'
}
