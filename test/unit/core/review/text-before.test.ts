import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanDiff } from '../../../../src/core/review/diff-scan.ts'
import { textBefore } from '../../../../src/core/review/text-before.ts'

const end = '\\ No newline at end of file'

function before(after: string, text: string): string | null {
  const diff = scanDiff(text)
  return textBefore(after, diff, diff.files[0]!)
}

describe('the text before a diff', () => {
  test('is the text after it with the hunks taken back', () => {
    const line = fc.constantFrom('a', 'b', 'c', '', '-', '+x', 'd\r', '@@ -1 +1 @@', '\\')
    const text = fc
      .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
      .map(([lines, ends]) => (lines.length === 0 ? '' : lines.join('\n') + (ends ? '\n' : '')))
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 3 }), (old, now, context) => {
        fc.pre(old !== now)
        const diff = createTwoFilesPatch('a/x', 'b/x', old, now, undefined, undefined, { context })
        expect(before(now, diff)).toBe(old)
      }),
      { numRuns: 1000 },
    )
  })

  test('of a new file is empty, and of a deleted file is all that was removed', () => {
    expect(before('a\n', '--- /dev/null\n+++ b/x\n@@ -0,0 +1,1 @@\n+a\n')).toBe('')
    expect(before('', '--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n')).toBe('a\nb\n')
  })

  test('knows whether the last line had an end', () => {
    expect(before('a\n', `--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n${end}\n+a\n`)).toBe('a')
    expect(before('a', `--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+a\n${end}\n`)).toBe('a\n')
    expect(before('b\na', `--- a/x\n+++ b/x\n@@ -1,1 +1,2 @@\n+b\n a\n${end}\n`)).toBe('a')
  })

  test('is not known if the diff does not fit, or is the diff of a merge', () => {
    expect(before('a\nz\n', '--- a/x\n+++ b/x\n@@ -1,1 +1,2 @@\n a\n+b\n')).toBeNull()
    expect(before('a\n', '--- a/x\n+++ b/x\n@@ -9,1 +9,2 @@\n a\n+b\n')).toBeNull()
    expect(before('a\n', `--- a/x\n+++ b/x\n@@ -0,0 +1,1 @@\n+a\n${end}\n`)).toBeNull()
    expect(before('a\nb\n', 'diff --cc x\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,2 @@@\n  a\n++b\n')).toBeNull()
  })
})
