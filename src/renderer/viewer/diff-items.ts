// A diff as one list of items, with lookups. A large diff has tens of thousands of items, so each is created on demand.
import { isSameFile } from '../store/pointing.ts'
import type { PointedLines } from '../store/state.ts'
import type { FileSummary } from './diff-document.ts'

/** `name` is the same for the same item of another version of the diff. */
export type DiffItem =
  | { type: 'file'; name: string; file: FileSummary; open: boolean }
  | {
      type: 'chunk'
      name: string
      file: FileSummary
      chunk: number
      /** Its number among the chunks of its hunk. */
      part: number
      hunk: number
      first: boolean
      rows: number
      /** Only the bar of its hunk is shown. */
      folded: boolean
    }
  | { type: 'nothing'; name: string; file: FileSummary }

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
  hunks(): readonly HunkPlace[]
  /** The estimated height of each item. */
  heights(): Float64Array
  /** The index of an item of another list, also of another version of the diff, if it looks the same here; -1 if not. */
  find(item: DiffItem): number
  /** Whether another list is about the same version of the diff. */
  isSameVersion(other: DiffItems): boolean
  files: readonly FileSummary[]
}

export interface HunkPlace {
  file: number
  hunk: number
  /** The index of its first item. */
  item: number
}

const beginsHunk = ({ chunks }: FileSummary, chunk: number): boolean =>
  chunk === 0 || chunks.hunks[chunk] !== chunks.hunks[chunk - 1]

/** The number of a chunk among those of its hunk. */
function partOf({ chunks }: FileSummary, chunk: number): number {
  let first = chunk
  while (first > 0 && chunks.hunks[first - 1] === chunks.hunks[chunk]) first -= 1
  return chunk - first
}

/** The names of the files; a file that comes twice in a diff is told apart by its number. */
function namesOf(files: readonly FileSummary[]): string[] {
  const seen = new Map<string, number>()
  return files.map(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}\n${count}`
  })
}

/** The chunks that are shown where some hunks are folded; null if it is all of them. */
function shownChunks(file: FileSummary, folded: ReadonlySet<string>): number[] | null {
  if (folded.size === 0 || !file.hunks.some(({ key }) => folded.has(key))) return null
  return [...file.chunks.hunks.keys()].filter(
    (chunk) => beginsHunk(file, chunk) || !folded.has(file.hunks[file.chunks.hunks[chunk]!]!.key),
  )
}

/** `folded` has the keys of the hunks of which only the bar is shown. */
export function diffItems(
  files: readonly FileSummary[],
  closed: ReadonlySet<number>,
  folded: ReadonlySet<string> = new Set(),
): DiffItems {
  const shown = files.map((file) => shownChunks(file, folded))
  const names = namesOf(files)
  /** The index of each file's header, and the end. */
  const starts = new Uint32Array(files.length + 1)
  files.forEach(({ index, chunks }, at) => {
    const below = closed.has(index) ? 0 : Math.max(1, shown[at]?.length ?? chunks.rows.length)
    starts[at + 1] = starts[at]! + 1 + below
  })
  const isFolded = (file: FileSummary, hunk: number): boolean =>
    folded.size > 0 && folded.has(file.hunks[hunk]?.key ?? '')
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
    const below = index - starts[at]! - 1
    const ofFile = names[at]!
    if (below < 0) return { type: 'file', name: ofFile, file, open: !closed.has(file.index) }
    const { rows, hunks } = file.chunks
    if (rows.length === 0) return { type: 'nothing', name: `${ofFile}\nnothing`, file }
    const chunk = shown[at]?.[below] ?? below
    const hunk = hunks[chunk]!
    const part = partOf(file, chunk)
    return {
      type: 'chunk',
      name: `${ofFile}\n${file.hunks[hunk]?.key ?? hunk}\n${part}`,
      file,
      chunk,
      part,
      hunk,
      first: part === 0,
      rows: rows[chunk]!,
      folded: isFolded(file, hunk),
    }
  }
  /** What another version of the diff has in place of an item; null if nothing is the same. */
  const counterpart = (item: DiffItem): { at: number; chunk: number } | null => {
    const own = item.file.index
    if (files[own] === item.file) return { at: own, chunk: item.type === 'chunk' ? item.chunk : 0 }
    const key = item.type === 'chunk' ? item.file.hunks[item.hunk]?.key : null
    const at = names.indexOf(item.name.split('\n', 1)[0]!)
    const file = files[at]
    if (!file || key === undefined) return null
    if (key === null) return { at, chunk: 0 }
    const first = file.chunks.hunks.indexOf(file.hunks.findIndex((hunk) => hunk.key === key))
    return first < 0 || item.type !== 'chunk' ? null : { at, chunk: first + item.part }
  }
  const made = new Map<number, DiffItem>()
  const findHunks = (): HunkPlace[] =>
    files.flatMap((file, at) => {
      const places: HunkPlace[] = []
      if (closed.has(file.index)) return places
      const chunks = shown[at] ?? file.chunks.hunks.keys()
      let item = starts[at]! + 1
      for (const chunk of chunks) {
        if (beginsHunk(file, chunk)) places.push({ file: file.index, hunk: file.chunks.hunks[chunk]!, item })
        item += 1
      }
      return places
    })
  let hunks: HunkPlace[] | null = null
  return {
    count: starts[files.length]!,
    at(index) {
      const item = made.get(index) ?? make(index)
      made.set(index, item)
      return item
    },
    heading: (file) => starts[file] ?? 0,
    headingOf: (index) => starts[fileAt(index)]!,
    hunks: () => (hunks ??= findHunks()),
    heights() {
      const heights = new Float64Array(starts[files.length]!)
      files.forEach((file, at) => {
        let index = starts[at]!
        heights[index++] = FILE_HEIGHT
        if (closed.has(file.index)) return
        const { rows } = file.chunks
        if (rows.length === 0) heights[index] = NOTHING_HEIGHT
        for (const chunk of shown[at] ?? rows.keys()) {
          const lines = isFolded(file, file.chunks.hunks[chunk]!) ? 0 : rows[chunk]!
          heights[index++] = lines * ROW_HEIGHT + (beginsHunk(file, chunk) ? BAR_HEIGHT : 0)
        }
      })
      return heights
    },
    find(item) {
      const found = counterpart(item)
      if (!found) return -1
      const { at, chunk } = found
      if (item.type === 'file') return starts[at] ?? -1
      const file = files[at]!
      const below = shown[at] ? shown[at].indexOf(chunk) : chunk
      const index = below < 0 ? -1 : starts[at]! + 1 + below
      if (index < 0 || index >= (starts[at + 1] ?? 0)) return -1
      if (item.type === 'nothing') return file.chunks.rows.length === 0 ? index : -1
      const hunk = file.chunks.hunks[chunk]
      return hunk !== undefined &&
        item.folded === isFolded(file, hunk) &&
        item.rows === file.chunks.rows[chunk]
        ? index
        : -1
    },
    isSameVersion: (other) => other.files === files,
    files,
  }
}

export type Step = 'hunk.next' | 'hunk.previous' | 'file.next' | 'file.previous'

const placeOf = (places: readonly HunkPlace[], current: { file: number; hunk: number } | null): number =>
  current ? places.findIndex(({ file, hunk }) => file === current.file && hunk === current.hunk) : -1

const isInSight = (places: readonly HunkPlace[], at: number, seen: { from: number; to: number }): boolean => {
  const place = places[at]
  return place !== undefined && place.item <= seen.to && (places[at + 1]?.item ?? Infinity) > seen.from
}

const nearestTo = (places: readonly HunkPlace[], seen: { from: number }): number =>
  Math.max(
    0,
    places.findLastIndex(({ item }) => item <= seen.from + 1),
  )

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
  const at = placeOf(places, current)
  const known = isInSight(places, at, seen)
  const from = known ? at : nearestTo(places, seen)
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

/** The hunk that a key acts on: the current one while it is in view, else the first one in view. */
export function hunkInSight(
  places: readonly HunkPlace[],
  current: { file: number; hunk: number } | null,
  seen: { from: number; to: number },
): HunkPlace | null {
  const at = placeOf(places, current)
  if (isInSight(places, at, seen)) return places[at] ?? null
  return places[nearestTo(places, seen)] ?? null
}

export function placeOfKey(
  files: readonly FileSummary[],
  key: string,
): { file: number; hunk: number } | null {
  for (const { index, hunks } of files) {
    const hunk = hunks.findIndex((one) => one.key === key)
    if (hunk >= 0) return { file: index, hunk }
  }
  return null
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
