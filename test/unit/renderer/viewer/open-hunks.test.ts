import { expect, it } from 'vitest'
import { readDiff } from '../../../../src/renderer/viewer/diff-document.ts'
import {
  numberOf,
  openHunksOf,
  placeInNewer,
  undecidedIn,
} from '../../../../src/renderer/viewer/open-hunks.ts'

const hunk = (line: number): string => `@@ -${line} +${line} @@\n-was ${line}\n+is ${line}\n`
const { files } = readDiff(`--- a/a\n+++ b/a\n${hunk(1)}${hunk(9)}--- a/b\n+++ b/b\n${hunk(5)}`, {
  layout: 'unified',
  columns: 80,
})
const [first, second, third] = files.flatMap(({ hunks }) => hunks.map(({ key }) => key)) as [
  string,
  string,
  string,
]

it('a file offers to keep what is undecided, and to revert also what is kept', () => {
  const open = (...marks: [string, 'kept' | 'reverting'][]): string =>
    openHunksOf(files[0]!, new Map(marks.map(([key, tag]) => [key, { tag }])))
  expect(open([first, 'kept'])).toBe('all')
  expect(open([first, 'kept'], [second, 'kept'])).toBe('revertable')
  expect(open([first, 'reverting'], [second, 'reverting'])).toBe('none')
})

it('hunks are counted through all files', () => {
  expect(undecidedIn(files, new Map([[second, { tag: 'kept' }]]))).toEqual([first, third])
  expect(numberOf(files, { file: 0, hunk: 1 })).toBe(2)
  expect(numberOf(files, { file: 1, hunk: 0 })).toBe(3)
})

it('a hunk is found again in a newer version of the diff, or what took its place', () => {
  const { files: newer } = readDiff(`--- a/0\n+++ b/0\n${hunk(2)}--- a/a\n+++ b/a\n${hunk(9)}`, {
    layout: 'unified',
    columns: 80,
  })
  expect(placeInNewer(files, newer, { file: 0, hunk: 1 })).toEqual({ file: 1, hunk: 0 })
  expect(placeInNewer(files, newer, { file: 0, hunk: 0 })).toEqual({ file: 1, hunk: 0 })
  expect(placeInNewer(files, newer, { file: 1, hunk: 0 })).toBeNull()
})
