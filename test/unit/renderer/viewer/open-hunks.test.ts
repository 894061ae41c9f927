import { expect, it } from 'vitest'
import { readDiff } from '../../../../src/renderer/viewer/diff-document.ts'
import {
  numberOf,
  openHunksOf,
  placeInNewer,
  successorOf,
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

it('a hunk that has changed is followed to what it has become, and to nothing else', () => {
  const changed = hunk(9).replace('is', 'will be')
  const { files: newer } = readDiff(`--- a/a\n+++ b/a\n${hunk(1)}${changed}`, {
    layout: 'unified',
    columns: 80,
  })
  expect(successorOf(files, newer, second)).toBe(newer[0]!.hunks[1]!.key)
  expect(successorOf(files, newer, first)).toBeNull()
  // Its file is gone, or nothing in it is new.
  expect(successorOf(files, newer, third)).toBeNull()
  expect(successorOf(newer, files.slice(1), newer[0]!.hunks[0]!.key)).toBeNull()
})
