import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, test } from 'vitest'
import { cutMarkdown } from '../../../../src/renderer/viewer/markdown-blocks.ts'
import { cpuTime } from '../../../cpu-time.ts'

const draw = (text: string): string =>
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, text))

const LONG = 60_000
const long = (part: string): string => part.repeat(Math.ceil(LONG / part.length))

describe('a block that is too large to render at once', () => {
  test('a list is split between its items, and its numbers continue', () => {
    const list = Array.from({ length: 1000 }, (_, at) => `${at + 1}. item ${at + 1}`).join('\n')
    const html = cutMarkdown(list).pieces.map(({ text }) => draw(text))
    expect(html.length).toBeGreaterThan(3)
    expect(html[1]).toMatch(/^<ol start="161">/)
    expect(html.join('').match(/<li>/g)).toHaveLength(1000)
  })

  test('a table is split between its rows, and each part has the head', () => {
    const table = `| name | size |\n|:--|--:|\n${Array.from({ length: 900 }, (_, at) => `| f${at} | ${at} |`).join('\n')}`
    const html = cutMarkdown(table).pieces.map(({ text }) => draw(text))
    expect(html.every((part) => part.startsWith('<table>') && part.includes('name'))).toBe(true)
    expect(html.join('').match(/<td/g)).toHaveLength(1800)
  })

  test('code is shown whole, without colours and without fences', () => {
    const code = Array.from({ length: 3000 }, (_, at) => `const a${at} = ${at}`).join('\n')
    const { pieces } = cutMarkdown(`\`\`\`ts\n${code}\n\`\`\`\n\nAfter it.`)
    expect(pieces.at(-1)).toEqual({ kind: 'markdown', text: 'After it.' })
    const parts = pieces.filter(({ kind }) => kind === 'code').map(({ text }) => text)
    expect(parts.join('\n')).toBe(code)
  })

  test('text that is too slow to parse is shown as plain text', () => {
    for (const text of ['> '.repeat(5000), '- '.repeat(5000), '*a '.repeat(3000), '['.repeat(7000)]) {
      const { pieces } = cutMarkdown(`# Heading\n\n${text}x\n\nAfter it.`)
      expect(pieces.map(({ kind }) => kind)).toEqual([
        'markdown',
        ...pieces.slice(1, -1).map(() => 'text'),
        'markdown',
      ])
      expect(
        pieces
          .slice(1, -1)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(`${text}x`)
    }
  })

  test.each([
    '*a ',
    '_*',
    '~a',
    '*_a',
    '[',
    '![',
    '[a](',
    '[a][',
    '` `` ',
    '<',
    '<a ',
    '&amp;',
    '\\',
    'a\n',
    'a\n\n',
    'www.a.b ',
    'a@b.c ',
    '[^a]\n',
    '[^a]: b\n',
    '[a]: b\n',
    '|a|b|\n|-|-|\n',
    '- ',
    '> ',
    '- a\n',
    '- a\n\n',
    '1. a\n',
    '# a\n',
    '```\n',
    '- a\n  - b\n    - c\n',
    '<!--\n',
    '- [ ] a\n',
    `${' '.repeat(999)}-\n`,
  ])('no block of a document of only %j takes long to render', (part) => {
    const before = cpuTime()
    const { pieces, notes } = cutMarkdown(`[^a]\n\n[^a]: note\n\n${long(part)}`)
    expect(cpuTime() - before).toBeLessThan(2_000)
    const all = [...pieces, ...notes.flatMap((note) => note.pieces)]
    const few = all.filter((_, at) => at % Math.ceil(all.length / 4) === 0)
    for (const { kind, text } of few) {
      expect(text.length).toBeLessThan(40_000)
      const started = cpuTime()
      if (kind === 'markdown') draw(text)
      expect(cpuTime() - started).toBeLessThan(1_000)
    }
  })
})
