import { describe, expect, test } from 'vitest'
import type { FileSummary } from '../../../../src/renderer/viewer/diff-document.ts'
import { diffItems, stepFrom, type DiffItems } from '../../../../src/renderer/viewer/diff-items.ts'

const file = (index: number, hunks: number): FileSummary => ({
  index,
  name: `f${index}`,
  oldName: null,
  change: 'changed',
  added: 1,
  deleted: 0,
  lastLine: 9,
  hunks: Array.from({ length: hunks }, () => ({ heading: '@@ -1 +1 @@', line: 1 })),
  chunks: { rows: new Uint16Array(hunks).fill(3), hunks: Uint32Array.from({ length: hunks }, (_, at) => at) },
  signs: 1,
})

// 0 heading, 1 and 2 hunks, 3 heading, 4 hunk, 5 heading, 6 hunk
const items = diffItems([file(0, 2), file(1, 1), file(2, 1)], new Set())
const places = items.hunks()
const typesOf = (some: DiffItems): string[] => Array.from({ length: some.count }, (_, at) => some.at(at).type)
const all = { from: 0, to: 6 }

describe('finding one’s way in a diff', () => {
  test('a closed file has only its heading', () => {
    const some = diffItems([file(0, 2), file(1, 1)], new Set([0]))
    expect(typesOf(some)).toEqual(['file', 'file', 'chunk'])
    expect(some.hunks()).toEqual([{ file: 1, hunk: 0, item: 2 }])
    expect([...some.heights()]).toEqual([37, 37, 90])
  })

  test('a file in which no line changed says so under its heading', () => {
    const some = diffItems([file(0, 0), file(1, 1)], new Set())
    expect(typesOf(some)).toEqual(['file', 'nothing', 'file', 'chunk'])
    expect([0, 1, 2, 3].map((at) => some.headingOf(at))).toEqual([0, 0, 2, 2])
    expect(some.heading(1)).toBe(2)
  })

  test('a hunk of several chunks has one heading', () => {
    const long = { ...file(0, 1), chunks: { rows: Uint16Array.of(9, 4), hunks: Uint32Array.of(0, 0) } }
    const some = diffItems([long], new Set())
    expect([some.at(1), some.at(2)]).toMatchObject([
      { chunk: 0, hunk: 0, first: true, rows: 9 },
      { chunk: 1, hunk: 0, first: false, rows: 4 },
    ])
    expect(some.at(2)).toBe(some.at(2))
    expect(some.hunks()).toHaveLength(1)
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
