// Splits a diff into chunks that are small enough to render one per frame. A browser needs seconds to lay out thousands of
// rows and milliseconds for a dozen, so nothing larger than a chunk is put on the page at once.
import type { ScannedDiff, ScannedFile, ScannedHunk } from '../../core/review/diff-scan.ts'

export type DiffLayout = 'side-by-side' | 'unified'

export interface DiffShape {
  layout: DiffLayout
  /** How many characters fit in a row: longer lines take several rows. */
  columns: number
}

/** The size of a chunk, in lines of ordinary length. Two columns have twice the cells. */
const CHUNK_WEIGHT: Record<DiffLayout, number> = { unified: 16, 'side-by-side': 12 }
/** Removed and added lines that belong together stay together up to this many times the size. */
const RUN_FACTOR = 2
/** A line that takes several rows counts several times. */
const ROW_LENGTH = 120

export type LineKind = 'context' | 'insert' | 'delete'

export interface DiffLine {
  kind: LineKind
  /** Its index among the lines of the diff. */
  at: number
  /** Its line number in the old and in the new file; 0 if it is not in that file. */
  old: number
  now: number
  /** The file ends after it without a newline. */
  noNewline: boolean
  /** What it costs to render, in lines of ordinary length. */
  weight: number
  /** How many rows it probably takes. */
  rows: number
}

/** A part of one hunk that is rendered at once. */
export interface DiffChunk {
  hunk: number
  /** The first chunk of its hunk, below the hunk's bar. */
  first: boolean
  lines: DiffLine[]
  /** How many rows it will have, to reserve its height. */
  rows: number
}

function kindOf(line: string, signs: number): LineKind {
  for (let at = 0; at < signs; at += 1) {
    if (line[at] === '+') return 'insert'
    if (line[at] === '-') return 'delete'
  }
  return 'context'
}

/** Longer lines are cut: a minified file would be one line of many screens. */
export const MAX_LINE_LENGTH = 2000

function linesOf({ lines }: ScannedDiff, hunk: ScannedHunk, signs: number, columns: number): DiffLine[] {
  const found: DiffLine[] = []
  let old = hunk.oldStart
  let now = hunk.newStart
  for (let at = hunk.from; at < hunk.to; at += 1) {
    const line = lines[at]!
    if (line.startsWith('\\')) {
      const before = found.at(-1)
      if (before) before.noNewline = true
      continue
    }
    const kind = kindOf(line, signs)
    found.push({
      kind,
      at,
      old: kind === 'insert' ? 0 : old,
      now: kind === 'delete' ? 0 : now,
      noNewline: false,
      weight: 1 + Math.floor(Math.min(line.length, MAX_LINE_LENGTH) / ROW_LENGTH),
      rows: Math.max(1, Math.ceil(Math.min(line.length - signs, MAX_LINE_LENGTH) / columns)),
    })
    if (kind !== 'insert') old += 1
    if (kind !== 'delete') now += 1
  }
  return found
}

const weightOf = (lines: readonly DiffLine[]): number => lines.reduce((sum, { weight }) => sum + weight, 0)

const rowsOf = (lines: readonly DiffLine[]): number => lines.reduce((sum, { rows }) => sum + rows, 0)

/** Lines that are rendered together, and how many rows they take. */
interface Piece {
  lines: DiffLine[]
  rows: number
}

/** Splits a block that is too heavy; a single line is never split. */
function slices(lines: readonly DiffLine[], limit: number): DiffLine[][] {
  const found: DiffLine[][] = []
  let weight = Infinity
  for (const line of lines) {
    weight += line.weight
    if (weight > limit) {
      found.push([])
      weight = line.weight
    }
    found.at(-1)!.push(line)
  }
  return found
}

/** Removed lines and the lines that replaced them. */
function splitRun(deleted: DiffLine[], inserted: DiffLine[], layout: DiffLayout, limit: number): Piece[] {
  if (layout === 'unified') {
    const whole = [...deleted, ...inserted]
    const parts =
      weightOf(whole) <= limit * RUN_FACTOR
        ? [whole]
        : [...slices(deleted, limit), ...slices(inserted, limit)]
    return parts.map((lines) => ({ lines, rows: rowsOf(lines) }))
  }
  // Side by side, old and new lines share rows, so both sides are split at the same row.
  const height = Math.max(deleted.length, inserted.length)
  const whole = weightOf(deleted) + weightOf(inserted)
  const rows = whole <= limit * RUN_FACTOR ? height : Math.max(1, Math.floor((height * limit) / whole))
  const pieces: Piece[] = []
  for (let at = 0; at < height; at += rows) {
    const [left, right] = [deleted.slice(at, at + rows), inserted.slice(at, at + rows)]
    let tall = 0
    for (let row = 0; row < Math.max(left.length, right.length); row += 1)
      tall += Math.max(left[row]?.rows ?? 0, right[row]?.rows ?? 0)
    pieces.push({ lines: [...left, ...right], rows: tall })
  }
  return pieces
}

function piecesOf(lines: readonly DiffLine[], layout: DiffLayout, limit: number): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < lines.length) {
    const start = at
    while (lines[at]?.kind === 'delete') at += 1
    const middle = at
    while (lines[at]?.kind === 'insert') at += 1
    if (at > start)
      pieces.push(...splitRun(lines.slice(start, middle), lines.slice(middle, at), layout, limit))
    else {
      const line = lines[at++]!
      pieces.push({ lines: [line], rows: line.rows })
    }
  }
  return pieces
}

/** The chunks of one file, in order; each belongs to one hunk. */
export function chunksOf(
  diff: ScannedDiff,
  file: ScannedFile,
  { layout, columns }: DiffShape,
  limit: number = CHUNK_WEIGHT[layout],
): DiffChunk[] {
  const chunks: DiffChunk[] = []
  file.hunks.forEach((scanned, hunk) => {
    let chunk: DiffChunk = { hunk, first: true, lines: [], rows: 0 }
    let weight = 0
    chunks.push(chunk)
    for (const piece of piecesOf(linesOf(diff, scanned, file.signs, columns), layout, limit)) {
      const added = weightOf(piece.lines)
      if (chunk.lines.length > 0 && weight + added > limit) {
        chunk = { hunk, first: false, lines: [], rows: 0 }
        weight = 0
        chunks.push(chunk)
      }
      chunk.lines.push(...piece.lines)
      chunk.rows += piece.rows
      weight += added
    }
  })
  return chunks
}
