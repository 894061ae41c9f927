import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markPieces, previewText, type PreviewText } from '../../../../src/renderer/viewer/preview-lines.ts'
import { markerOf, type SearchRow } from '../../../../src/renderer/viewer/search-rows.ts'

const hit = (line: number, content: string): SearchRow => ({ type: 'hit', file: 'a.ts', line, content })

function preview(lines: string[], row: SearchRow, query = 'tide', startLine = 10): PreviewText {
  return previewText({ startLine, lines }, row, markerOf(query), () => null)
}

const drawn = ({ lines }: PreviewText): string[] =>
  lines.map(({ number, found, pieces }) => {
    const text = pieces.map((piece) => (piece.match ? `[${piece.text}]` : piece.text)).join('')
    return `${found ? '>' : ' '}${number} ${text}`
  })

describe('the lines around a search result', () => {
  test('are numbered, with the found line and every match marked', () => {
    const text = preview(['low tide', 'const tide = 1', ''], hit(11, 'const tide = 1'))
    expect(drawn(text)).toEqual([' 10 low [tide]', '>11 const [tide] = 1', ' 12 '])
    expect(text.stale).toBe(false)
  })

  test('are stale if the line has changed, and not if it was only cut or trimmed', () => {
    expect(preview(['flood'], hit(10, 'const tide = 1')).stale).toBe(true)
    expect(preview(['    const tide = 1  '], hit(10, 'const tide = 1')).stale).toBe(false)
    expect(preview([`const tide = ${'1'.repeat(900)}`], hit(10, 'const tide = 111…')).stale).toBe(false)
  })

  test('show the search’s text for a line that is cut before the match', () => {
    const cut = `${'x'.repeat(2000)}…`
    expect(drawn(preview([cut], hit(10, 'xxx tide xxx')))).toEqual(['>10 xxx [tide] xxx'])
  })

  test('of a file found by name have no found line', () => {
    const text = preview(['one'], { type: 'file', file: 'a.ts', count: 0 }, 'tide', 1)
    expect(drawn(text)).toEqual([' 1 one'])
    expect(text.stale).toBe(false)
  })

  test('a match across coloured pieces is split where the colour changes', () => {
    const pieces = [
      ['const ', 'kw'],
      ['ti', 'name'],
      ['de = 1', ''],
    ] as const
    expect(markPieces(pieces, /tide/g).map(({ text, classes, match }) => [text, classes, match])).toEqual([
      ['const ', 'kw', false],
      ['ti', 'name', true],
      ['de', '', true],
      [' = 1', '', false],
    ])
  })

  test('marks never lose, repeat or move text', () => {
    const piece = fc.tuple(fc.string({ maxLength: 12 }), fc.constantFrom('', 'a', 'b'))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.string({ maxLength: 3 }), (pieces, query) => {
        const text = pieces.map(([part]) => part).join('')
        const cut = markPieces(pieces, markerOf(query)(text))
        expect(cut.map((part) => part.text).join('')).toBe(text)
        let at = 0
        for (const part of cut) {
          expect(part.at).toBe(at)
          expect(part.text).not.toBe('')
          at += part.text.length
        }
      }),
    )
  })
})
