import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerpt, markerOf, searchRows } from '../../../../src/renderer/viewer/search-rows.ts'
import { cpuTime } from '../../../cpu-time.ts'

const marked = (content: string, query: string): string =>
  excerpt(content, markerOf(query)(content))
    .map(({ text, match }) => (match ? `[${text}]` : text))
    .join('')

describe('laying out search results', () => {
  test('hits are grouped by file in the order the files were found', () => {
    const rows = searchRows([
      { file: 'b.ts', line: 1, content: 'one' },
      { file: 'a.ts', line: 2, content: 'two' },
      { file: 'b.ts', line: 9, content: 'three' },
    ])
    expect(rows).toEqual([
      { type: 'file', file: 'b.ts', count: 2 },
      { type: 'hit', file: 'b.ts', line: 1, content: 'one' },
      { type: 'hit', file: 'b.ts', line: 9, content: 'three' },
      { type: 'file', file: 'a.ts', count: 1 },
      { type: 'hit', file: 'a.ts', line: 2, content: 'two' },
    ])
  })

  test('a file found by its name is one row', () => {
    expect(searchRows([{ file: 'a.ts', line: 0, content: '' }])).toEqual([
      { type: 'file', file: 'a.ts', count: 0 },
    ])
  })
})

describe('marking matches', () => {
  test('every occurrence is marked in any case, and the indent is removed', () => {
    expect(marked('    // TODO: the todo list', 'todo')).toBe('// [TODO]: the [todo] list')
  })

  test('characters with a meaning in patterns are matched literally', () => {
    expect(marked('if (a.b) { c() }', 'a.b')).toBe('if ([a.b]) { c() }')
    expect(marked('axb', 'a.b')).toBe('axb')
  })

  test('the plain words of a simple pattern are marked', () => {
    expect(marked('a FIXME and a TODO', '\\b(TODO|FIXME)\\b')).toBe('a [FIXME] and a [TODO]')
  })

  test('a pattern that would never end is not run', () => {
    const started = cpuTime()
    expect(marked(`${'a'.repeat(5000)}!`, '(a+)+$').length).toBeLessThan(420)
    expect(cpuTime() - started).toBeLessThan(200)
  })

  test('the shown text starts near a match far to the right', () => {
    const shown = marked(`${'x'.repeat(300)} TODO ${'y'.repeat(900)}`, 'TODO')
    expect(shown.startsWith('…')).toBe(true)
    expect(shown.endsWith('…')).toBe(true)
    expect(shown.indexOf('[TODO]')).toBeLessThan(60)
  })

  test('an empty query marks nothing', () => {
    expect(marked('some words', '')).toBe('some words')
    expect(marked('some words', '   ')).toBe('some words')
    expect(marked('some words', '|')).toBe('some words')
  })

  test('the shown text is always a part of the line', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), fc.string({ maxLength: 12 }), (content, query) => {
        const parts = excerpt(content, markerOf(query)(content)).map(({ text }) => text)
        const joined = parts.join('').replace(/^…/, '').replace(/…$/, '')
        expect(content.includes(joined) || content.includes(parts.join(''))).toBe(true)
      }),
    )
  })
})
