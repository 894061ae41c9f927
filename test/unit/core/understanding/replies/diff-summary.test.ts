import { describe, expect, it } from 'vitest'
import { summarizeDiff } from '../../../../../src/core/understanding/replies/diff-summary.ts'

describe('The summary of a diff', () => {
  it('counts files and lines', () => {
    const diff = [
      'diff --git a/src/a.ts b/src/a.ts',
      'index 1..2 100644',
      '--- a/src/a.ts',
      '+++ b/src/a.ts',
      '@@ -1,2 +1,3 @@',
      ' a',
      '-b',
      '+c',
      '+d',
      'diff --git a/gone.ts b/gone.ts',
      'deleted file mode 100644',
      '--- a/gone.ts',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-x',
      'diff --git a/logo.png b/logo.png',
      'new file mode 100644',
      'Binary files /dev/null and b/logo.png differ',
      '',
    ].join('\n')
    expect(summarizeDiff(diff)).toEqual({ files: ['src/a.ts', 'gone.ts', 'logo.png'], added: 2, removed: 2 })
  })

  it('is not fooled by lines that look like headers', () => {
    const diff =
      'diff --git a/q.sql b/q.sql\n--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,2 @@\n--- comment\n-diff --git a b\n+++ x\n+@@ -1 +1 @@\n'
    expect(summarizeDiff(diff)).toEqual({ files: ['q.sql'], added: 2, removed: 2 })
  })

  it('reads a diff that has no git header, and marks of a missing newline', () => {
    const diff =
      '--- a/x y.ts\n+++ b/x y.ts\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n'
    expect(summarizeDiff(diff)).toEqual({ files: ['x y.ts'], added: 1, removed: 1 })
  })

  it('of nothing is nothing', () => {
    expect(summarizeDiff('')).toEqual({ files: [], added: 0, removed: 0 })
  })
})
