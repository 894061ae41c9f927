import { describe, expect, it } from 'vitest'
import {
  parseFileList,
  parseSearchOutput,
  reportedHits,
} from '../../../../src/core/artifacts/search-output.ts'
import { cpuTime } from '../../../cpu-time.ts'

describe('Search output', () => {
  it.each([
    ['src/a.ts:12:const a = 1', { file: 'src/a.ts', line: 12, content: 'const a = 1' }],
    ['C:\\x\\y.ts:12:foo', { file: 'C:\\x\\y.ts', line: 12, content: 'foo' }],
    ['C:/x/y.ts:12:foo', { file: 'C:/x/y.ts', line: 12, content: 'foo' }],
    ['a.ts:1:  { a: 2, b: 3 }', { file: 'a.ts', line: 1, content: '  { a: 2, b: 3 }' }],
    ['a.ts:1:5:foo', { file: 'a.ts', line: 1, content: '5:foo' }],
    ['a.ts:1:', { file: 'a.ts', line: 1, content: '' }],
    ['with space/é 😀.ts:3:x', { file: 'with space/é 😀.ts', line: 3, content: 'x' }],
    ['src/a.ts', { file: 'src/a.ts', line: 0, content: '' }],
  ])('reads %s', (line, hit) => {
    expect(parseSearchOutput(line)).toEqual({ hits: [hit], truncated: false })
  })

  it('accepts both kinds of line ends', () => {
    expect(parseSearchOutput('a.ts:1:x\r\nb.ts:2:y\r\n').hits).toEqual([
      { file: 'a.ts', line: 1, content: 'x' },
      { file: 'b.ts', line: 2, content: 'y' },
    ])
  })

  it.each(['', '\n', ' \r\n\n', 'No matches found', 'No files found', 'Binary file x.png matches'])(
    'finds nothing in %j',
    (text) => {
      expect(parseSearchOutput(text)).toEqual({ hits: [], truncated: false })
    },
  )

  it('leaves out separators, and the lines of context that come with them', () => {
    const text = 'a.ts-1-before\na.ts:2:hit\n--\nb.ts:9:hit\nb.ts-10-after\n'
    expect(parseSearchOutput(text).hits.map(({ file, line }) => [file, line])).toEqual([
      ['a.ts', 2],
      ['b.ts', 9],
    ])
  })

  it('leaves out remarks of a tool about its output', () => {
    expect(parseSearchOutput('Found 2 files\na.ts\nb.ts').hits.map(({ file }) => file)).toEqual([
      'a.ts',
      'b.ts',
    ])
  })

  it('stops at a thousand hits and says that there were more', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `a.ts:${at + 1}:x`)
    const all = parseSearchOutput(lines.join('\n'))
    expect(all.hits).toHaveLength(1000)
    expect(all.truncated).toBe(true)
    expect(parseSearchOutput(lines.slice(0, 1000).join('\n'))).toMatchObject({ truncated: false })
  })

  it('cuts a line of minified code', () => {
    const [hit] = parseSearchOutput(`a.js:1:${'x'.repeat(5_000_000)}`).hits
    expect(hit?.content.length).toBe(400)
  })

  it('reads a line of many colons and digits without delay', () => {
    const started = cpuTime()
    parseSearchOutput(`${':1'.repeat(2_000_000)}\n${'1:'.repeat(2_000_000)}`)
    expect(cpuTime() - started).toBeLessThan(1000)
  })
})

describe('A list of files', () => {
  it('gives every line as a file that opens at its first line', () => {
    expect(parseFileList('src/a.ts\nodd:1:name.ts\r\n\n').hits).toEqual([
      { file: 'src/a.ts', line: 1, content: '' },
      { file: 'odd:1:name.ts', line: 1, content: '' },
    ])
  })
})

describe('Reported hits', () => {
  it('are used only if all of them are valid', () => {
    const hit = { file: 'a\nb.ts', line: 3, content: 'x' }
    expect(reportedHits({ results: [hit] })).toEqual([hit])
    expect(reportedHits({ results: [{ file: 'a' }] })).toBeNull()
    expect(reportedHits({ results: 'a.ts:1:x' })).toBeNull()
    expect(reportedHits(undefined)).toBeNull()
  })
})
