// A diff as it is now still shows what the user reverted in an earlier version of it, so that it can be put back.
import { scanDiff, type ScannedDiff, type ScannedFile, type ScannedHunk } from './diff-scan.ts'
import { hunkKeys } from './hunk-keys.ts'

interface PlacedHunk {
  diff: ScannedDiff
  hunk: ScannedHunk
}

interface PlacedFile {
  name: string
  header: readonly string[]
  hunks: PlacedHunk[]
}

const nameOf = ({ header }: ScannedFile): string =>
  header.filter((line) => /^(?:diff --|--- |\+\+\+ )/.test(line)).join('\n')

/** How many lines of the old file it is about. */
function oldLines({ diff, hunk: { from, to } }: PlacedHunk): number {
  return diff.lines.slice(from, to).filter((line) => !/^[+\\]/.test(line)).length
}

const overlap = (one: PlacedHunk, other: PlacedHunk): boolean =>
  one.hunk.oldStart < other.hunk.oldStart + oldLines(other) &&
  other.hunk.oldStart < one.hunk.oldStart + oldLines(one)

/** `now` with those hunks of `before` that were reverted, wherever their lines are still free. */
export function keepReverted(before: string, now: string, reverted: ReadonlySet<string>): string {
  if (reverted.size === 0) return now
  const [older, newer] = [scanDiff(before), scanDiff(now)]
  const files: PlacedFile[] = newer.files.map((file) => ({
    name: nameOf(file),
    header: file.header,
    hunks: file.hunks.map((hunk) => ({ diff: newer, hunk })),
  }))
  const present = new Set(newer.files.flatMap((file) => hunkKeys(newer, file)))
  let isKept = false
  /** Where a file that is gone now belongs: after the one that it followed. */
  let after = -1
  for (const file of older.files) {
    const keys = hunkKeys(older, file)
    const lost = file.hunks
      .filter((_, at) => reverted.has(keys[at]!) && !present.has(keys[at]!))
      .map((hunk) => ({ diff: older, hunk }))
    const at = files.findIndex(({ name }) => name === nameOf(file))
    if (at >= 0) after = at
    if (lost.length === 0) continue
    isKept = true
    if (at < 0) {
      after += 1
      files.splice(after, 0, { name: nameOf(file), header: file.header, hunks: lost })
      continue
    }
    const known = files[at]!
    const free = lost.filter((one) => !known.hunks.some((other) => overlap(one, other)))
    known.hunks = [...known.hunks, ...free].toSorted((one, other) => one.hunk.oldStart - other.hunk.oldStart)
  }
  return isKept ? textOf(files) : now
}

function textOf(files: readonly PlacedFile[]): string {
  const lines = files.flatMap(({ header, hunks }) => [
    ...withoutLast(header),
    ...hunks.flatMap(({ diff, hunk: { heading, from, to } }) => [
      heading,
      ...withoutLast(diff.lines.slice(from, to)),
    ]),
  ])
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

/** The end of a text is an empty line of its last part. */
const withoutLast = (lines: readonly string[]): readonly string[] =>
  lines.at(-1) === '' ? lines.slice(0, -1) : lines

/** Whether two diffs have the same hunks, at whatever lines. */
export function hasSameHunks(one: string, other: string): boolean {
  const [first, second] = [scanDiff(one), scanDiff(other)].map((diff) =>
    diff.files.map((file) => [nameOf(file), ...hunkKeys(diff, file)].join(' ')),
  )
  return JSON.stringify(first) === JSON.stringify(second)
}
