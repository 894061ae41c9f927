// The vectors of all passages of a folder, close together: hundreds of thousands of small arrays would take several times
// the memory, and longer to compare.
import { DIMENSIONS } from './word-vectors.ts'

/** How alike two vectors are that point the same way. */
const SAME_WAY = 127 * 127
/** Vectors in one piece of memory. */
const SLAB = 32_768

export interface Similar {
  id: number
  /** 1 for vectors that point the same way. */
  similarity: number
}

/** Where the vectors of a file are. */
export interface Place {
  slab: number
  at: number
  count: number
}

export interface VectorTable {
  /** Vectors one after the other; the ids of their passages are consecutive. */
  add(firstId: number, vectors: Int8Array): Place
  remove(place: Place): void
  /** The most similar, best first. */
  nearest(to: Int8Array, limit: number): Similar[]
}

interface Slab {
  vectors: Int8Array
  /** 0 where there is none. */
  ids: Int32Array
  used: number
}

export function createVectorTable(): VectorTable {
  const slabs: Slab[] = []
  /** Places that nobody uses, by their size. */
  const free = new Map<number, Place[]>()

  /** A file that is saved again mostly has as many passages as before, so it takes the same place. */
  function placeFor(count: number): Place {
    const before = free.get(count)?.pop()
    if (before) return before
    const slab = withRoom(count)
    const at = slabs[slab]!.used
    slabs[slab]!.used += count
    return { slab, at, count }
  }

  function withRoom(count: number): number {
    const found = slabs.findLastIndex(({ ids, used }) => ids.length - used >= count)
    if (found >= 0) return found
    const length = Math.max(SLAB, count)
    slabs.push({ vectors: new Int8Array(length * DIMENSIONS), ids: new Int32Array(length), used: 0 })
    return slabs.length - 1
  }

  return {
    add(firstId, vectors) {
      const count = Math.floor(vectors.length / DIMENSIONS)
      const place = placeFor(count)
      const { vectors: all, ids } = slabs[place.slab]!
      all.set(vectors.subarray(0, count * DIMENSIONS), place.at * DIMENSIONS)
      for (let one = 0; one < count; one++) ids[place.at + one] = firstId + one
      return place
    },
    remove(place) {
      const { slab, at, count } = place
      slabs[slab]!.ids.fill(0, at, at + count)
      const others = free.get(count)
      if (others) others.push(place)
      else free.set(count, [place])
    },
    nearest(to, limit) {
      const best = createNearest(limit)
      for (const { vectors, ids, used } of slabs)
        for (let one = 0; one < used; one++)
          if (ids[one] !== 0) best.offer(ids[one]!, similarityAt(vectors, one * DIMENSIONS, to))
      return best.all()
    },
  }
}

/** The similarity of a vector to the one that starts at `from` among many. */
export function similarityAt(vectors: Int8Array, from: number, to: Int8Array): number {
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at++) sum += vectors[from + at]! * to[at]!
  return sum / SAME_WAY
}

/** Keeps the best of very many, without sorting them all. */
export function createNearest(limit: number): {
  offer(id: number, similarity: number): void
  all(): Similar[]
} {
  let kept: Similar[] = []
  let least = -Infinity
  const cut = (): void => {
    kept.sort((a, b) => b.similarity - a.similarity || a.id - b.id)
    kept = kept.slice(0, limit)
    if (kept.length === limit) least = kept.at(-1)!.similarity
  }
  return {
    offer(id, similarity) {
      if (similarity <= least) return
      kept.push({ id, similarity })
      if (kept.length >= 4 * limit) cut()
    },
    all() {
      cut()
      return kept
    },
  }
}
