import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unifiedDiff } from '../../../../src/core/artifacts/unified-diff.ts'
import { applyHunks as applied, parsePatch } from '../../../../src/main/workspace/patch.ts'

const applyHunks = (...args: Parameters<typeof applied>): string | null => {
  const result = applied(...args)
  return result.tag === 'applied' ? result.text : null
}
const hunksOf = (patch: string) => parsePatch(patch)[0]?.hunks ?? []

describe('Hunks', () => {
  const line = fc.constantFrom('a', 'b', 'c', '', '-- x', '++ y', '@@ -1 +1 @@', 'a\r')
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
    .map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''))

  it('turn one text into the other, and back, whatever the two are', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        if (before === after) return
        const hunks = hunksOf(unifiedDiff('a', before, after))
        expect(applyHunks(before, hunks, false)).toBe(after)
        expect(applyHunks(after, hunks, true)).toBe(before)
      }),
    )
  })

  it('can be reverted one by one, in any order', () => {
    const lines = Array.from({ length: 40 }, (_, n) => `line ${n}`)
    const before = `${lines.join('\n')}\n`
    const after = `${lines.with(5, 'x').with(20, 'y\nz').toSpliced(35, 2).join('\n')}\n`
    const hunks = hunksOf(unifiedDiff('a', before, after))
    expect(hunks).toHaveLength(3)
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      let now: string | null = after
      for (const at of order) now = applyHunks(now as string, [hunks[at]!], true)
      expect(now).toBe(before)
    }
  })

  it('apply where their context has moved, if there is only one such place', () => {
    const hunks = hunksOf('--- a/a\n+++ b/a\n@@ -2,3 +2,3 @@\n a\n-b\n+B\n c\n')
    expect(applyHunks('x\nx\nx\nx\na\nb\nc\n', hunks, false)).toBe('x\nx\nx\nx\na\nB\nc\n')
    expect(applyHunks('a\nb\nc\n', hunks, false)).toBe('a\nB\nc\n')
    // At the expected place, it does not matter that the same lines are elsewhere too.
    expect(applyHunks('x\na\nb\nc\na\nb\nc\n', hunks, false)).toBe('x\na\nB\nc\na\nb\nc\n')
  })

  it('are refused if they have moved and fit in several places, however near one of them is', () => {
    const hunks = hunksOf('--- a/a\n+++ b/a\n@@ -2,3 +2,3 @@\n a\n-b\n+B\n c\n')
    for (const moved of ['a\nb\nc\na\nb\nc\nx\nx\nx\na\nb\nc\n', 'a\nb\nc\nx\nx\nx\nx\nx\na\nb\nc\n']) {
      expect(applied(moved, hunks, false), moved).toEqual({ tag: 'ambiguous' })
    }
    expect(applied('a\nb\n', hunks, false)).toEqual({ tag: 'missing' })
  })

  it('may have more lines than a function takes arguments', () => {
    const many = Array.from({ length: 300_000 }, (_, n) => `${n}\n`)
    const whole = {
      oldStart: 1,
      newStart: 1,
      lines: many.map((each) => ({ mark: '+' as const, text: each })),
    }
    expect(applyHunks('', [whole], false)).toBe(many.join(''))
    expect(applyHunks(many.join(''), [whole], true)).toBe('')
    const [first] = hunksOf('--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-0\n+zero\n 1\n')
    expect(applyHunks(many.join(''), [first!], false)).toBe(many.with(0, 'zero\n').join(''))
  })

  it('do not fit if one of their lines is missing', () => {
    const hunks = hunksOf('--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n')
    for (const other of ['a\nb\n', 'a\nB\nc\n', 'a\nb \nc\n', 'A\nb\nc\n', '', 'a\nb\nc']) {
      expect(applyHunks(other, hunks, false), other).toBeNull()
    }
  })

  it('without context fit only at the expected place', () => {
    const hunks = hunksOf('--- a/a\n+++ b/a\n@@ -3 +3 @@\n-b\n+B\n')
    expect(applyHunks('a\na\nb\na\n', hunks, false)).toBe('a\na\nB\na\n')
    expect(applyHunks('a\nb\na\na\n', hunks, false)).toBeNull()
  })

  it('are read with file names that git quotes', () => {
    const [file] = parsePatch(
      '--- "a/\\303\\251 \\"x\\"\\t.ts"\n+++ "b/\\303\\251 \\"x\\"\\t.ts"\n@@ -1 +1 @@\n-a\n+b\n',
    )
    expect(file?.newFile).toBe('é "x"\t.ts')
    expect(
      parsePatch('--- a/x y\t2024-01-01\n+++ b/x y\t2024-01-01\n@@ -1 +1 @@\n-a\n+b\n')[0]?.oldFile,
    ).toBe('x y')
  })
})
