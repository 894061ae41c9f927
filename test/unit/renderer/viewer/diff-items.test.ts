import { describe, expect, test } from 'vitest'
import { fileSummary } from '../../../fakes/file-summary.ts'
import type { FileSummary } from '../../../../src/renderer/viewer/diff-document.ts'
import {
  diffItems,
  hunkAtLines,
  hunkInSight,
  stepFrom,
  type DiffItems,
} from '../../../../src/renderer/viewer/diff-items.ts'

const file = (index: number, hunks: number): FileSummary =>
  fileSummary({
    index,
    name: `f${index}`,
    added: 1,
    lastLine: 9,
    hunks: Array.from({ length: hunks }, (_, at) => ({
      key: `${index}-${at}`,
      heading: '@@ -1 +1 @@',
      line: 1,
      endLine: 1,
    })),
    chunks: {
      rows: new Uint16Array(hunks).fill(3),
      hunks: Uint32Array.from({ length: hunks }, (_, at) => at),
    },
  })

// 0 header, 1 and 2 hunks, 3 header, 4 hunk, 5 header, 6 hunk
const items = diffItems([file(0, 2), file(1, 1), file(2, 1)], new Set())
const places = items.hunks()
const typesOf = (some: DiffItems): string[] => Array.from({ length: some.count }, (_, at) => some.at(at).type)
const all = { from: 0, to: 6 }

describe('the items of a diff', () => {
  test('a collapsed file has only its header', () => {
    const some = diffItems([file(0, 2), file(1, 1)], new Set([0]))
    expect(typesOf(some)).toEqual(['file', 'file', 'chunk'])
    expect(some.hunks()).toEqual([{ file: 1, hunk: 0, item: 2 }])
    expect([...some.heights()]).toEqual([37, 37, 90])
  })

  test('a file without changed lines says so below its header', () => {
    const some = diffItems([file(0, 0), file(1, 1)], new Set())
    expect(typesOf(some)).toEqual(['file', 'nothing', 'file', 'chunk'])
    expect([0, 1, 2, 3].map((at) => some.headingOf(at))).toEqual([0, 0, 2, 2])
    expect(some.heading(1)).toBe(2)
  })

  test('an item is found in a newer version of the diff by its file and hunk, wherever it is now', () => {
    const before = diffItems([file(0, 2), file(1, 1)], new Set())
    const added = { ...file(0, 1), name: 'new' }
    const first = { ...file(0, 2), index: 1, hunks: file(0, 2).hunks.slice(1) }
    const chunks = { rows: Uint16Array.of(3), hunks: Uint32Array.of(0) }
    // 0 and 1 new, 2 f0, 3 its former second hunk, 4 f1, 5 its hunk
    const after = diffItems([added, { ...first, chunks }, { ...file(1, 1), index: 2 }], new Set())
    expect([0, 1, 2, 3, 4].map((at) => after.find(before.at(at)))).toEqual([2, -1, 3, 4, 5])
    expect(after.at(3).name).toBe(before.at(2).name)
    expect(after.isSameVersion(before)).toBe(false)
  })

  test('a hunk of several chunks has one hunk bar', () => {
    const long = { ...file(0, 1), chunks: { rows: Uint16Array.of(9, 4), hunks: Uint32Array.of(0, 0) } }
    const some = diffItems([long], new Set())
    expect([some.at(1), some.at(2)]).toMatchObject([
      { chunk: 0, hunk: 0, first: true, rows: 9 },
      { chunk: 1, hunk: 0, first: false, rows: 4 },
    ])
    expect(some.at(2)).toBe(some.at(2))
    expect(some.hunks()).toHaveLength(1)
  })

  test('a folded hunk is its bar alone, and the other hunks stay where they can be found', () => {
    const long = { ...file(0, 2), chunks: { rows: Uint16Array.of(9, 4, 3), hunks: Uint32Array.of(0, 0, 1) } }
    const whole = diffItems([long, file(1, 1)], new Set())
    const some = diffItems([long, file(1, 1)], new Set(), new Set(['0-0']))
    expect(typesOf(some)).toEqual(['file', 'chunk', 'chunk', 'file', 'chunk'])
    expect([some.at(1), some.at(2)]).toMatchObject([
      { hunk: 0, chunk: 0, folded: true },
      { hunk: 1, chunk: 2, folded: false },
    ])
    expect([...some.heights()]).toEqual([37, 30, 90, 37, 90])
    expect(some.hunks()).toEqual([
      { file: 0, hunk: 0, item: 1 },
      { file: 0, hunk: 1, item: 2 },
      { file: 1, hunk: 0, item: 4 },
    ])
    // Heights are measured; those of what looks different now are not known.
    expect([0, 1, 2, 3, 4, 5].map((at) => some.find(whole.at(at)))).toEqual([0, -1, -1, 2, 3, 4])
    expect([0, 1, 2, 3, 4].map((at) => whole.find(some.at(at)))).toEqual([0, -1, 3, 4, 5])
  })

  test('the hunk in sight is the current one until it is scrolled out of view', () => {
    expect(hunkInSight(places, null, all)).toMatchObject({ file: 0, hunk: 0 })
    expect(hunkInSight(places, { file: 1, hunk: 0 }, all)).toMatchObject({ file: 1, hunk: 0 })
    expect(hunkInSight(places, { file: 0, hunk: 0 }, { from: 4, to: 6 })).toMatchObject({ file: 1, hunk: 0 })
    expect(hunkInSight([], null, all)).toBeNull()
  })

  test('the first step goes to the first hunk in view', () => {
    expect(stepFrom(places, null, all, 'hunk.next')).toEqual({ file: 0, hunk: 0, item: 1 })
    expect(stepFrom(places, null, { from: 4, to: 6 }, 'hunk.next')).toMatchObject({ file: 1, hunk: 0 })
  })

  test('the next steps continue from the current hunk, across files, and stop at the end', () => {
    expect(stepFrom(places, { file: 0, hunk: 1 }, all, 'hunk.next')).toMatchObject({ file: 1, hunk: 0 })
    expect(stepFrom(places, { file: 1, hunk: 0 }, all, 'hunk.previous')).toMatchObject({ file: 0, hunk: 1 })
    expect(stepFrom(places, { file: 2, hunk: 0 }, all, 'hunk.next')).toBeNull()
  })

  test('a current hunk that is out of view is ignored', () => {
    expect(stepFrom(places, { file: 0, hunk: 0 }, { from: 5, to: 6 }, 'hunk.next')).toMatchObject({ file: 2 })
  })

  test('a step by file goes to the first hunk of the file', () => {
    expect(stepFrom(places, { file: 0, hunk: 1 }, all, 'file.next')).toMatchObject({ file: 1, hunk: 0 })
    expect(stepFrom(places, { file: 2, hunk: 0 }, all, 'file.previous')).toMatchObject({ file: 1, hunk: 0 })
    expect(stepFrom(places, { file: 0, hunk: 1 }, all, 'file.previous')).toMatchObject({ file: 0, hunk: 0 })
  })

  test('without hunks there is no next one', () => {
    expect(stepFrom([], null, all, 'hunk.next')).toBeNull()
  })
})

describe('the hunk the agent points at', () => {
  const hunks = [10, 40, 90].map((line) => ({ key: `${line}`, heading: '@@', line, endLine: line }))
  const files = [file(0, 1), { ...file(1, 3), name: 'src/tide.ts', hunks }]
  const at = (name: string, line: number) => hunkAtLines(files, { file: name, line, endLine: line + 2 })

  test('is the last one that begins before the end of the lines', () => {
    expect(at('src/tide.ts', 45)).toEqual({ file: 1, hunk: 1 })
    expect(at('/home/ada/src/tide.ts', 500)).toEqual({ file: 1, hunk: 2 })
  })

  test('is the first one for lines before all changes, and none for another file', () => {
    expect(at('src/tide.ts', 1)).toEqual({ file: 1, hunk: 0 })
    expect(at('src/other.ts', 1)).toBeNull()
  })
})
