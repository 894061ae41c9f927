import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DiffBudget,
  diffHunks as hunksWithin,
  newDiffBudget,
  unifiedDiff,
} from '../../../../src/core/artifacts/unified-diff.ts'
import { applyDiff } from '../../../apply-diff.ts'

const numbered = (count: number, mark = ''): string[] =>
  Array.from({ length: count }, (_, at) => `line ${at}${mark}\n`)

const diffHunks = (before: string, after: string): string => hunksWithin(before, after, newDiffBudget())

/** A diff, and how much of the budget it used. */
function measured(before: string, after: string): { diff: string; spent: DiffBudget } {
  const budget = newDiffBudget()
  const had = { ...budget }
  const diff = unifiedDiff('big.ts', before, after, budget)
  return {
    diff,
    spent: { edits: had.edits - budget.edits, lines: had.lines - budget.lines },
  }
}

describe('A unified diff', () => {
  it('is empty if nothing changed', () => {
    expect(unifiedDiff('a.ts', 'same\n', 'same\n')).toBe('')
  })

  it('names the file and shows three lines around a change', () => {
    const before = numbered(12).join('')
    const after = before.replace('line 6\n', 'six\n')
    expect(unifiedDiff('src/a.ts', before, after)).toBe(
      [
        '--- a/src/a.ts',
        '+++ b/src/a.ts',
        '@@ -4,7 +4,7 @@',
        ' line 3',
        ' line 4',
        ' line 5',
        '-line 6',
        '+six',
        ' line 7',
        ' line 8',
        ' line 9',
        '',
      ].join('\n'),
    )
  })

  it('starts at zero when it adds to nothing and leaves out a count of one', () => {
    expect(diffHunks('', 'one\n')).toBe('@@ -0,0 +1 @@\n+one\n')
    expect(diffHunks('one\ntwo\n', '')).toBe('@@ -1,2 +0,0 @@\n-one\n-two\n')
  })

  it('says when the end of a file has no newline', () => {
    expect(diffHunks('one\n', 'one')).toBe('@@ -1 +1 @@\n-one\n+one\n\\ No newline at end of file\n')
    expect(diffHunks('a\nb', 'x\nb')).toBe('@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n')
  })

  it('puts changes that are near each other in one hunk and distant ones in two', () => {
    const before = numbered(30)
    const change = (...places: number[]): string =>
      before.map((line, at) => (places.includes(at) ? 'changed\n' : line)).join('')
    expect(diffHunks(before.join(''), change(5, 12)).match(/^@@/gm)).toHaveLength(1)
    expect(diffHunks(before.join(''), change(5, 13)).match(/^@@/gm)).toHaveLength(2)
  })

  it('keeps carriage returns, so that a change of line ends is visible', () => {
    expect(diffHunks('a\r\n', 'a\n')).toBe('@@ -1 +1 @@\n-a\r\n+a\n')
  })

  it('quotes a file name that would break its header', () => {
    expect(unifiedDiff('bad\nname".ts', 'a\n', 'b\n')).toContain('--- "a/bad\\nname\\".ts"\n')
    expect(unifiedDiff('C:\\x y\\é.ts', 'a\n', 'b\n')).toContain('+++ b/C:\\x y\\é.ts\n')
  })

  it('turns the old text into the new one when applied, whatever the texts are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '', '--- a/x', '+++ b/x', '@@ -1 +1 @@', 'é😀', 'd\r'), {
        maxLength: 40,
      })
      .chain((lines) =>
        fc.boolean().map((ended) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : '')),
      )
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyDiff(before, unifiedDiff('x', before, after))).toBe(after)
      }),
      { numRuns: 2000 },
    )
  })

  it('is as short as possible for small changes', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'c\n')
    const lines = fc.array(line, { maxLength: 12 })
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const marks = diffHunks(before.join(''), after.join('')).match(/^[-+]/gm) ?? []
        expect(marks).toHaveLength(before.length + after.length - 2 * longestCommon(before, after))
      }),
      { numRuns: 500 },
    )
  })

  it('stays correct and quick when two large texts have nothing in common', () => {
    const before = numbered(15_000, ' before').join('')
    const after = numbered(15_000, ' after').join('')
    const { diff, spent } = measured(before, after)
    expect(spent.edits).toBe(1_000)
    expect(applyDiff(before, diff)).toBe(after)
  })

  it('stays correct and quick when two large texts are alike in many shifted places', () => {
    const before = Array.from({ length: 15_000 }, (_, at) => `${at % 7}\n`).join('')
    const after = Array.from({ length: 15_000 }, (_, at) => `${(at * 3) % 11}\n`).join('')
    const { diff, spent } = measured(before, after)
    expect(spent.edits).toBe(1_000)
    expect(applyDiff(before, diff)).toBe(after)
  })

  it('replaces one text by the other if they are too long to compare', () => {
    const before = numbered(100_000, ' before').join('')
    const after = numbered(100_000, ' after').join('')
    const { diff, spent } = measured(`same\n${before}`, `same\n${after}`)
    expect(spent.edits).toBe(0)
    expect(applyDiff(`same\n${before}`, diff)).toBe(`same\n${after}`)
  })

  it('compares only the lines between the first and the last that differ', () => {
    const lines = numbered(400_000)
    const after = lines.with(200_000, 'changed\n').join('')
    const { diff, spent } = measured(lines.join(''), after)
    expect(spent.lines).toBe(14)
    expect(diff).toContain('@@ -199998,7 +199998,7 @@\n')
    expect(applyDiff(lines.join(''), diff)).toBe(after)
  })

  it('compares no more once several edits of one file have used up their budget', () => {
    const budget = newDiffBudget()
    const before = numbered(200, ' before').join('')
    const after = numbered(200, ' after').join('')
    for (let edit = 0; edit < 20; edit++) hunksWithin(before, after, budget)
    expect(budget.edits).toBeLessThanOrEqual(0)
    expect(budget.edits).toBeGreaterThan(-1_000)
    const common = 'a\nb\nc\n'
    expect(hunksWithin(`${common}x\n${common}y\n`, `${common}X\n${common}Y\n`, budget)).toContain('-a')
  })

  it('still finds a small change in a large text', () => {
    const lines = numbered(50_000)
    const after = lines.with(100, 'changed\n').with(49_000, 'changed too\n').join('')
    const diff = unifiedDiff('big.ts', lines.join(''), after)
    expect(diff.match(/^@@/gm)).toHaveLength(2)
    expect(diff.length).toBeLessThan(500)
  })
})

function longestCommon(a: readonly string[], b: readonly string[]): number {
  const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const row = best[i] as number[]
      const above = best[i - 1] as number[]
      row[j] =
        a[i - 1] === b[j - 1]
          ? (above[j - 1] as number) + 1
          : Math.max(above[j] as number, row[j - 1] as number)
    }
  }
  return best[a.length]?.[b.length] ?? 0
}
