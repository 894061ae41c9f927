import { describe, expect, test } from 'vitest'
import { countFiles, diffRows } from '../../../../src/renderer/approvals/diff-rows.ts'

/** File names in brackets. */
const shown = (diff: string): string[] =>
  diffRows(diff).map((row) => (row.kind === 'file' ? `[${row.file}]` : row.line))

describe('the small diff of an approval card', () => {
  test('has the name of the file instead of its headers', () => {
    const diff =
      'diff --git a/x b/x\nindex 12ab..34cd 100644\n--- a/x\n+++ b/x\n@@ -1,1 +1,2 @@\n-a\n+b\n+c\n'
    expect(shown(diff)).toEqual(['[x]', '@@ -1,1 +1,2 @@', '-a', '+b', '+c'])
  })

  test('has every changed line, even one that looks like a header', () => {
    const changed = ['--- drop table harbour;', '-diff --git a b', '+++ counter', '+index 0', ' kept', '']
    const diff = ['--- a/x.sql', '+++ b/x.sql', '@@ -1,4 +1,4 @@', ...changed, ''].join('\n')
    expect(shown(diff).slice(2)).toEqual(changed)
    // Two of them together look like the headers of another file.
    const pair = ['--- a/y', '+++ b/y']
    expect(shown(['--- a/x', '+++ b/x', '@@ -1 +1 @@', ...pair, ''].join('\n')).slice(2)).toEqual(pair)
  })

  test('has a line beyond the count in the hunk’s header', () => {
    expect(shown('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+++ more\n--- less\n').slice(2)).toEqual([
      '-a',
      '+b',
      '+++ more',
      '--- less',
    ])
  })

  test('has several files, each with its own hunks, and says which are new or deleted', () => {
    const file = (before: string, after: string) =>
      `--- ${before}\n+++ ${after}\n@@ -1 +1 @@\n-1\n+2\n\\ No newline at end of file\n`
    const diff = file('a/x', 'b/x\t2026-01-01') + file('/dev/null', 'b/src/y') + file('a/z', '/dev/null')
    expect(shown(diff)).toEqual(
      ['[x]', '[src/y (new)]', '[z (deleted)]'].flatMap((name) => [name, '@@ -1 +1 @@', '-1', '+2']),
    )
    expect(countFiles(diffRows(diff))).toBe(3)
  })
})
