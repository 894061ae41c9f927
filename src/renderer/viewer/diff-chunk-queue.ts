// Which chunk is drawn next: the one nearest to what is in sight, and no more in one frame than a frame has time for.
// What has been scrolled past before its turn is never drawn, and what was drawn lately is kept for the way back.
import type { DiffRow } from './diff-rows.ts'

export interface ChunkQueue {
  /** Calls back when the rows are there and it is this chunk's turn; returns how to take that back. */
  want(wanted: Wanted): () => void
  /** What is in sight, as places in the list. */
  look(seen: { from: number; to: number }): void
}

interface Wanted {
  file: number
  chunk: number
  /** Its place in the list. */
  item: number
  show: (rows: DiffRow[]) => void
}

/** A few in flight keep the worker busy; more would make it draw what was scrolled past. */
const IN_FLIGHT = 2
const KEPT = 64
/** Making the rows is about a tenth of what they cost the browser in the same frame. */
const FRAME_SHARE_MS = 2

export function createChunkQueue(
  draw: (file: number, chunk: number) => Promise<DiffRow[]>,
  /** The first chunks of the first file, which came with it. */
  first: readonly DiffRow[][],
): ChunkQueue {
  const kept = new Map<string, DiffRow[]>(first.map((rows, chunk) => [nameOf(0, chunk), rows]))
  const wanted = new Set<Wanted>()
  const ready = new Map<Wanted, DiffRow[]>()
  const asked = new WeakSet<Wanted>()
  let seen = { from: 0, to: 0 }
  let inFlight = 0
  let frame = 0

  const distance = ({ item }: Wanted): number => Math.max(seen.from - item, item - seen.to, 0)
  const nearest = (some: Iterable<Wanted>): Wanted | null => {
    let best: Wanted | null = null
    for (const one of some) if (!best || distance(one) < distance(best)) best = one
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
  const keep = (name: string, rows: DiffRow[]): void => {
    kept.delete(name)
    kept.set(name, rows)
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
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
          keep(nameOf(one.file, one.chunk), rows)
          if (wanted.has(one)) isReady(one, rows)
          pump()
        },
        () => {
          // Only a closed diff refuses; there is nobody left to tell.
          inFlight -= 1
        },
      )
    }
  }

  return {
    want(one) {
      const name = nameOf(one.file, one.chunk)
      const rows = kept.get(name)
      if (rows && one.item === FIRST_CHUNK) {
        // The first thing seen is not kept waiting for a frame.
        one.show(rows)
        return () => {}
      }
      wanted.add(one)
      if (rows) {
        asked.add(one)
        keep(name, rows)
        isReady(one, rows)
      } else pump()
      return () => forget(one)
    },
    look(now) {
      seen = now
    },
  }
}

/** After the heading of the first file. */
const FIRST_CHUNK = 1

const nameOf = (file: number, chunk: number): string => `${file} ${chunk}`
