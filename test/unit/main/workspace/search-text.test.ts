import { describe, expect, it } from 'vitest'
import { createHitReader } from '../../../../src/main/workspace/search-text.ts'
import type { SearchHit } from '../../../../src/shared/artifacts.ts'

function readInPieces(output: string, size: number): SearchHit[] {
  const hits: SearchHit[] = []
  const reader = createHitReader((hit) => hits.push(hit) > 0)
  const bytes = Buffer.from(output)
  for (let at = 0; at < bytes.length; at += size) reader.read(bytes.subarray(at, at + size))
  return hits
}

describe('Hits read from ripgrep', () => {
  const output = [
    './a.ts\x001:first: 1:2\r\n',
    './odd\nname: 3.ts\x0012:é😀\n',
    './late.dat\x001:hit\n',
    './late.dat: WARNING: stopped searching binary file after match (found "\\0" byte around offset 9)\n',
    './long.js\x007:xxx [... omitted end of long line]\n',
    './long.js\x008:xxx [... 2 more matches]\n',
  ].join('')
  const hits = [
    { file: 'a.ts', line: 1, content: 'first: 1:2' },
    { file: 'odd\nname: 3.ts', line: 12, content: 'é😀' },
    { file: 'late.dat', line: 1, content: 'hit' },
    { file: 'long.js', line: 7, content: 'xxx…' },
    { file: 'long.js', line: 8, content: 'xxx…' },
  ]

  it.each([1, 2, 3, 7, 10_000])('are the same when they come in pieces of %i bytes', (size) => {
    expect(readInPieces(output, size)).toEqual(hits)
  })

  it('are no more than the limit', () => {
    let taken = 0
    const reader = createHitReader(() => ++taken < 2)
    expect(reader.read(Buffer.from(output))).toBe(false)
    expect(taken).toBe(2)
  })

  it('use bounded memory when the output is something else', () => {
    expect(readInPieces('x'.repeat(1_000_000), 10_000)).toEqual([])
  })
})
