// Which chunk is drawn next: the one that came into sight last, one to a frame. What has been scrolled past before its
// turn is never drawn, and what was drawn once is kept for the way back.
import type { DiffRow } from './diff-rows.ts'

export interface ChunkQueue {
  /** Calls back when the rows are there and it is this chunk's turn; returns how to take that back. */
  want(file: number, chunk: number, show: (rows: DiffRow[]) => void): () => void
}

interface Wanted {
  file: number
  chunk: number
  show: (rows: DiffRow[]) => void
}

/** A few in flight keep the worker busy; more would make it draw what was scrolled past. */
const IN_FLIGHT = 2
const KEPT = 400

export function createChunkQueue(
  draw: (file: number, chunk: number) => Promise<DiffRow[]>,
  first: DiffRow[],
): ChunkQueue {
  const kept = new Map<string, DiffRow[]>([['0 0', first]])
  const wanted = new Set<Wanted>()
  const ready: { one: Wanted; rows: DiffRow[] }[] = []
  let inFlight = 0
  let frame = 0

  const showNext = (): void => {
    frame = 0
    let next = ready.pop()
    while (next && !wanted.has(next.one)) next = ready.pop()
    if (next) {
      wanted.delete(next.one)
      next.one.show(next.rows)
    }
    if (ready.length > 0) frame = requestAnimationFrame(showNext)
  }

  const isReady = (one: Wanted, rows: DiffRow[]): void => {
    ready.push({ one, rows })
    frame ||= requestAnimationFrame(showNext)
  }

  const asked = new WeakSet<Wanted>()
  const pump = (): void => {
    for (const one of [...wanted].toReversed()) {
      if (inFlight >= IN_FLIGHT) return
      if (asked.has(one)) continue
      asked.add(one)
      inFlight += 1
      const name = `${one.file} ${one.chunk}`
      draw(one.file, one.chunk).then(
        (rows) => {
          inFlight -= 1
          kept.set(name, rows)
          for (const old of kept.keys()) {
            if (kept.size <= KEPT) break
            kept.delete(old)
          }
          isReady(one, rows)
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
    want(file, chunk, show) {
      const name = `${file} ${chunk}`
      const rows = kept.get(name)
      const one: Wanted = { file, chunk, show }
      if (rows && file === 0 && chunk === 0) {
        // The first thing seen is not kept waiting for a frame.
        show(rows)
        return () => {}
      }
      wanted.add(one)
      if (rows) {
        asked.add(one)
        isReady(one, rows)
      } else pump()
      return () => {
        wanted.delete(one)
      }
    },
  }
}
