import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chunksOf, type DiffChunk, type DiffLayout } from '../../../../src/renderer/viewer/diff-chunks.ts'
import { scanDiff } from '../../../../src/core/review/diff-scan.ts'

const layouts: DiffLayout[] = ['unified', 'side-by-side']

function diffOf(...hunks: string[][]): string {
  const count = (lines: string[], sign: string): number =>
    lines.filter((line) => !line.startsWith(sign)).length
  const body = hunks.map(
    (lines, at) =>
      `@@ -${at * 1000 + 1},${count(lines, '+')} +${at * 1000 + 1},${count(lines, '-')} @@\n${lines.join('\n')}\n`,
  )
  return `--- a/x\n+++ b/x\n${body.join('')}`
}

function chunks(hunks: string[][], layout: DiffLayout, limit?: number): { text: string[]; all: DiffChunk[] } {
  const diff = scanDiff(diffOf(...hunks))
  const all = chunksOf(diff, diff.files[0]!, { layout, columns: 100 }, limit)
  return { text: all.flatMap(({ lines }) => lines.map(({ at }) => diff.lines[at]!)), all }
}

const repeated = (sign: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${sign}${at}`)

describe('splitting a diff into chunks', () => {
  test('each hunk starts a new chunk', () => {
    const { all } = chunks([[' a', '-b', '+c'], [' d']], 'unified')
    expect(all.map(({ hunk, first, rows }) => [hunk, first, rows])).toEqual([
      [0, true, 3],
      [1, true, 1],
    ])
  })

  test('a long hunk continues in further chunks, with one hunk bar', () => {
    const { all } = chunks([repeated(' ', 100)], 'unified', 40)
    expect(all.map(({ first, rows }) => [first, rows])).toEqual([
      [true, 40],
      [false, 40],
      [false, 20],
    ])
  })

  test('removed and added lines that belong together stay together', () => {
    const { all } = chunks([[...repeated(' ', 38), '-a', '-b', '+c', '+d']], 'unified', 40)
    expect(all[1]?.lines.map(({ kind }) => kind)).toEqual(['delete', 'delete', 'insert', 'insert'])
  })

  test('side by side, a rewritten file is split so that old and new lines stay next to each other', () => {
    const { all } = chunks([[...repeated('-', 60), ...repeated('+', 60)]], 'side-by-side', 40)
    expect(all).toHaveLength(3)
    for (const { lines, rows } of all) {
      expect(lines.filter(({ kind }) => kind === 'delete')).toHaveLength(20)
      expect(lines.filter(({ kind }) => kind === 'insert')).toHaveLength(20)
      expect(rows).toBe(20)
    }
  })

  test('long lines give a chunk fewer lines and more rows', () => {
    const { all } = chunks([Array.from({ length: 8 }, () => ` ${'x'.repeat(950)}`)], 'unified', 16)
    expect(all.map(({ lines, rows }) => [lines.length, rows])).toEqual(
      Array.from({ length: 4 }, () => [2, 20]),
    )
  })

  test('lines are numbered as in the files before and after', () => {
    const { all } = chunks([[' a', '-b', '+c', '+d', ' e']], 'unified')
    expect(all[0]?.lines.map(({ old, now }) => [old, now])).toEqual([
      [1, 1],
      [2, 0],
      [0, 2],
      [0, 3],
      [3, 4],
    ])
  })

  test('in any diff, every line is in exactly one chunk, and no chunk is far above the limit', () => {
    const hunk = fc.array(fc.constantFrom(' x', '-y', '+z'), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(
        fc.array(hunk, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...layouts),
        (hunks, layout) => {
          const { text, all } = chunks(hunks, layout, 30)
          expect(text.toSorted()).toEqual(hunks.flat().toSorted())
          if (layout === 'unified') expect(text).toEqual(hunks.flat())
          for (const { lines } of all) expect(lines.length).toBeLessThanOrEqual(60)
        },
      ),
      { numRuns: 200 },
    )
  })
})
