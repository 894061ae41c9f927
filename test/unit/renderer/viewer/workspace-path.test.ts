import { describe, expect, test } from 'vitest'
import { linkedLine, workspacePath } from '../../../../src/renderer/viewer/workspace-path.ts'

describe('the target of a link in a document', () => {
  test.each([
    ['pixel.png', 'docs/guide.md', 'docs/pixel.png'],
    ['./a/../b.md', 'docs/guide.md', 'docs/b.md'],
    ['../src/tide.py', 'docs/guide.md', 'src/tide.py'],
    ['/src/tide.py#L3', 'docs/guide.md', 'src/tide.py'],
    ['a%20b.md?x=1', undefined, 'a b.md'],
  ])('%s in %s', (href, document, file) => {
    expect(workspacePath(href, document)).toBe(file)
  })

  test.each(['https://x.org/a', '//x.org/a', 'javascript:x', '#part', '../../etc/passwd', '..', '', 'a\\b'])(
    'nowhere: %s',
    (href) => {
      expect(workspacePath(href, 'docs/guide.md')).toBeNull()
    },
  )

  test('a line may be named', () => {
    expect(linkedLine('src/a.ts#L12-L20')).toBe(12)
    expect(linkedLine('src/a.ts')).toBeUndefined()
  })
})
