// Which hunks of a diff are not decided yet.
import type { FileSummary } from './diff-document.ts'
import { placeOfKey } from './diff-items.ts'
import type { Marks } from './hunk-marks.ts'

/** What a file header offers: whether something of the file can still be kept, and reverted. */
export type OpenHunks = 'none' | 'revertable' | 'all'

/** A kept hunk can still be reverted; a reverted one cannot be kept. */
export function openHunksOf({ hunks, canRevert }: FileSummary, marks: Marks): OpenHunks {
  const tags = new Set(hunks.map(({ key }) => marks.get(key)?.tag))
  if (tags.has(undefined)) return 'all'
  return tags.has('kept') && canRevert ? 'revertable' : 'none'
}

export const undecidedIn = (files: readonly FileSummary[], marks: Marks): string[] =>
  files.flatMap(({ hunks }) => hunks.flatMap(({ key }) => (marks.has(key) ? [] : [key])))

/** The number of a hunk among all hunks of the diff, from 1. */
export function numberOf(
  files: readonly FileSummary[],
  { file, hunk }: { file: number; hunk: number },
): number {
  return files.slice(0, file).reduce((sum, { hunks }) => sum + hunks.length, 0) + hunk + 1
}

/** The hunk that a hunk has become in a newer version of the diff; null if there is none, or it is there unchanged. */
export function successorOf(
  older: readonly FileSummary[],
  newer: readonly FileSummary[],
  key: string,
): string | null {
  const was = placeOfKey(older, key)
  if (!was || placeOfKey(newer, key)) return null
  const { name, hunks } = older[was.file]!
  const { line } = hunks[was.hunk]!
  const known = new Set(hunks.map((hunk) => hunk.key))
  const changed = newer.find((file) => file.name === name)?.hunks.filter((hunk) => !known.has(hunk.key)) ?? []
  return (
    changed.toSorted((one, other) => Math.abs(one.line - line) - Math.abs(other.line - line))[0]?.key ?? null
  )
}

/** Where a hunk of one version of a diff is in a newer one; else what has taken its place in its file. */
export function placeInNewer(
  older: readonly FileSummary[],
  newer: readonly FileSummary[],
  { file, hunk }: { file: number; hunk: number },
): { file: number; hunk: number } | null {
  const before = older[file]
  const key = before?.hunks[hunk]?.key
  const place = key === undefined ? null : placeOfKey(newer, key)
  if (place) return place
  const same = newer.find(({ name }) => name === before?.name)
  return same ? { file: same.index, hunk: Math.max(0, Math.min(hunk, same.hunks.length - 1)) } : null
}
