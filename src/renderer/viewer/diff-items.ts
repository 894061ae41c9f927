// A diff as one list of items, with lookups. A large diff has tens of thousands of items, so each is created on demand.
import { isSameFile } from '../store/pointing.ts'
import type { PointedLines } from '../store/state.ts'
import type { FileSummary } from './diff-document.ts'

export type DiffItem =
  | { type: 'file'; file: FileSummary; open: boolean }
  | { type: 'chunk'; file: FileSummary; chunk: number; hunk: number; first: boolean; rows: number }
  | { type: 'nothing'; file: FileSummary }

/** In pixels, as in diff.css: the height of an item if each line fits in one row. */
export const FILE_HEIGHT = 37
export const BAR_HEIGHT = 30
const ROW_HEIGHT = 20
const NOTHING_HEIGHT = 52

export interface DiffItems {
  count: number
  /** Returns the same object each time. */
  at(index: number): DiffItem
  /** The index of a file's header, by the index of the file in the diff. */
  heading(file: number): number
  /** The index of the header above an item. */
  headingOf(index: number): number
  hunks(): HunkPlace[]
  /** The estimated height of each item. */
  heights(): Float64Array
}

export interface HunkPlace {
  file: number
  hunk: number
  /** The index of its first item. */
  item: number
}

const beginsHunk = ({ chunks }: FileSummary, chunk: number): boolean =>
  chunk === 0 || chunks.hunks[chunk] !== chunks.hunks[chunk - 1]

export function diffItems(files: readonly FileSummary[], closed: ReadonlySet<number>): DiffItems {
  /** The index of each file's header, and the end. */
  const starts = new Uint32Array(files.length + 1)
  files.forEach(({ index, chunks }, at) => {
    const below = closed.has(index) ? 0 : Math.max(1, chunks.rows.length)
    starts[at + 1] = starts[at]! + 1 + below
  })
  const fileAt = (index: number): number => {
    let low = 0
    let high = files.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= index) low = middle
      else high = middle - 1
    }
    return low
  }
  const make = (index: number): DiffItem => {
    const at = fileAt(index)
    const file = files[at]!
    const chunk = index - starts[at]! - 1
    if (chunk < 0) return { type: 'file', file, open: !closed.has(file.index) }
    const { rows, hunks } = file.chunks
    if (rows.length === 0) return { type: 'nothing', file }
    const first = beginsHunk(file, chunk)
    return { type: 'chunk', file, chunk, hunk: hunks[chunk]!, first, rows: rows[chunk]! }
  }
  const made = new Map<number, DiffItem>()
  return {
    count: starts[files.length]!,
    at(index) {
      const item = made.get(index) ?? make(index)
      made.set(index, item)
      return item
    },
    heading: (file) => starts[file] ?? 0,
    headingOf: (index) => starts[fileAt(index)]!,
    hunks: () =>
      files.flatMap((file, at) => {
        const places: HunkPlace[] = []
        if (closed.has(file.index)) return places
        for (let chunk = 0; chunk < file.chunks.rows.length; chunk += 1) {
          if (!beginsHunk(file, chunk)) continue
          places.push({ file: file.index, hunk: file.chunks.hunks[chunk]!, item: starts[at]! + 1 + chunk })
        }
        return places
      }),
    heights() {
      const heights = new Float64Array(starts[files.length]!)
      files.forEach((file, at) => {
        let index = starts[at]!
        heights[index++] = FILE_HEIGHT
        if (closed.has(file.index)) return
        const { rows } = file.chunks
        if (rows.length === 0) heights[index] = NOTHING_HEIGHT
        for (let chunk = 0; chunk < rows.length; chunk += 1)
          heights[index++] = rows[chunk]! * ROW_HEIGHT + (beginsHunk(file, chunk) ? BAR_HEIGHT : 0)
      })
      return heights
    },
  }
}

export type Step = 'hunk.next' | 'hunk.previous' | 'file.next' | 'file.previous'

/**
 * The hunk to go to: from the current one if it is in view; else from the first one in view, which is itself the first stop
 * when going forward.
 */
export function stepFrom(
  places: readonly HunkPlace[],
  current: { file: number; hunk: number } | null,
  seen: { from: number; to: number },
  step: Step,
): HunkPlace | null {
  if (places.length === 0) return null
  const at = current
    ? places.findIndex(({ file, hunk }) => file === current.file && hunk === current.hunk)
    : -1
  const inSight = (place: HunkPlace | undefined, next: HunkPlace | undefined): boolean =>
    place !== undefined && place.item <= seen.to && (next?.item ?? Infinity) > seen.from
  const known = at >= 0 && inSight(places[at], places[at + 1])
  const nearest = Math.max(
    0,
    places.findLastIndex(({ item }) => item <= seen.from + 1),
  )
  const from = known ? at : nearest
  const here = places[from]!
  switch (step) {
    case 'hunk.next':
      return known ? (places[from + 1] ?? null) : here
    case 'hunk.previous':
      return places[from - 1] ?? (known ? null : here)
    case 'file.next':
      return places.find(({ file }) => file > here.file) ?? null
    case 'file.previous': {
      const before = places.findLast(({ file }) => file < here.file)
      return before ? (places.find(({ file }) => file === before.file) ?? null) : (places[0] ?? null)
    }
  }
}

/** The hunk with the lines the agent points at: the last one that begins at or before their end. */
export function hunkAtLines(
  files: readonly FileSummary[],
  { file: name, endLine }: PointedLines,
): { file: number; hunk: number } | null {
  const file = files.find((one) => isSameFile(one.name, name))
  if (!file || file.hunks.length === 0) return null
  const hunk = file.hunks.findLastIndex(({ line }) => line <= endLine)
  return { file: file.index, hunk: Math.max(0, hunk) }
}
