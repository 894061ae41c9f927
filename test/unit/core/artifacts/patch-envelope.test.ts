import { describe, expect, it } from 'vitest'
import { patchedFiles } from '../../../../src/core/artifacts/patch-envelope.ts'

const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

describe('A patch in an envelope', () => {
  it('is a unified diff of each file', () => {
    expect(
      patchedFiles(
        patch(
          '*** Update File: a.ts',
          '@@ function',
          ' one',
          '-two',
          '+2',
          '@@',
          ' nine',
          '+ten',
          '*** Add File: b/c.ts',
          '+x',
        ),
      ),
    ).toBe(
      'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n@@ -3,1 +3,2 @@\n nine\n+ten\n' +
        'diff --git a/b/c.ts b/b/c.ts\nnew file mode 100644\n--- /dev/null\n+++ b/b/c.ts\n@@ -0,0 +1,1 @@\n+x\n',
    )
  })

  it('contains deleted and moved files', () => {
    expect(patchedFiles(patch('*** Delete File: old.ts'))).toBe(
      'diff --git a/old.ts b/old.ts\ndeleted file mode 100644\n--- a/old.ts\n+++ /dev/null\n',
    )
    expect(patchedFiles(patch('*** Update File: old.ts', '*** Move to: new.ts', '@@', '-a', '+b'))).toContain(
      'diff --git a/old.ts b/new.ts\n--- a/old.ts\n+++ b/new.ts\n@@ -1,1 +1,1 @@\n-a\n+b\n',
    )
  })

  it('that is invalid gives no diff', () => {
    expect(patchedFiles('')).toBe('')
    expect(patchedFiles('hello')).toBe('')
  })
})
