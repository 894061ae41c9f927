import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import { expect, it } from 'vitest'
import { markHidden } from '../../../../src/renderer/viewer/markdown-hidden.ts'

const draw = (text: string): string =>
  renderToStaticMarkup(createElement(Markdown, { rehypePlugins: [rehypeHighlight, markHidden] }, text))

const RLO = '\u202e'
const mark = `<span class="hidden-mark" title="U+202E right-to-left override" data-mark="U+202E">${RLO}</span>`

it('hidden characters are marked in text, headings, links and code', () => {
  expect(draw(`words ${RLO}turned`)).toBe(`<p>words ${mark}turned</p>`)
  expect(draw(`# a${RLO}b`)).toBe(`<h1>a${mark}b</h1>`)
  expect(draw(`[a${RLO}b](https://example.com)`)).toContain(`>a${mark}b</a>`)
  expect(draw(`\`a${RLO}b\``)).toContain(`<code>a${mark}b</code>`)
  expect(draw(`~~~js\nif (a) { /*${RLO} */ }\n~~~`)).toContain(mark)
})

it('hidden characters written as entities are marked too', () => {
  expect(draw('a&#x202e;b')).toBe(`<p>a${mark}b</p>`)
})

it('titles and alternative texts write hidden characters out', () => {
  const html = draw(`![a${RLO}b](x.png "c${RLO}d")`)
  expect(html).toContain('alt="a[U+202E]b"')
  expect(html).toContain('title="c[U+202E]d"')
})

it('odd spaces are marked in code only', () => {
  expect(draw('a\xa0b')).toBe('<p>a\xa0b</p>')
  expect(draw('`a\xa0b`')).toContain('data-mark="U+00A0"')
})
