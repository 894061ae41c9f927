import { describe, expect, test } from 'vitest'
import { scanDiff } from '../../../../src/core/review/diff-scan.ts'
import { hunkKeys } from '../../../../src/core/review/hunk-keys.ts'
import { hasSameHunks, keepReverted } from '../../../../src/core/review/keep-reverted.ts'

const hunk = (line: number, text: string): string =>
  `@@ -${line},3 +${line},3 @@\n before\n-old ${text}\n+new ${text}\n after\n`
const file = (name: string, ...hunks: string[]): string =>
  `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- a/${name}\n+++ b/${name}\n${hunks.join('')}`

function keysOf(text: string): string[] {
  const diff = scanDiff(text)
  return diff.files.flatMap((one) => hunkKeys(diff, one))
}

describe('a newer version of a diff', () => {
  const before = file('a.ts', hunk(1, 'one'), hunk(10, 'two'), hunk(20, 'three')) + file('b.ts', hunk(1, 'b'))
  const [one, two, , b] = keysOf(before)

  test('still shows what was reverted, in its place', () => {
    const now = file('a.ts', hunk(1, 'one'), hunk(20, 'three')) + file('b.ts', hunk(1, 'b'))
    expect(keepReverted(before, now, new Set([two!]))).toBe(before)
    expect(keepReverted(before, now, new Set())).toBe(now)
  })

  test('still shows a file of which nothing is left', () => {
    const now = file('a.ts', hunk(1, 'one'), hunk(10, 'two'), hunk(20, 'three'))
    expect(keepReverted(before, now, new Set([b!]))).toBe(before)
    expect(keepReverted(file('b.ts', hunk(1, 'b')), '', new Set([b!]))).toBe(file('b.ts', hunk(1, 'b')))
  })

  test('has what was put back only once, and not what other lines have taken the place of', () => {
    expect(keepReverted(before, before, new Set([one!]))).toBe(before)
    const now = file('a.ts', hunk(11, 'another'))
    expect(keysOf(keepReverted(before, now, new Set([two!])))).toEqual(keysOf(now))
  })

  test('has the same hunks if only their lines have moved', () => {
    expect(hasSameHunks(file('a.ts', hunk(1, 'one')), file('a.ts', hunk(7, 'one')))).toBe(true)
    expect(hasSameHunks(file('a.ts', hunk(1, 'one')), file('a.ts', hunk(1, 'two')))).toBe(false)
    expect(hasSameHunks(file('a.ts', hunk(1, 'one')), '')).toBe(false)
  })
})
