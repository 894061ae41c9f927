import { expect, it } from 'vitest'
import { changesShown, changesTitle } from '../../../../src/core/tools/changes-title.ts'

it.each([
  [{}, { staged: false }],
  [{ staged: true }, { staged: true }],
  [{ file: 'src/a.ts' }, { file: 'src/a.ts', staged: false }],
  [
    { file: 'src/a.ts', staged: true },
    { file: 'src/a.ts', staged: true },
  ],
])('a diff of the changes %j tells what it shows', (asked, shown) => {
  expect(changesShown({ title: changesTitle(asked), file: 'src/a.ts' })).toEqual(shown)
})

it.each([
  // A folder, of which only the name is known.
  { title: 'Working changes: src', file: '' },
  { title: 'Last commit: Working changes', file: 'src/a.ts' },
  { title: 'a.ts', file: 'src/a.ts' },
])('the diff %j can not be asked for again', (artifact) => {
  expect(changesShown(artifact)).toBeNull()
})
