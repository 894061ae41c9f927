import { describe, expect, it } from 'vitest'
import type { CodeSymbol } from '../../../../../src/core/tools/codebase.ts'
import {
  codeBlock,
  inlineCode,
  placeLink,
} from '../../../../../src/core/understanding/replies/markdown-text.ts'
import { relationsPage } from '../../../../../src/core/understanding/replies/relations-report.ts'

describe('Code in a line', () => {
  it.each([
    ['a', '`a`'],
    ['a `b` c', '`` a `b` c ``'],
    ['``[x](https://evil.example)``', '``` ``[x](https://evil.example)`` ```'],
    ['a ````` b', '`````` a ````` b ``````'],
    ['', '` `'],
  ])('is fenced by more backticks than it has: %j', (code, markdown) => {
    expect(inlineCode(code)).toBe(markdown)
  })

  it('is fenced in the link to a file of a hostile name', () => {
    expect(placeLink('a``[x](b).ts')).toMatch(/^\[``` a``\[x\]\(b\)\.ts ```\]\(/)
  })

  it('is fenced quickly, however many backticks there are', () => {
    expect(codeBlock('` '.repeat(200_000)).startsWith('```\n')).toBe(true)
  })
})

it('The comment of a symbol is shown as its words, not as Markdown', () => {
  const symbol: CodeSymbol = {
    name: 'moor',
    kind: 'function',
    file: 'a.ts',
    startLine: 1,
    endLine: 1,
    container: null,
    signature: 'function moor()',
    doc: 'See [the manual](https://evil.example)\n---\n![x](b.png) <b>',
  }
  const { content } = relationsPage({ symbol, uses: [], calls: [], truncated: false, moreTests: false }, '')
  expect(content).toContain(
    '> See \\[the manual\\](https://evil.example)\n> \\---\n> !\\[x\\](b.png) \\<b\\>\n',
  )
})
