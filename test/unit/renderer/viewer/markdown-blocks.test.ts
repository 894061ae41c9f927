import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, test } from 'vitest'
import { cutMarkdown } from '../../../../src/renderer/viewer/markdown-blocks.ts'

const markdownBlocks = (text: string): string[] => cutMarkdown(text).pieces.map((piece) => piece.text)

const draw = (text: string): string =>
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, text))
    .replace(/\n+/g, '\n')
    .trim()

const drawBlocks = (text: string): string => markdownBlocks(text).map(draw).filter(Boolean).join('\n')

describe('splitting a document into blocks', () => {
  test('paragraphs, headings and code each become a block', () => {
    expect(markdownBlocks('# One\n\nwords\n\n```ts\na\n\nb\n```\n\n> said\n')).toHaveLength(4)
  })

  test('code is not split at its empty lines', () => {
    expect(markdownBlocks('````\na\n\n```\n\nb\n````\n')).toHaveLength(1)
    expect(markdownBlocks('~~~\na\n\nb\n')).toHaveLength(1)
  })

  test('a list with empty lines between its items stays one list', () => {
    expect(markdownBlocks('1. a\n\n2. b\n\n   more of b\n\n3. c')).toHaveLength(1)
  })

  test('a comment with empty lines stays whole', () => {
    expect(markdownBlocks('<!-- a\n\n```\n\nb -->\n\nwords')).toHaveLength(2)
  })

  test('a link defined at the end works in the block that uses it', () => {
    const blocks = markdownBlocks('See [the guide][g].\n\nOther words.\n\n[g]: https://example.com\n')
    expect(draw(blocks[0] ?? '')).toContain('href="https://example.com"')
    expect(blocks[1]).not.toContain('example')
  })

  test('an empty document has no blocks', () => {
    expect(markdownBlocks('')).toEqual([])
    expect(markdownBlocks('\n\n')).toEqual([])
  })

  test('any document renders the same in blocks and as a whole', () => {
    const piece = fc.constantFrom(
      '# Heading',
      'words *and* `code`',
      'two\nlines',
      '- item',
      '- item\n\n  more of it',
      '- item\n  - inner',
      '1. first\n2. second',
      '* star\n\n* star again',
      '> quoted\nlazily',
      '> quoted\n\n> again',
      '```ts\nconst a = 1\n\nconst b = 2\n```',
      '~~~\n```\n~~~',
      '    indented code',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '---',
      'Setext\n===',
      '[guide][g] and [other](https://example.com)',
      '[g]: https://example.com/g',
      '<div>\nhtml\n</div>',
      '<!-- a\n\nb -->',
      '- [ ] task\n- [x] done',
      '-',
      '  two spaces in',
      '```\nnever closed',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.constantFrom('\n', '\n\n', '\n\n\n'),
        (pieces, gap) => {
          const text = pieces.join(gap)
          expect(drawBlocks(text)).toBe(draw(text))
        },
      ),
      { numRuns: 500 },
    )
  })
})
