import { describe, expect, test } from 'vitest'
import { stackParts } from '../../../../src/renderer/viewer/stack-links.ts'

const links = (text: string): string[] =>
  stackParts(text, '/work/app').flatMap(({ target }) => (target ? [`${target.file}:${target.line}`] : []))

describe('file positions in a stack trace', () => {
  test.each([
    ['    at run (src/a.ts:12:3)', 'src/a.ts:12'],
    ['    at async /work/app/src/deep/b.mjs:7:1', 'src/deep/b.mjs:7'],
    ['  File "src/a.py", line 3, in main', 'src/a.py:3'],
    ['src/a.ts(12,3): error TS2304', 'src/a.ts:12'],
    ['./lib/c.rb:9:in `call`', 'lib/c.rb:9'],
    ['    at check (file:///work/app/test/a.js:2:9)', 'test/a.js:2'],
    ['    at check (file:///work/app/src/c.ts:1)', 'src/c.ts:1'],
  ])('%s', (text, place) => {
    expect(links(text)).toEqual([place])
  })

  test.each([
    'at node:internal/main.js:1:1',
    'at /elsewhere/x.ts:1:2',
    'see https://example.org/a.html:80',
    'at x (node_modules/lib/i.js:1:1)',
    'at ../outside.ts:1',
    'at 12:30 it stopped',
    'at file:///elsewhere/x.ts:1:2',
    'see http://localhost/work/app/a.html:80',
  ])('nothing in: %s', (text) => {
    expect(links(text)).toEqual([])
  })

  test('the text stays the same', () => {
    const text = 'a src/a.ts:1 b\nc (src/b.ts:2:3) d'
    expect(
      stackParts(text, '')
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})
