// The lines around a hit, coloured and with the matches marked.
import type { LinesAnswer } from '../../shared/wire/room-calls.ts'
import type { SearchRow } from './search-rows.ts'
import type { ColouredText } from './syntax-colour.ts'

export interface PreviewPiece {
  /** Its position in the line, which identifies it. */
  at: number
  text: string
  classes: string
  match: boolean
}

export interface PreviewLine {
  number: number
  pieces: PreviewPiece[]
  /** It is the line of the hit. */
  found: boolean
}

export interface PreviewText {
  lines: PreviewLine[]
  /** The line of the hit has changed since. */
  stale: boolean
}

export function previewText(
  answer: LinesAnswer,
  row: SearchRow,
  markerFor: (content: string) => RegExp | null,
  colour: (text: string) => ColouredText[][] | null,
): PreviewText {
  const found = row.type === 'hit' ? row.line - answer.startLine : -1
  const texts = answer.lines.map((line, at) => (at === found ? foundText(line, row, markerFor) : line))
  const coloured = colour(texts.join('\n'))
  return {
    lines: texts.map((text, at) => ({
      number: answer.startLine + at,
      pieces: markPieces(coloured?.[at] ?? [[text, '']], markerFor(text)),
      found: at === found,
    })),
    stale: row.type === 'hit' && !saysTheSame(answer.lines[found] ?? '', row.content),
  }
}

/** If the line was cut before the match, shows the search's text instead. */
function foundText(line: string, row: SearchRow, markerFor: (content: string) => RegExp | null): string {
  if (row.type !== 'hit' || !line.endsWith('…') || markerFor(line) !== null) return line
  return markerFor(row.content) === null ? line : row.content
}

/** The search may have cut the line or removed its indent. */
function saysTheSame(now: string, found: string): boolean {
  const [a, b] = [now, found].map((text) => text.trim().replace(/…$/, '')) as [string, string]
  return a.includes(b) || b.includes(a)
}

/** Splits coloured pieces at the edges of the matches. */
export function markPieces(pieces: readonly ColouredText[], marker: RegExp | null): PreviewPiece[] {
  const text = pieces.map(([piece]) => piece).join('')
  const matches = marker ? [...text.matchAll(marker)].filter(([match]) => match !== '') : []
  const cut: PreviewPiece[] = []
  let at = 0
  for (const [piece, classes] of pieces) {
    const end = at + piece.length
    let from = at
    for (const { index, 0: match } of matches) {
      const [start, stop] = [Math.max(from, index), Math.min(end, index + match.length)]
      if (start >= stop) continue
      if (start > from) cut.push({ at: from, text: text.slice(from, start), classes, match: false })
      cut.push({ at: start, text: text.slice(start, stop), classes, match: true })
      from = stop
    }
    if (from < end) cut.push({ at: from, text: text.slice(from, end), classes, match: false })
    at = end
  }
  return cut
}
