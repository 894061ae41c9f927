import { describe, expect, test } from 'vitest'
import { linesBetween } from '../../../../src/renderer/viewer/diff-selection.ts'

const diff = [
  'diff --git a/x b/x', // 0
  '--- a/x',
  '+++ b/x',
  '@@ -1,3 +1,3 @@ first', // 3
  ' one',
  '-two',
  '+TWO', // 6
  ' three',
  '@@ -9,2 +9,2 @@ second', // 8
  '',
  '-last', // 10
  '\\ No newline at end of file',
  '+end\r', // 12
  '',
].join('\n')

describe('copying lines of a diff', () => {
  test('they have no signs, and the hunk headers between them are left out', () => {
    expect(linesBetween(diff, 4, 12, 'both')).toEqual(['one', 'two', 'TWO', 'three', '', 'last', 'end'])
    expect(linesBetween(diff, 5, 6, 'both')).toEqual(['two', 'TWO'])
  })

  test('with two columns, only the column of the selection is copied', () => {
    expect(linesBetween(diff, 4, 12, 'old')).toEqual(['one', 'two', 'three', '', 'last'])
    expect(linesBetween(diff, 4, 12, 'now')).toEqual(['one', 'TWO', 'three', '', 'end'])
  })
})
