import { expect, test } from 'vitest'
import { mountedItems } from '../../../../src/renderer/viewer/mounted-items.ts'

test('the range and the items that must stay are mounted, each with the gap before it', () => {
  expect(mountedItems({ from: 10, to: 11 }, [2, 20], 30)).toEqual([
    { index: 2, missing: 0 },
    { index: 10, missing: 3 },
    { index: 11, missing: 11 },
    { index: 20, missing: 12 },
  ])
})

test('no item is mounted twice or beyond the end', () => {
  expect(mountedItems({ from: 0, to: 3 }, [1, 9], 2).map(({ index }) => index)).toEqual([0, 1])
  expect(mountedItems({ from: 0, to: 0 }, [0], 0)).toEqual([])
})
