// Cuts a diff into pieces small enough to be drawn one per frame. A browser lays out thousands of rows in seconds, and
// twenty-five in milliseconds, so nothing larger than a piece is ever put on the page at once.
import type { ScannedDiff, ScannedFile, ScannedHunk } from './diff-scan.ts'

export type DiffLayout = 'side-by-side' | 'unified'

export const CHUNK_LINES = 24

export type LineKind = 'context' | 'insert' | 'delete'

export interface DiffLine {
  kind: LineKind
  /** Its place among the lines of the diff. */
  at: number
  /** Its number in the file before and after; 0 where it is not there. */
  old: number
  now: number
  /** The file ends after it without a line end. */
  noNewline: boolean
}

/** Part of one hunk: what is drawn together. */
export interface DiffChunk {
  hunk: number
  /** The first of its hunk, with the hunk's heading above it. */
  first: boolean
  lines: DiffLine[]
  /** How many rows it will have, for the height to keep free until it is drawn. */
  rows: number
}

function kindOf(line: string, signs: number): LineKind {
  for (let at = 0; at < signs; at += 1) {
    if (line[at] === '+') return 'insert'
    if (line[at] === '-') return 'delete'
  }
  return 'context'
}

function linesOf({ lines }: ScannedDiff, hunk: ScannedHunk, signs: number): DiffLine[] {
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
    })
    if (kind !== 'insert') old += 1
    if (kind !== 'delete') now += 1
  }
  return found
}

/** Lines that must stay together to be compared with one another, and how many rows they take. */
interface Piece {
  lines: DiffLine[]
  rows: number
}

function splitRun(deleted: DiffLine[], inserted: DiffLine[], layout: DiffLayout, limit: number): Piece[] {
  const rows = (left: number, right: number): number =>
    layout === 'unified' ? left + right : Math.max(left, right)
  const piece = (left: DiffLine[], right: DiffLine[]): Piece => ({
    lines: [...left, ...right],
    rows: rows(left.length, right.length),
  })
  if (deleted.length + inserted.length <= limit) return [piece(deleted, inserted)]
  const pieces: Piece[] = []
  if (layout === 'unified') {
    for (let at = 0; at < deleted.length; at += limit) pieces.push(piece(deleted.slice(at, at + limit), []))
    for (let at = 0; at < inserted.length; at += limit) pieces.push(piece([], inserted.slice(at, at + limit)))
    return pieces
  }
  // Side by side, old and new lines share rows, so both sides are cut at the same height.
  const half = Math.max(1, Math.floor(limit / 2))
  const longest = Math.max(deleted.length, inserted.length)
  for (let at = 0; at < longest; at += half)
    pieces.push(piece(deleted.slice(at, at + half), inserted.slice(at, at + half)))
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
    else pieces.push({ lines: [lines[at++]!], rows: 1 })
  }
  return pieces
}

/** The chunks of one file, in order; each belongs to one hunk. */
export function chunksOf(
  diff: ScannedDiff,
  file: ScannedFile,
  layout: DiffLayout,
  limit: number = CHUNK_LINES,
): DiffChunk[] {
  const chunks: DiffChunk[] = []
  file.hunks.forEach((scanned, hunk) => {
    let chunk: DiffChunk = { hunk, first: true, lines: [], rows: 0 }
    chunks.push(chunk)
    for (const piece of piecesOf(linesOf(diff, scanned, file.signs), layout, limit)) {
      if (chunk.lines.length > 0 && chunk.lines.length + piece.lines.length > limit) {
        chunk = { hunk, first: false, lines: [], rows: 0 }
        chunks.push(chunk)
      }
      chunk.lines.push(...piece.lines)
      chunk.rows += piece.rows
    }
  })
  return chunks
}
