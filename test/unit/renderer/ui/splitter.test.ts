import { expect, test } from 'vitest'
import { clampSplit, SPLIT_DEFAULT, SPLIT_MAX, SPLIT_MIN } from '../../../../src/renderer/ui/splitter.tsx'

test('the conversation can be made neither too narrow nor too wide', () => {
  expect(clampSplit(1)).toBe(SPLIT_MIN)
  expect(clampSplit(99)).toBe(SPLIT_MAX)
  expect(clampSplit(40.04)).toBe(40)
})

test('an invalid stored width is ignored', () => {
  expect(clampSplit(Number.NaN)).toBe(SPLIT_DEFAULT)
})
