// A diff as one list of things to draw, and how to find one's way in it.
import type { FileSummary } from './diff-document.ts'

export type DiffItem =
  | { type: 'file'; file: FileSummary; open: boolean }
  | { type: 'chunk'; file: FileSummary; chunk: number; hunk: number; first: boolean; rows: number }
  | { type: 'nothing'; file: FileSummary }

export interface HunkPlace {
  file: number
  hunk: number
  /** Where it begins in the list. */
  item: number
}

export function diffItems(files: readonly FileSummary[], closed: ReadonlySet<number>): DiffItem[] {
  return files.flatMap((file): DiffItem[] => {
    const open = !closed.has(file.index)
    const heading: DiffItem = { type: 'file', file, open }
    if (!open) return [heading]
    if (file.chunks.length === 0) return [heading, { type: 'nothing', file }]
    return [
      heading,
      ...file.chunks.map(({ rows, hunk, first }, chunk): DiffItem => ({
        type: 'chunk',
        file,
        chunk,
        hunk,
        first,
        rows,
      })),
    ]
  })
}

export function hunkPlaces(items: readonly DiffItem[]): HunkPlace[] {
  return items.flatMap((item, at) =>
    item.type === 'chunk' && item.first ? [{ file: item.file.index, hunk: item.hunk, item: at }] : [],
  )
}

export type Step = 'hunk.next' | 'hunk.previous' | 'file.next' | 'file.previous'

/**
 * The hunk to go to. From a current one that can be seen; else from the first that is seen, which is itself where one
 * goes first when going on.
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
