import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanDiff } from '../../../../src/core/review/diff-scan.ts'
import { hunkPatch } from '../../../../src/core/review/hunk-patch.ts'

function patches(text: string): (string | null)[] {
  const diff = scanDiff(text)
  return diff.files.flatMap((file) => file.hunks.map((hunk) => hunkPatch(diff, file, hunk)))
}

describe('one hunk as a patch', () => {
  test('has the names of its file and no other hunks', () => {
    const diff =
      'diff --git a/x.ts b/x.ts\nindex 1..2 100644\n--- a/x.ts\n+++ b/x.ts\n@@ -1,1 +1,1 @@ f\n-a\n+b\n@@ -9,1 +9,2 @@\n c\n+d\n'
    expect(patches(diff)).toEqual([
      '--- a/x.ts\n+++ b/x.ts\n@@ -1,1 +1,1 @@ f\n-a\n+b\n',
      '--- a/x.ts\n+++ b/x.ts\n@@ -9,1 +9,2 @@\n c\n+d\n',
    ])
  })

  test('of a new file has no old file, of a deleted one no new file', () => {
    expect(patches('--- /dev/null\n+++ b/new\n@@ -0,0 +1,1 @@\n+a\n')).toEqual([
      '--- /dev/null\n+++ b/new\n@@ -0,0 +1,1 @@\n+a\n',
    ])
    expect(patches('--- a/old\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n')).toEqual([
      '--- a/old\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n',
    ])
  })

  test('of a renamed file applies to the new name', () => {
    expect(patches('--- a/old.ts\n+++ b/new.ts\n@@ -1,1 +1,1 @@\n-a\n+b\n')[0]).toContain(
      '--- a/new.ts\n+++ b/new.ts\n',
    )
  })

  test('keeps the mark of a file without a final line end', () => {
    const end = '\\ No newline at end of file'
    const [patch] = patches(`--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n${end}\n+b\n${end}\n`)
    expect(patch).toBe(`--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n${end}\n+b\n${end}\n`)
  })

  test('keeps carriage returns, quoted names, and a deleted line that looks like a heading', () => {
    expect(patches('--- "a/\\303\\244"\n+++ "b/\\303\\244"\n@@ -1,2 +1,1 @@\n-- a\r\n b\r\n')).toEqual([
      '--- "a/\\303\\244"\n+++ "b/\\303\\244"\n@@ -1,2 +1,1 @@\n-- a\r\n b\r\n',
    ])
  })

  test('has counts that fit its lines, whatever its heading said', () => {
    expect(patches('--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n-b\n+c\n+d\n')[0]).toContain('@@ -1,2 +1,3 @@')
    expect(patches('--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n')[0]).toContain(' a\n \n-b\n+c\n')
  })

  test('does not exist for a merge, which has two old files', () => {
    expect(patches('diff --cc x\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n')).toEqual([null])
  })

  test('all of them together are the diff they were taken from', () => {
    const line = fc.stringMatching(/^[ +-][ -~]{0,12}$/)
    const hunk = fc.array(line, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(
        fc.array(fc.array(hunk, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        (files) => {
          const made = files.map((hunks, at) => {
            const names = `--- a/f${at}\n+++ b/f${at}\n`
            const bodies = hunks.map((lines, n) => {
              const old = lines.filter((one) => !one.startsWith('+')).length
              const now = lines.filter((one) => !one.startsWith('-')).length
              return `@@ -${n * 50 + 1},${old} +${n * 50 + 1},${now} @@\n${lines.join('\n')}\n`
            })
            return { names, bodies }
          })
          const text = made
            .map(({ names, bodies }, at) => `diff --git a/f${at} b/f${at}\n${names}${bodies.join('')}`)
            .join('')
          expect(patches(text)).toEqual(
            made.flatMap(({ names, bodies }) => bodies.map((body) => names + body)),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})
