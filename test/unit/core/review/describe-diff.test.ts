import { describe, expect, test } from 'vitest'
import { changedFile } from '../../../../src/core/review/changed-file.ts'
import { describeDiff, describeFile } from '../../../../src/core/review/describe-diff.ts'
import { scanDiff } from '../../../../src/core/review/diff-scan.ts'

const changed = (name: string, hunks: string): string =>
  `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${hunks}`
const grown = (lines: number): string => `@@ -1,1 +1,${lines + 1} @@\n x\n${'+y\n'.repeat(lines)}`
const shrunk = '@@ -20,2 +25,1 @@\n a\n-b\n'
const four = scanDiff(
  changed('src/read-config.ts', grown(3)) +
    changed('src/parser.ts', grown(5) + shrunk) +
    changed('src/a/index.ts', grown(1)) +
    changed('src/b/index.ts', grown(1)),
)

describe('the size of a diff', () => {
  test('is told with its files, hunks and lines, and where most changed', () => {
    expect(describeDiff(four)).toBe(
      '4 files, 5 hunks: 10 lines added and one removed. The largest change is in parser.ts.',
    )
  })

  test('names the only file, and leaves out what is nothing', () => {
    expect(describeDiff(scanDiff(changed('a.ts', grown(1))))).toBe(
      'One file, one hunk: one line added in a.ts.',
    )
    expect(describeDiff(scanDiff(changed('a.ts', shrunk)))).toBe(
      'One file, one hunk: one line removed in a.ts.',
    )
    expect(describeDiff(scanDiff(''))).toBe('Nothing changed.')
    expect(describeDiff(scanDiff('diff --git a/a b/b\nrename from a\nrename to b\n'))).toBe(
      'One file without changed lines: b.',
    )
  })

  test('of a diff of two megabytes is told at once', () => {
    const diff = scanDiff(Array.from({ length: 2000 }, (_, at) => changed(`f${at}.ts`, grown(50))).join(''))
    const start = performance.now()
    expect(describeDiff(diff)).toContain('2000 files, 2000 hunks: 100000 lines added.')
    expect(describeFile(diff, 1999)).toBe('f1999.ts, the last of 2000 files, with one hunk.')
    expect(performance.now() - start).toBeLessThan(500)
  })
})

describe('the beginning of a file', () => {
  test('tells its name, its place and how many hunks it has', () => {
    expect(describeFile(four, 0)).toBe('Read config, the first of 4 files, with one hunk.')
    expect(describeFile(four, 1)).toBe('parser.ts, the second of 4 files, with 2 hunks.')
  })

  test('tells the folder of files that are called the same', () => {
    expect(describeFile(four, 2)).toBe('index.ts in a, the third of 4 files, with one hunk.')
    expect(describeFile(four, 3)).toBe('index.ts in b, the last of 4 files, with one hunk.')
  })

  test.each([
    ['new file mode 100644\n--- /dev/null\n+++ b/x.ts\n@@ -0,0 +1,1 @@\n+a\n', 'which is new'],
    ['deleted file mode 100644\n--- a/x.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n', 'which is deleted'],
    ['new file mode 100644\nindex 0..1\n', 'new and empty'],
    ['old mode 100644\nnew mode 100755\n', 'of which only the mode changed'],
    ['index 1..2\n', 'without a changed line'],
    ['Binary files a/x.ts and b/x.ts differ\n', 'binary'],
    ['new file mode 100644\nBinary files /dev/null and b/x.ts differ\n', 'new and binary'],
    ['deleted file mode 100644\nBinary files a/x.ts and /dev/null differ\n', 'binary and deleted'],
    ['rename from old-name.ts\nrename to x.ts\n', 'renamed from old name, with no other change'],
    [
      'rename from old-name.ts\nrename to x.ts\n--- a/old-name.ts\n+++ b/x.ts\n@@ -1,1 +1,1 @@\n-a\n+b\n',
      'renamed from old name, with one hunk',
    ],
  ])('with the header %j is told as “%s”', (header, said) => {
    expect(describeFile(scanDiff(`diff --git a/x.ts b/x.ts\n${header}`), 0)).toBe(
      `x.ts, the only file, ${said}.`,
    )
  })

  test('has a name without quotes, escapes and times', () => {
    const name = (text: string): string => changedFile(scanDiff(text).files[0]!).name
    const hunk = '@@ -1,1 +1,1 @@\n-a\n+b\n'
    expect(name(`--- "a/\\303\\244 b"\n+++ "b/\\303\\244 b"\n${hunk}`)).toBe('ä b')
    expect(name(`--- a/x\t2020-01-01\n+++ b/x\t2020-01-02\n${hunk}`)).toBe('x')
    expect(name('diff --git a/my file b/my file\nold mode 100644\nnew mode 100755\n')).toBe('my file')
  })
})
