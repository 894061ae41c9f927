// The files, hunks and lines of a diff. Only the items in view are on the page, and one hunk is the current one.
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ClipboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { Fault } from '../../shared/errors.ts'
import type { DiffActions } from './diff-actions.ts'
import type { ChunkQueue } from './diff-chunk-queue.ts'
import { DiffListItem } from './diff-item.tsx'
import {
  diffItems,
  FILE_HEIGHT,
  hunkAtLines,
  hunkInSight,
  placeOfKey,
  stepFrom,
  type HunkPlace,
} from './diff-items.ts'
import type { FileSummary } from './diff-document.ts'
import { selectedText, sideOf, useSelectedItems } from './diff-selection.ts'
import { createDiffWindow } from './diff-window.ts'
import { diffScreen } from './diff-screen.ts'
import type { Marks } from './hunk-marks.ts'
import { openHunksOf, placeInNewer } from './open-hunks.ts'
import { mountedItems } from './mounted-items.ts'
import { useReportedView, useViewCommand } from './active-view.tsx'
import { useApp, useConversation } from '../store/use-room.tsx'
import type { DiffComments, PointedLines } from '../store/state.ts'

/** A kept hunk is only its bar, unless the user opened it. */
function foldedIn(marks: Marks, unfolded: ReadonlySet<string>): ReadonlySet<string> {
  const kept = [...marks].filter(([key, { tag }]) => tag === 'kept' && !unfolded.has(key))
  return new Set(kept.map(([key]) => key))
}

const isSameHunk = (one: { file: number; hunk: number }, other: { file: number; hunk: number }): boolean =>
  one.file === other.file && one.hunk === other.hunk

interface Props {
  scroller: RefObject<HTMLDivElement | null>
  artifactId: string
  /** The text of the diff, for copying. */
  diff: string
  files: readonly FileSummary[]
  queue: ChunkQueue
  /** False while only the beginning has arrived: counts are not known yet. */
  complete: boolean
  startClosed: boolean
  marks: Marks
  faults: ReadonlyMap<string, Fault>
  comments: DiffComments
  /** The key of the hunk whose comment is being written. */
  writing: string | null
  /** The hunk that a guided review came to, and when: it becomes the current one. */
  review: { hunk: string; since: number } | null
  /** Scrolls to a file when the number changes. */
  jump: { file: number; n: number } | null
  /** How many hunks are not decided, and how many there are. */
  count: { left: number; of: number }
  actions: Omit<DiffActions, 'toggle' | 'unfold'>
  /** The hunk to begin at; null for the first one. */
  start: { file: number; hunk: number } | null
  /** Called with the hunk that the user went to last, to begin there in another layout. */
  onChosen(place: { file: number; hunk: number } | null): void
  /** Called with the current hunk: the chosen one while it is in view. */
  onHere(place: HunkPlace | null): void
}

export function DiffList(props: Props) {
  const { scroller, diff, files, queue, marks, faults, jump, complete, onHere, onChosen } = props
  const list = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<number>>(
    () => new Set(props.startClosed ? files.map(({ index }) => index) : []),
  )
  const [current, setCurrent] = useState<{ file: number; hunk: number } | null>(props.start)
  const [wasComplete, setWasComplete] = useState(complete)
  if (complete && !wasComplete) {
    setWasComplete(true)
    // The file at the beginning stays open; the following ones may be too large.
    if (props.startClosed) setClosed(new Set(files.slice(1).map(({ index }) => index)))
  }
  const [version, setVersion] = useState(files)
  if (files !== version) {
    setVersion(files)
    if (wasComplete) {
      // A newer version of the diff: what was current and collapsed stays so, wherever it is now.
      const names = new Set(version.filter(({ index }) => closed.has(index)).map(({ name }) => name))
      setClosed(new Set(files.filter(({ name }) => names.has(name)).map(({ index }) => index)))
      setCurrent(current && placeInNewer(version, files, current))
    }
  }
  const [jumped, setJumped] = useState(0)
  if (jump && jump.n !== jumped) {
    setJumped(jump.n)
    setClosed((now) => new Set([...now].filter((file) => file !== jump.file)))
  }
  /** The kept hunks whose lines the user wants to see all the same. */
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const foldedNow = useMemo(() => foldedIn(marks, unfolded), [marks, unfolded])
  const [folded, setFolded] = useState(foldedNow)
  // The same set for the same hunks: a new one makes a new list of items.
  if (folded.size !== foldedNow.size || [...folded].some((hunk) => !foldedNow.has(hunk))) setFolded(foldedNow)
  const items = useMemo(() => diffItems(files, closed, folded), [files, closed, folded])
  const [view] = useState(createDiffWindow)
  // Where the files are new, what is closed and current is still that of the older version: React renders again at once.
  if (files === version)
    view.show(items, current ? (files[current.file]?.hunks[current.hunk]?.key ?? null) : null)
  const range = useSyncExternalStore(view.subscribe, view.range)
  /** The sticky header of the file in view. */
  const pinned = useSyncExternalStore(view.subscribe, () => items.headingOf(view.seen().from))
  const here = useSyncExternalStore(view.subscribe, () => hunkInSight(items.hunks(), current, view.seen()))
  useEffect(() => onHere(here), [here, onHere])
  useEffect(() => onChosen(current), [current, onChosen])
  const selected = useSelectedItems(list)

  useLayoutEffect(() => view.shown(), [items, view])
  useLayoutEffect(() => (scroller.current ? view.follow(scroller.current) : undefined), [scroller, view])
  useLayoutEffect(() => {
    const look = (): void => queue.look(view.seen())
    look()
    return view.subscribe(look)
  }, [queue, view])

  const reviewed = props.review && placeOfKey(files, props.review.hunk)
  // The list of another layout begins where the user was.
  const [reviewedFrom, setReviewedFrom] = useState(props.start ? (props.review?.since ?? 0) : 0)
  if (props.review && reviewed && props.review.since !== reviewedFrom) {
    setReviewedFrom(props.review.since)
    setCurrent(reviewed)
    setClosed((now) => new Set([...now].filter((file) => file !== reviewed.file)))
  }

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
      unfold: (hunk) =>
        setUnfolded((now) => {
          const next = new Set(now)
          if (!next.delete(hunk)) next.add(hunk)
          return next
        }),
      copyHunk: (file, hunk) => latest.current.actions.copyHunk(file, hunk),
      copyFile: (file) => latest.current.actions.copyFile(file),
      decide(decision, hunks) {
        latest.current.actions.decide(decision, hunks)
        // A hunk that is kept again folds again.
        setUnfolded((now) => new Set([...now].filter((hunk) => !hunks.includes(hunk))))
      },
      takeBack: (hunk) => latest.current.actions.takeBack(hunk),
      comment: (hunk) => latest.current.actions.comment(hunk),
      saveComment: (hunk, text) => latest.current.actions.saveComment(hunk, text),
      closeComment: () => latest.current.actions.closeComment(),
      draftOf: (hunk) => latest.current.actions.draftOf(hunk),
      keepDraft: (hunk, text) => latest.current.actions.keepDraft(hunk, text),
      askForChange: (hunk, text) => latest.current.actions.askForChange(hunk, text),
      refresh: () => latest.current.actions.refresh(),
      openFile: (file, line) => latest.current.actions.openFile(file, line),
    }
  }, [view])

  useLayoutEffect(() => {
    if (jump) view.scrollTo(latest.current.items.heading(jump.file), 0)
  }, [jump, view])

  const [start] = useState(props.start)
  useLayoutEffect(() => {
    const at = start && latest.current.items.hunks().find((one) => isSameHunk(one, start))
    if (at) view.scrollTo(at.item, FILE_HEIGHT)
  }, [start, view])

  useLayoutEffect(() => {
    const key = reviewedFrom === 0 ? undefined : props.review?.hunk
    const place = key === undefined ? null : placeOfKey(files, key)
    const at = place && latest.current.items.hunks().find((one) => isSameHunk(one, place))
    if (at) view.scrollTo(at.item, FILE_HEIGHT)
    // Once for each move of the review; a later version of the diff does not scroll.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [reviewedFrom, view])

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
    const at = place && latest.current.items.hunks().find((one) => isSameHunk(one, place))
    if (at) view.scrollTo(at.item, FILE_HEIGHT)
    // The files are those of the pointing; a later version of the diff does not scroll.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [followed, view])

  const shown = files[here?.file ?? 0]
  const inFront = shown?.hunks[here?.hunk ?? 0]
  useReportedView({
    file: shown?.name,
    line: inFront?.line,
    endLine: inFront?.endLine,
    kind: 'diff',
    artifactId: props.artifactId,
    hunk: inFront?.key,
    hunks: complete ? props.count : undefined,
    screen: useMemo(() => diffScreen(files, here), [files, here]),
  })

  const { store } = useApp()
  useViewCommand(({ action, ...lines }) => {
    if (action === 'lines.select' && lines.line !== null) {
      // The current hunk is what is selected.
      const { line, endLine = line, file = shown?.name ?? '' } = lines
      store.dispatch({ type: 'lines.pointed', pointed: { file, line, endLine, said: true } })
    }
    if (
      action === 'hunk.next' ||
      action === 'hunk.previous' ||
      action === 'file.next' ||
      action === 'file.previous'
    ) {
      const place = stepFrom(items.hunks(), here, view.seen(), action)
      if (!place) return
      setCurrent({ file: place.file, hunk: place.hunk })
      view.scrollTo(place.item, FILE_HEIGHT)
      return
    }
    if (!here || !inFront || !complete) return
    const ofFile = (): string[] => files[here.file]!.hunks.map(({ key }) => key)
    if (action === 'hunk.comment') actions.comment(inFront.key)
    else if (action === 'hunk.keep') actions.decide('kept', [inFront.key])
    else if (action === 'hunk.revert') actions.decide('reverted', [inFront.key])
    else if (action === 'hunk.restore') actions.takeBack(inFront.key)
    else if (action === 'file.keep') actions.decide('kept', ofFile())
    else if (action === 'file.revert') actions.decide('reverted', ofFile())
    else return
    setCurrent({ file: here.file, hunk: here.hunk })
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

  /** What is being written must not leave the page. */
  const box = props.writing === null ? null : placeOfKey(files, props.writing)
  const boxItem = box && items.hunks().find((one) => isSameHunk(one, box))?.item
  const kept = boxItem === null || boxItem === undefined ? selected : [...selected, boxItem]
  const mounted = mountedItems(range, [pinned, ...kept], items.count)
  const rows = mounted.flatMap(({ index, missing }) => {
    const item = items.at(index)
    const hunk = item.type === 'chunk' ? item.file.hunks[item.hunk] : undefined
    const row = (
      <DiffListItem
        key={item.name}
        item={item}
        index={index}
        view={view}
        queue={queue}
        mark={(hunk && marks.get(hunk.key)) ?? null}
        fault={(hunk && faults.get(hunk.key)) ?? null}
        comment={(hunk && props.comments.get(hunk.key)) ?? null}
        isWriting={hunk !== undefined && hunk.key === props.writing}
        open={item.type === 'file' ? openHunksOf(item.file, marks) : 'none'}
        isCurrent={item.type === 'chunk' && here?.file === item.file.index && here.hunk === item.hunk}
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
