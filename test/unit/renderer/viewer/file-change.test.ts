import { describe, expect, test } from 'vitest'
import { scanDiff } from '../../../../src/core/review/diff-scan.ts'
import {
  badgesOf,
  canRevertHunks,
  fileChangeOf,
  noLinesText,
} from '../../../../src/renderer/viewer/file-change.ts'
import { kindsOfChange } from '../../../gallery/kinds-of-change.ts'

const diff = scanDiff(kindsOfChange)
const changes = diff.files.map((file) => ({ change: fileChangeOf(diff, file), file }))

describe('what happened to a file', () => {
  test('its header says all of it, in a few words', () => {
    expect(changes.map(({ change }) => [change.name, ...badgesOf(change)])).toEqual([
      ['both.sh', 'now executable'],
      ['conflict.txt', 'conflict'],
      ['empty.txt', 'deleted'],
      ['gone.bin', 'deleted', 'binary'],
      ['link', 'link'],
      ['logo.png', 'binary'],
      ['moved/pure.md', 'renamed'],
      ['new-name.md', 'renamed'],
      ['run.sh', 'now executable'],
      ['sub', 'submodule'],
      ['new-empty.txt', 'added'],
      ['new.bin', 'added', 'binary'],
      ['run-new.sh', 'added', 'executable'],
    ])
  })

  test('only lines of ordinary files can be reverted', () => {
    const fixed = changes.filter(({ change, file }) => !canRevertHunks(change, file))
    expect(fixed.map(({ change }) => change.name)).toEqual(['gone.bin', 'link', 'logo.png', 'sub', 'new.bin'])
  })

  test('where there are no lines, it says why', () => {
    const silent = changes.filter(({ file }) => file.hunks.length === 0)
    expect(silent.map(({ change }) => `${change.name}: ${noLinesText(change)}`)).toEqual([
      'empty.txt: The deleted file was empty.',
      'gone.bin: Binary file: no lines to show.',
      'logo.png: Binary file: no lines to show.',
      'moved/pure.md: Renamed; no lines changed.',
      'run.sh: No lines changed; the file is now executable.',
      'new-empty.txt: The new file is empty.',
      'new.bin: Binary file: no lines to show.',
    ])
  })

  test('a conflict that the diff removes is resolved', () => {
    const resolved = scanDiff(
      [
        '--- a/x',
        '+++ b/x',
        '@@ -1,4 +1,1 @@',
        '-<<<<<<< HEAD',
        ' a',
        '-=======',
        '-b',
        '->>>>>>> other',
        '',
      ].join('\n'),
    )
    expect(fileChangeOf(resolved, resolved.files[0]!).hasConflict).toBe(false)
  })
})
