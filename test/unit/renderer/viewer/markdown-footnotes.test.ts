import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, test } from 'vitest'
import { cutMarkdown } from '../../../../src/renderer/viewer/markdown-blocks.ts'
import { markFootnotes } from '../../../../src/renderer/viewer/markdown-footnotes.ts'

const draw = (text: string): string =>
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm, markFootnotes] }, text)).trim()

const drawn = (text: string): string[] =>
  cutMarkdown(text)
    .pieces.map((piece) => draw(piece.text))
    .filter(Boolean)
const notes = (text: string): string[] =>
  cutMarkdown(text).notes.map(({ number, label, text: content }) => `${number} ${label}: ${content}`)

describe('footnotes of a document that is split', () => {
  test('each block has its notes, numbered in the order of their references', () => {
    const text = 'One[^b].\n\nTwo[^A], again[^b].\n\n[^a]: First *words*.\n[^b]: Second.\n'
    expect(drawn(text)).toEqual([
      '<p>One<sup data-note="b"></sup>.</p>',
      '<p>Two<sup data-note="a"></sup>, again<sup data-note="b"></sup>.</p>',
    ])
    expect(notes(text)).toEqual(['1 b: Second.', '2 a: First *words*.'])
  })

  test('a note includes further lines, indented paragraphs and code, and ends with its indentation', () => {
    const text = 'x[^n]\n\n[^n]: one\nlazily\n\n    indented\n\n    ```\n    code\n    ```\n\nAfter it.\n'
    expect(notes(text)).toEqual(['1 n: one\nlazily\n\nindented\n\n```\ncode\n```'])
    expect(drawn(text)).toEqual(['<p>x<sup data-note="n"></sup></p>', '<p>After it.</p>'])
  })

  test('unknown labels and labels in code stay text, and notes without a reference are dropped', () => {
    expect(drawn('a[^gone] and `[^code]`')).toEqual(['<p>a[^gone] and <code>[^code]</code></p>'])
    expect(drawn('```\n[^c]: in code\n```\n\nb')[0]).toContain('[^c]: in code')
    expect(notes('```\n[^c]: in code\n```\n\n[^c]')).toEqual([])
    expect(notes('words\n\n[^lonely]: never shown')).toEqual([])
  })

  test('a heading, a list or another note ends a note without an empty line', () => {
    expect(drawn('a[^1]\n\n[^1]: note\n# Heading')).toEqual([
      '<p>a<sup data-note="1"></sup></p>',
      '<h1>Heading</h1>',
    ])
    expect(notes('a[^1][^2]\n\n[^1]: one\n[^2]: two')).toEqual(['1 1: one', '2 2: two'])
  })

  test('a note may refer to another note, and to a link of the document', () => {
    const text = 'a[^1]\n\n[^1]: see [g] and[^2]\n[^2]: end\n\n[g]: https://example.org\n'
    const cut = cutMarkdown(text)
    expect(cut.notes.map(({ label }) => label)).toEqual(['1', '2'])
    expect(draw(cut.notes[0]!.pieces[0]!.text)).toBe(
      '<p>see <a href="https://example.org">g</a> and<sup data-note="2"></sup></p>',
    )
  })
})
