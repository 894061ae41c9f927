// Which items of a diff are on the page: those in view and a few around them. They are in the normal flow with gaps for all
// others, so that the browser's scroll anchoring keeps the view stable when a row is higher than estimated.
import { createHeights, type Heights } from './diff-heights.ts'
import type { DiffItem, DiffItems } from './diff-items.ts'

/** This much beyond each edge is rendered too, so that slow scrolling never shows a gap. */
const AROUND_PX = 400

export interface Span {
  from: number
  to: number
}

export interface DiffWindow {
  /**
   * Sets another list, such as one with another file open. Known heights stay known. In a newer version of the diff, what
   * is in view stays where it is: first of all the hunk with this key.
   */
  show(items: DiffItems, steady: string | null): void
  /** Call once the list is on the page. */
  shown(): void
  /** The items on the page; the same object until they change. */
  range(): Span
  /** The items in view. */
  seen(): Span
  heightOf(item: number): number
  /** The height of the items from one up to but not including another. */
  room(from: number, to: number): number
  /** Follows the scrolling of a box. Returns a function that stops it. */
  follow(scroller: HTMLElement): () => void
  /** Observes the height of an item's element; its `data-item` is the index. */
  watch(element: HTMLElement): () => void
  /** Scrolls an item to this distance below the upper edge. */
  scrollTo(item: number, below: number): void
  /** Called when other items are in view or on the page. */
  subscribe(listener: () => void): () => void
}

const nameOf = (item: DiffItem): string =>
  item.type === 'chunk' && item.folded ? `${item.name} folded` : item.name

const isOf = (item: DiffItem, hunk: string | null): boolean =>
  item.type === 'chunk' && item.file.hunks[item.hunk]?.key === hunk

export function createDiffWindow(): DiffWindow {
  const known = new Map<string, { item: DiffItem; height: number }>()
  const listeners = new Set<() => void>()
  let items: DiffItems | null = null
  let heights: Heights = createHeights(new Float64Array(0))
  let box: HTMLElement | null = null
  let top = 0
  let height = 0
  let frame = 0
  let range: Span = { from: 0, to: 0 }
  let seen: Span = { from: 0, to: 0 }
  /** Where the box has to scroll as soon as a newer version is on the page. */
  let wantedTop: number | null = null

  const spanOf = (around: number): Span => ({
    from: heights.at(top - around),
    to: heights.at(top + height + around),
  })
  const same = (one: Span, other: Span): boolean => one.from === other.from && one.to === other.to
  const look = (): boolean => {
    const before = { seen, range }
    const nowSeen = spanOf(0)
    // After a jump only the items in view render at once: the user may jump again.
    const leapt = nowSeen.from > range.to || nowSeen.to < range.from
    const nowRange = leapt ? nowSeen : spanOf(AROUND_PX)
    if (leapt) lookAgain()
    if (!same(nowSeen, seen)) seen = nowSeen
    if (!same(nowRange, range)) range = nowRange
    return seen !== before.seen || range !== before.range
  }
  const lookAgain = (): void => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      // The first frame paints the jump.
      frame = requestAnimationFrame(lookAndTell)
    })
  }
  const lookAndTell = (): void => {
    if (look()) for (const listener of listeners) listener()
  }

  /** The items in view and how far each is below the upper edge, the most important ones first. */
  const inView = (list: DiffItems, steady: string | null): { item: DiffItem; below: number }[] => {
    const found = Array.from(
      { length: Math.max(0, Math.min(seen.to, list.count - 1) - seen.from + 1) },
      (_, nth) => {
        const at = seen.from + nth
        return { item: list.at(at), below: heights.before(at) - top }
      },
    )
    // A file's header says least about what the user looks at.
    const rank = ({ item }: { item: DiffItem }): number =>
      isOf(item, steady) ? 0 : item.type === 'file' ? 2 : 1
    return found.toSorted((one, other) => rank(one) - rank(other))
  }

  const measured = (entries: readonly ResizeObserverEntry[]): void => {
    let changed = false
    for (const { target, borderBoxSize } of entries) {
      const item = Number((target as HTMLElement).dataset['item'])
      const now = borderBoxSize[0]?.blockSize ?? 0
      // A hidden element has no height.
      if (!items || item >= items.count || now === 0 || now === heights.of(item)) continue
      const measuredItem = items.at(item)
      known.set(nameOf(measuredItem), { item: measuredItem, height: now })
      heights.change(item, now)
      changed = true
    }
    if (changed) lookAndTell()
  }
  const watcher = new ResizeObserver(measured)

  return {
    show(next, steady) {
      if (next === items) return
      const before = items && !next.isSameVersion(items) ? inView(items, steady) : []
      items = next
      const all = next.heights()
      for (const { item, height: one } of known.values()) {
        const at = next.find(item)
        if (at >= 0) all[at] = one
      }
      heights = createHeights(all)
      const anchor = before.find(({ item }) => next.find(item) >= 0)
      if (anchor) {
        top = Math.max(0, heights.before(next.find(anchor.item)) - anchor.below)
        wantedTop = top
      }
      look()
    },
    shown() {
      if (wantedTop === null || !box) return
      const wanted = wantedTop
      wantedTop = null
      if (box.scrollTop !== wanted) box.scrollTop = wanted
    },
    range: () => range,
    seen: () => seen,
    heightOf: (item) => heights.of(item),
    room: (from, to) => heights.before(to) - heights.before(from),
    follow(scroller) {
      box = scroller
      const onScroll = (): void => {
        top = scroller.scrollTop
        lookAndTell()
      }
      const resized = new ResizeObserver(() => {
        // A hidden box has no height; keep the position.
        if (scroller.clientHeight === 0) return
        height = scroller.clientHeight
        onScroll()
      })
      resized.observe(scroller)
      scroller.addEventListener('scroll', onScroll, { passive: true })
      return () => {
        cancelAnimationFrame(frame)
        resized.disconnect()
        scroller.removeEventListener('scroll', onScroll)
      }
    },
    watch(element) {
      watcher.observe(element)
      return () => watcher.unobserve(element)
    },
    scrollTo(item, below) {
      top = Math.max(0, Math.min(heights.before(item) - below, heights.total() - height))
      lookAndTell()
      if (box) box.scrollTop = top
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
