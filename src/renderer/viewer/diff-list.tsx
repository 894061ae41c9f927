// The files, hunks and lines of a diff. Only the items in view are on the page, and one hunk is the current one.
import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ClipboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { DiffActions } from './diff-actions.ts'
import type { ChunkQueue } from './diff-chunk-queue.ts'
import { DiffListItem } from './diff-item.tsx'
import { diffItems, FILE_HEIGHT, hunkAtLines, stepFrom, type DiffItem } from './diff-items.ts'
import type { FileSummary } from './diff-document.ts'
import { selectedText, sideOf, useSelectedItems } from './diff-selection.ts'
import { createDiffWindow } from './diff-window.ts'
import { hunkName, type HunkMark } from './hunk-marks.ts'
import { mountedItems } from './mounted-items.ts'
import { useReportedView, useViewCommand } from './active-view.tsx'
import { useConversation } from '../store/use-room.tsx'
import type { PointedLines } from '../store/state.ts'

const keyOf = (item: DiffItem): string =>
  item.type === 'chunk' ? `${item.file.index} ${item.chunk}` : `${item.file.index} ${item.type}`

interface Props {
  scroller: RefObject<HTMLDivElement | null>
  /** The text of the diff, for copying. */
  diff: string
  files: readonly FileSummary[]
  queue: ChunkQueue
  /** False while only the beginning has arrived: counts are not known yet. */
  complete: boolean
  startClosed: boolean
  marks: ReadonlyMap<string, HunkMark>
  /** Scrolls to a file when the number changes. */
  jump: { file: number; n: number } | null
  actions: Omit<DiffActions, 'toggle'>
}

export function DiffList(props: Props) {
  const { scroller, diff, files, queue, marks, jump, complete } = props
  const list = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<number>>(
    () => new Set(props.startClosed ? files.map(({ index }) => index) : []),
  )
  const [current, setCurrent] = useState<{ file: number; hunk: number } | null>(null)
  const [wasComplete, setWasComplete] = useState(complete)
  if (complete && !wasComplete) {
    setWasComplete(true)
    // The file at the beginning stays open; the following ones may be too large.
    if (props.startClosed) setClosed(new Set(files.slice(1).map(({ index }) => index)))
  }
  const [jumped, setJumped] = useState(0)
  if (jump && jump.n !== jumped) {
    setJumped(jump.n)
    setClosed((now) => new Set([...now].filter((file) => file !== jump.file)))
  }
  const items = useMemo(() => diffItems(files, closed), [files, closed])
  const [view] = useState(createDiffWindow)
  view.show(items)
  const range = useSyncExternalStore(view.subscribe, view.range)
  /** The sticky header of the file in view. */
  const pinned = useSyncExternalStore(view.subscribe, () => items.headingOf(view.seen().from))
  const selected = useSelectedItems(list)

  useLayoutEffect(() => (scroller.current ? view.follow(scroller.current) : undefined), [scroller, view])
  useLayoutEffect(() => {
    const look = (): void => queue.look(view.seen())
    look()
    return view.subscribe(look)
  }, [queue, view])

  const latest = useRef({ actions: props.actions, items })
  useLayoutEffect(() => {
    latest.current = { actions: props.actions, items }
  })
  const actions = useMemo<DiffActions>(() => {
    const toggle = (file: number): void => {
      setClosed((now) => {
        const next = new Set(now)
        if (!next.delete(file)) next.add(file)
        return next
      })
      // After collapsing a file from far inside it, the view stays at its header.
      const heading = latest.current.items.heading(file)
      if (heading < view.seen().from) queueMicrotask(() => view.scrollTo(heading, 0))
    }
    return {
      toggle,
      copyHunk: (file, hunk) => latest.current.actions.copyHunk(file, hunk),
      copyFile: (file) => latest.current.actions.copyFile(file),
      keep: (file, hunk) => latest.current.actions.keep(file, hunk),
      revert: (file, hunk) => latest.current.actions.revert(file, hunk),
      openFile: (file, line) => latest.current.actions.openFile(file, line),
    }
  }, [view])

  useLayoutEffect(() => {
    if (jump) view.scrollTo(latest.current.items.heading(jump.file), 0)
  }, [jump, view])

  const pointed = useConversation((conversation) => conversation.pointed)
  const [followed, setFollowed] = useState<PointedLines | null>(null)
  const pointedHunk = pointed && pointed !== followed ? hunkAtLines(files, pointed) : null
  if (pointed && pointedHunk) {
    setFollowed(pointed)
    setCurrent(pointedHunk)
    setClosed((now) => new Set([...now].filter((file) => file !== pointedHunk.file)))
  }
  useLayoutEffect(() => {
    // Only the tab in front: a hidden one has no place to scroll to.
    const place = followed ? hunkAtLines(files, followed) : null
    const at =
      place && latest.current.items.hunks().find((one) => one.file === place.file && one.hunk === place.hunk)
    if (at) view.scrollTo(at.item, FILE_HEIGHT)
    // The files are those of the pointing; a later version of the diff does not scroll.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [followed, view])

  const shown = current ? files[current.file] : files[0]
  const inFront = current ? shown?.hunks[current.hunk] : shown?.hunks[0]
  useReportedView({ file: shown?.name, line: inFront?.line, endLine: inFront?.endLine, kind: 'diff' })

  useViewCommand(({ action }) => {
    if (
      action === 'hunk.next' ||
      action === 'hunk.previous' ||
      action === 'file.next' ||
      action === 'file.previous'
    ) {
      const place = stepFrom(items.hunks(), current, view.seen(), action)
      if (!place) return
      setCurrent({ file: place.file, hunk: place.hunk })
      view.scrollTo(place.item, FILE_HEIGHT)
    } else if (action === 'hunk.keep' || action === 'hunk.revert') {
      const target = current ?? items.hunks()[0]
      if (!target) return
      setCurrent({ file: target.file, hunk: target.hunk })
      if (action === 'hunk.keep') actions.keep(target.file, target.hunk)
      else actions.revert(target.file, target.hunk)
    }
  })

  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement
    const hunk = target.closest<HTMLElement>('[data-hunk]')
    if (!hunk) return
    const file = Number(hunk.dataset['file'])
    setCurrent({ file, hunk: Number(hunk.dataset['hunk']) })
    const line = target.dataset['line']
    if (line !== undefined) actions.openFile(files[file]?.name ?? '', Number(line))
  }
  const onCopy = (event: ClipboardEvent): void => {
    const text = selectedText(document.getSelection(), diff)
    if (text === null) return
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
  }

  const mounted = mountedItems(range, [pinned, ...selected], items.count)
  const rows = mounted.flatMap(({ index, missing }) => {
    const item = items.at(index)
    const hunk = item.type === 'chunk' ? { file: item.file.index, hunk: item.hunk } : null
    const row = (
      <DiffListItem
        key={keyOf(item)}
        item={item}
        index={index}
        view={view}
        queue={queue}
        mark={hunk ? (marks.get(hunkName(hunk.file, hunk.hunk)) ?? null) : null}
        isCurrent={hunk !== null && current?.file === hunk.file && current.hunk === hunk.hunk}
        counted={complete}
        pinned={index === pinned}
        actions={actions}
      />
    )
    const gap = <div key={`before ${index}`} style={{ height: view.room(missing, index) }} />
    return missing < index ? [gap, row] : [row]
  })
  return (
    // The shortcuts do the same as clicks here.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={list}
      className="diff-items"
      onClick={onClick}
      onCopy={onCopy}
      onMouseDown={(event) => {
        // A selection stays in the column where it starts.
        event.currentTarget.dataset['side'] = sideOf(event.target as Node)
      }}
    >
      {rows}
      <div style={{ height: view.room((mounted.at(-1)?.index ?? -1) + 1, items.count) }} />
    </div>
  )
}
