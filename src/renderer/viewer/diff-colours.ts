// The text of a chunk's lines and its syntax colours. A chunk may start inside a comment, so each one passes its open
// syntax on to the next.
import { MAX_LINE_LENGTH, type DiffChunk, type LineKind } from './diff-chunks.ts'
import { colourLines, type ColouredText } from './syntax-colour.ts'

export interface ColourOptions {
  /** How many signs precede each line. */
  signs: number
  language: string
  /** What the previous chunk left open, such as a comment. */
  open: OpenSyntax
}

/** What is open at the end of a chunk, in the old and in the new file. */
export interface OpenSyntax {
  old: string
  now: string
}

export const NOTHING_OPEN: OpenSyntax = { old: '', now: '' }

function cut(text: string): string {
  if (text.length <= MAX_LINE_LENGTH) return text
  const shown = text.slice(0, MAX_LINE_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
  return `${shown} … ${text.length - shown.length} more characters`
}

/** The signs of a line; empty if it has none, such as a trimmed empty line. */
export function signOf(line: string, signs: number): string {
  const sign = line.slice(0, signs)
  return /^[-+ ]*$/.test(sign) ? sign : ''
}

export function chunkTexts(lines: readonly string[], { lines: own }: DiffChunk, signs: number): string[] {
  return own.map(({ at }) => {
    const line = lines[at]!.replace(/\r$/, '').replaceAll('\r', '␍')
    return cut(line.slice(signOf(line, signs).length))
  })
}

export function colourChunk(
  texts: readonly string[],
  { lines }: DiffChunk,
  { language, open }: ColourOptions,
): { colours: Map<number, ColouredText[]>; open: OpenSyntax } {
  const colours = new Map<number, ColouredText[]>()
  const colourWithout = (left: LineKind, before: string): string => {
    const places = lines.flatMap(({ kind }, index) => (kind === left ? [] : [index]))
    if (places.length === 0) return before
    const found = colourLines(places.map((index) => texts[index]).join('\n'), language, before)
    places.forEach((index, row) => {
      const line = found.lines?.[row]
      if (line) colours.set(index, line)
    })
    return found.open
  }
  const removed = lines.some(({ kind }) => kind === 'delete')
  const old = removed || open.old !== open.now ? colourWithout('insert', open.old) : null
  const now = colourWithout('delete', open.now)
  // If nothing was removed, both files continue with the same state.
  return { colours, open: { old: old ?? now, now } }
}
