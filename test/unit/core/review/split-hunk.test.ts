import { structuredPatch } from 'diff'
import { expect, it } from 'vitest'
import { scanDiff } from '../../../../src/core/review/diff-scan.ts'
import { hunkKeys } from '../../../../src/core/review/hunk-keys.ts'
import { hunkPatch } from '../../../../src/core/review/hunk-patch.ts'
import { splitHunk } from '../../../../src/core/review/split-hunk.ts'
import { unifiedDiff } from '../../../../src/core/artifacts/unified-diff.ts'
import { applyDiff } from '../../../apply-diff.ts'

const before = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].join('\n') + '\n'
const after = ['1', 'two', 'three', 'FOUR', 'five', 'six', 'seven', 'eight'].join('\n') + '\n'
const diff = unifiedDiff('src/a.ts', before, after)
const keyOf = (text: string): string => {
  const scanned = scanDiff(text)
  return hunkKeys(scanned, scanned.files[0]!)[0]!
}

it('splits a hunk into its parts, which together are the same change', () => {
  const split = splitHunk(diff, keyOf(diff))!
  const scanned = scanDiff(split)
  expect(scanned.files).toHaveLength(1)
  expect(scanned.files[0]!.hunks).toHaveLength(3)
  expect(applyDiff(before, split)).toBe(after)
})

it('each part can be reverted on its own', () => {
  const scanned = scanDiff(splitHunk(diff, keyOf(diff))!)
  const [file] = scanned.files
  const second = hunkPatch(scanned, file!, file!.hunks[1]!)!
  expect(second).toContain('-four\n+FOUR')
  expect(second).not.toContain('+1')
  expect(second).not.toContain('eight')
  expect(structuredPatch('a', 'a', before, after).hunks).toHaveLength(1)
})

it('a hunk whose changed lines are together is one piece', () => {
  const one = unifiedDiff('src/a.ts', before, before.replace('four', 'FOUR\nfour and a half'))
  expect(splitHunk(one, keyOf(one))).toBeNull()
  expect(splitHunk(diff, '0123456789abcdef')).toBeNull()
})

it('the mark of a missing line end stays with its line', () => {
  const text = unifiedDiff('src/a.ts', 'a\nb\nc\nd', 'A\nb\nc\nD')
  const split = splitHunk(text, keyOf(text))!
  expect(scanDiff(split).files[0]!.hunks).toHaveLength(2)
  expect(applyDiff('a\nb\nc\nd', split)).toBe('A\nb\nc\nD')
})
