import { describe, expect, test } from 'vitest'
import type { FileSummary } from '../../../../src/renderer/viewer/diff-document.ts'
import { diffItems, hunkPlaces, stepFrom } from '../../../../src/renderer/viewer/diff-items.ts'

const file = (index: number, hunks: number): FileSummary => ({
  index,
  name: `f${index}`,
  oldName: null,
  change: 'changed',
  added: 1,
  deleted: 0,
  lastLine: 9,
  hunks: Array.from({ length: hunks }, () => ({ heading: '@@ -1 +1 @@', line: 1 })),
  chunks: Array.from({ length: hunks }, (_, hunk) => ({ rows: 3, hunk, first: true })),
})

// 0 heading, 1 and 2 hunks, 3 heading, 4 hunk, 5 heading, 6 hunk
const items = diffItems([file(0, 2), file(1, 1), file(2, 1)], new Set())
const places = hunkPlaces(items)
const all = { from: 0, to: 6 }

describe('finding one’s way in a diff', () => {
  test('a closed file has only its heading', () => {
    expect(diffItems([file(0, 2), file(1, 1)], new Set([0])).map(({ type }) => type)).toEqual([
      'file',
      'file',
      'chunk',
    ])
  })

  test('the first step goes to the first hunk in sight', () => {
    expect(stepFrom(places, null, all, 'hunk.next')).toEqual({ file: 0, hunk: 0, item: 1 })
    expect(stepFrom(places, null, { from: 4, to: 6 }, 'hunk.next')).toMatchObject({ file: 1, hunk: 0 })
  })

  test('the next steps go on from the current hunk, across files, and stop at the end', () => {
    expect(stepFrom(places, { file: 0, hunk: 1 }, all, 'hunk.next')).toMatchObject({ file: 1, hunk: 0 })
    expect(stepFrom(places, { file: 1, hunk: 0 }, all, 'hunk.previous')).toMatchObject({ file: 0, hunk: 1 })
    expect(stepFrom(places, { file: 2, hunk: 0 }, all, 'hunk.next')).toBeNull()
  })

  test('a current hunk that was scrolled away from is forgotten', () => {
    expect(stepFrom(places, { file: 0, hunk: 0 }, { from: 5, to: 6 }, 'hunk.next')).toMatchObject({ file: 2 })
  })

  test('files are gone through by their first hunks', () => {
    expect(stepFrom(places, { file: 0, hunk: 1 }, all, 'file.next')).toMatchObject({ file: 1, hunk: 0 })
    expect(stepFrom(places, { file: 2, hunk: 0 }, all, 'file.previous')).toMatchObject({ file: 1, hunk: 0 })
    expect(stepFrom(places, { file: 0, hunk: 1 }, all, 'file.previous')).toMatchObject({ file: 0, hunk: 0 })
  })

  test('there is nowhere to go where there is no hunk', () => {
    expect(stepFrom([], null, all, 'hunk.next')).toBeNull()
  })
})
