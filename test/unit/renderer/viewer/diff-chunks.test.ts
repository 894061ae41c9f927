import { parse } from 'diff2html'
import type { DiffBlock } from 'diff2html/lib/types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CHUNK_LINES,
  MAX_LINE_LENGTH,
  safeLine,
  splitBlocks,
  type DiffLayout,
} from '../../../../src/renderer/viewer/diff-chunks.ts'

const layouts: DiffLayout[] = ['unified', 'side-by-side']

function blocksOf(...hunks: string[][]): DiffBlock[] {
  const text = hunks.map((lines, at) => `@@ -${at * 1000 + 1},1 +${at * 1000 + 1},1 @@\n${lines.join('\n')}`)
  return parse(`--- a/x\n+++ b/x\n${text.join('\n')}\n`)[0]?.blocks ?? []
}

const repeated = (sign: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${sign}${at}`)

describe('splitting a diff into chunks', () => {
  test('a small hunk is one chunk with its heading', () => {
    const chunks = splitBlocks(blocksOf([' a', '-b', '+c']), 'unified')
    expect(chunks).toHaveLength(1)
    expect(chunks[0]).toMatchObject({ continued: false, rows: 4 })
    expect(chunks[0]?.blocks[0]?.header).toBe('@@ -1,1 +1,1 @@')
  })

  test('small hunks share a chunk', () => {
    const chunks = splitBlocks(blocksOf([' a'], [' b'], [' c']), 'unified')
    expect(chunks).toHaveLength(1)
    expect(chunks[0]?.blocks).toHaveLength(3)
    expect(chunks[0]?.rows).toBe(6)
  })

  test('a long hunk goes on in the next chunk without a second heading', () => {
    const chunks = splitBlocks(blocksOf(repeated(' ', 100)), 'unified', 40)
    expect(chunks.map(({ continued }) => continued)).toEqual([false, true, true])
    expect(chunks.map(({ rows }) => rows)).toEqual([41, 40, 20])
    expect(chunks[1]?.blocks[0]?.header).toBe('')
  })

  test('a hunk that starts a new chunk keeps its heading', () => {
    const chunks = splitBlocks(blocksOf(repeated(' ', 40), [' b']), 'unified', 40)
    expect(chunks.map(({ continued }) => continued)).toEqual([false, false])
    expect(chunks[1]?.blocks[0]?.header).toContain('@@ -1001')
  })

  test('removed and added lines that belong together are not torn apart at a chunk edge', () => {
    const chunks = splitBlocks(blocksOf([...repeated(' ', 38), '-a', '-b', '+c', '+d']), 'unified', 40)
    expect(chunks[1]?.blocks[0]?.lines.map(({ content }) => content)).toEqual(['-a', '-b', '+c', '+d'])
  })

  test('side by side, a rewritten file is cut so that old and new lines stay next to each other', () => {
    const chunks = splitBlocks(
      blocksOf([...repeated('-', 60), ...repeated('+', 60)]),
      'side-by-side',
      CHUNK_LINES,
    )
    for (const { blocks, rows } of chunks) {
      const lines = blocks.flatMap((block) => block.lines)
      expect(lines.filter(({ content }) => content.startsWith('-'))).toHaveLength(20)
      expect(lines.filter(({ content }) => content.startsWith('+'))).toHaveLength(20)
      expect(rows).toBeLessThanOrEqual(21)
    }
    expect(chunks).toHaveLength(3)
  })

  test('a block without lines keeps its heading, as that of a binary file does', () => {
    const blocks = [{ oldStartLine: 0, newStartLine: 0, header: 'Binary file', lines: [] }]
    expect(splitBlocks(blocks, 'unified')[0]?.blocks[0]?.header).toBe('Binary file')
  })

  test('whatever the diff, every line is in exactly one chunk and no chunk is over the limit', () => {
    const hunk = fc.array(fc.constantFrom(' x', '-y', '+z'), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(
        fc.array(hunk, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...layouts),
        (hunks, layout) => {
          const blocks = blocksOf(...hunks)
          const chunks = splitBlocks(blocks, layout, 30)
          const key = ({
            content,
            oldNumber,
            newNumber,
          }: {
            content: string
            oldNumber?: number
            newNumber?: number
          }) => `${oldNumber ?? ''}:${newNumber ?? ''}:${content}`
          const all = (from: readonly DiffBlock[]) =>
            from.flatMap(({ lines }) => lines.map((line) => key(line as never)))
          const split = all(chunks.flatMap((chunk) => chunk.blocks))
          expect(split.toSorted()).toEqual(all(blocks).toSorted())
          if (layout === 'unified') expect(split).toEqual(all(blocks))
          for (const chunk of chunks) {
            expect(chunk.blocks.reduce((sum, { lines }) => sum + lines.length, 0)).toBeLessThanOrEqual(30)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('making a line safe to draw', () => {
  const line = (content: string) => blocksOf([' x'])[0]!.lines.map((one) => ({ ...one, content }))[0]!

  test('an ordinary line is left as it is', () => {
    const ordinary = line('+const a = 1')
    expect(safeLine(ordinary, false)).toBe(ordinary)
  })

  test('a line without a sign gets one, because the sign is written unescaped', () => {
    expect(safeLine(line('<b>'), false).content).toBe(' <b>')
    expect(safeLine(line('+<b>'), true).content).toBe('  +<b>')
  })

  test('a line of many screens is cut and says how much is missing', () => {
    const cut = safeLine(line(` ${'x'.repeat(MAX_LINE_LENGTH + 500)}`), false).content
    expect(cut.length).toBeLessThan(MAX_LINE_LENGTH + 40)
    expect(cut).toMatch(/… 501 more characters$/)
  })

  test('a line is never cut through the middle of a character', () => {
    const cut = safeLine(line(`${' '.repeat(MAX_LINE_LENGTH - 1)}😀😀`), false).content
    expect(cut).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  })
})
