// Decides which chunk to render next: the one nearest to the viewport, of several in it first one that shows nothing yet, and
// only as many per frame as there is time for.
// Chunks that the user scrolled past are skipped, and recently rendered rows are cached for scrolling back.
import type { DiffRow } from './diff-rows.ts'

export interface ChunkQueue {
  /** Calls back when the rows are there and it is this chunk's turn; returns a function that cancels it. */
  want(wanted: Wanted): () => void
  /** The items in view, as indexes in the list. */
  look(seen: { from: number; to: number }): void
}

interface Wanted {
  file: number
  chunk: number
  /** Its index in the list. */
  item: number
  /** Nothing is on the page in its place; otherwise, an earlier version of it is. */
  isBlank: boolean
  show: (rows: DiffRow[]) => void
}

/** A few requests keep the worker busy; more would render chunks that were scrolled past. */
const IN_FLIGHT = 2
const MAX_CACHED = 64
/** Creating the rows costs about a tenth of what the browser needs for them in the same frame. */
const FRAME_SHARE_MS = 2

export function createChunkQueue(
  draw: (file: number, chunk: number) => Promise<DiffRow[]>,
  /** The first chunks of the first file, which arrived with it. */
  first: readonly DiffRow[][],
): ChunkQueue {
  const cache = new Map<string, DiffRow[]>(first.map((rows, chunk) => [nameOf(0, chunk), rows]))
  const wanted = new Set<Wanted>()
  const ready = new Map<Wanted, DiffRow[]>()
  const asked = new WeakSet<Wanted>()
  let seen = { from: 0, to: 0 }
  let inFlight = 0
  let frame = 0

  const distance = ({ item }: Wanted): number => Math.max(seen.from - item, item - seen.to, 0)
  const comesBefore = (one: Wanted, other: Wanted): boolean => {
    const nearer = distance(one) - distance(other)
    return nearer < 0 || (nearer === 0 && one.isBlank && !other.isBlank)
  }
  const nearest = (some: Iterable<Wanted>): Wanted | null => {
    let best: Wanted | null = null
    for (const one of some) if (!best || comesBefore(one, best)) best = one
    return best
  }

  const showSome = (): void => {
    frame = 0
    const from = performance.now()
    do {
      const next = nearest(ready.keys())
      if (!next) return
      const rows = ready.get(next)!
      forget(next)
      next.show(rows)
    } while (performance.now() - from < FRAME_SHARE_MS)
    if (ready.size > 0) frame = requestAnimationFrame(showSome)
  }
  const forget = (one: Wanted): void => {
    wanted.delete(one)
    ready.delete(one)
  }
  const isReady = (one: Wanted, rows: DiffRow[]): void => {
    ready.set(one, rows)
    frame ||= requestAnimationFrame(showSome)
  }
  const remember = (name: string, rows: DiffRow[]): void => {
    cache.delete(name)
    cache.set(name, rows)
    if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!)
  }

  const pump = (): void => {
    while (inFlight < IN_FLIGHT) {
      const one = nearest([...wanted].filter((waiting) => !asked.has(waiting)))
      if (!one) return
      asked.add(one)
      inFlight += 1
      draw(one.file, one.chunk).then(
        (rows) => {
          inFlight -= 1
          remember(nameOf(one.file, one.chunk), rows)
          if (wanted.has(one)) isReady(one, rows)
          pump()
        },
        () => {
          // Only a closed diff rejects.
          inFlight -= 1
        },
      )
    }
  }

  let isPumping = false
  /** Once all chunks of a new page have said that they want to be rendered. */
  const pumpSoon = (): void => {
    if (isPumping) return
    isPumping = true
    queueMicrotask(() => {
      isPumping = false
      pump()
    })
  }

  return {
    want(one) {
      const name = nameOf(one.file, one.chunk)
      const rows = cache.get(name)
      if (rows && one.item === FIRST_CHUNK) {
        // The first chunk does not wait for a frame.
        one.show(rows)
        return () => {}
      }
      wanted.add(one)
      if (rows) {
        asked.add(one)
        remember(name, rows)
        isReady(one, rows)
      } else pumpSoon()
      return () => forget(one)
    },
    look(now) {
      seen = now
    },
  }
}

/** After the first file header. */
const FIRST_CHUNK = 1

const nameOf = (file: number, chunk: number): string => `${file} ${chunk}`
