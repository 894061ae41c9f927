// Cuts a parsed diff into pieces small enough to be drawn one per frame. A browser lays out a table of thousands
// of rows in seconds, and thirty rows in milliseconds, so nothing larger than a piece is ever put on the page.
import type { DiffBlock, DiffLine } from 'diff2html/lib/types'

export type DiffLayout = 'side-by-side' | 'unified'

export const CHUNK_LINES = 40
/** A longer line than this is cut: a minified file would otherwise be one row of many screens. */
export const MAX_LINE_LENGTH = 2000

export interface DiffChunk {
  blocks: DiffBlock[]
  /** The first block goes on from the chunk before, so its heading is not shown again. */
  continued: boolean
  /** How many rows it will have, for the height to keep free until it is drawn. */
  rows: number
}

const isInsert = (line: DiffLine): boolean => line.oldNumber === undefined
const isDelete = (line: DiffLine): boolean => line.newNumber === undefined

/** Lines that must stay together to be compared with one another, and how many rows they take. */
interface Piece {
  lines: DiffLine[]
  rows: number
}

function rowsOf(deleted: number, inserted: number, layout: DiffLayout): number {
  return layout === 'unified' ? deleted + inserted : Math.max(deleted, inserted)
}

function splitRun(deleted: DiffLine[], inserted: DiffLine[], layout: DiffLayout, limit: number): Piece[] {
  const pieces: Piece[] = []
  const add = (left: DiffLine[], right: DiffLine[]): void => {
    pieces.push({ lines: [...left, ...right], rows: rowsOf(left.length, right.length, layout) })
  }
  if (deleted.length + inserted.length <= limit) {
    add(deleted, inserted)
  } else if (layout === 'unified') {
    for (let at = 0; at < deleted.length; at += limit) add(deleted.slice(at, at + limit), [])
    for (let at = 0; at < inserted.length; at += limit) add([], inserted.slice(at, at + limit))
  } else {
    // Side by side, old and new lines share rows, so both sides are cut at the same height.
    const half = Math.max(1, Math.floor(limit / 2))
    const longest = Math.max(deleted.length, inserted.length)
    for (let at = 0; at < longest; at += half)
      add(deleted.slice(at, at + half), inserted.slice(at, at + half))
  }
  return pieces
}

function piecesOf(lines: DiffLine[], layout: DiffLayout, limit: number): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < lines.length) {
    const start = at
    while (at < lines.length && isDelete(lines[at]!)) at += 1
    const middle = at
    while (at < lines.length && isInsert(lines[at]!)) at += 1
    if (at > start)
      pieces.push(...splitRun(lines.slice(start, middle), lines.slice(middle, at), layout, limit))
    else pieces.push({ lines: [lines[at++]!], rows: 1 })
  }
  return pieces
}

/** diff2html writes a line's first characters as they are, so they may only be the signs of a diff. */
export function safeLine(line: DiffLine, isCombined: boolean): DiffLine {
  const signs = isCombined ? 2 : 1
  const prefix = line.content.slice(0, signs)
  let content = /^[ +-]*$/.test(prefix) ? line.content : ' '.repeat(signs) + line.content
  if (content.length > MAX_LINE_LENGTH) {
    const dropped = content.length - MAX_LINE_LENGTH
    content = `${content.slice(0, MAX_LINE_LENGTH).replace(/[\uD800-\uDBFF]$/, '')} … ${dropped} more characters`
  }
  return content === line.content ? line : { ...line, content }
}

export function splitBlocks(
  blocks: readonly DiffBlock[],
  layout: DiffLayout,
  limit: number = CHUNK_LINES,
): DiffChunk[] {
  const chunks: DiffChunk[] = []
  let chunk: DiffChunk | null = null
  let filled = 0
  for (const block of blocks) {
    let open: DiffBlock | null = null
    const pieces = piecesOf(block.lines, layout, limit)
    // A block without lines still says something in its heading: "Binary file".
    if (pieces.length === 0) pieces.push({ lines: [], rows: 0 })
    for (const piece of pieces) {
      if (!chunk || filled + piece.lines.length > limit) {
        chunk = { blocks: [], continued: open !== null, rows: 0 }
        chunks.push(chunk)
        filled = 0
        const started: boolean = open !== null
        open = { ...block, header: started ? '' : block.header, lines: [] }
        chunk.blocks.push(open)
        if (!started) chunk.rows += 1
      } else if (!open) {
        open = { ...block, lines: [] }
        chunk.blocks.push(open)
        chunk.rows += 1
      }
      open.lines.push(...piece.lines)
      chunk.rows += piece.rows
      filled += piece.lines.length
    }
  }
  return chunks
}
