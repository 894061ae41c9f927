import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, test } from 'vitest'
import { outsideLink, showHtmlAsText } from '../../../../src/renderer/viewer/markdown-safety.ts'

const draw = (text: string): string =>
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm, showHtmlAsText] }, text))

describe('links that may leave the window', () => {
  test('web and mail addresses may', () => {
    expect(outsideLink('https://example.com/a?b#c')).toBe('https://example.com/a?b#c')
    expect(outsideLink('http://example.com')).toBe('http://example.com/')
    expect(outsideLink('mailto:ada@example.com')).toBe('mailto:ada@example.com')
  })

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'app://parley/x',
    './guide.md',
    '#part',
    '//example.com',
    '',
    undefined,
  ])('%s stays inert', (href) => {
    expect(outsideLink(href)).toBeNull()
  })
})

describe('HTML in a document', () => {
  test('is shown as text, whether it stands alone or in a line', () => {
    const html = draw('<div onclick="x()">a</div>\n\nwords <img src=x onerror=y> more')
    expect(html).toContain('&lt;div onclick=')
    expect(html).toContain('&lt;img src=x onerror=y&gt;')
    expect(html).not.toMatch(/<img|<div onclick/)
  })

  test('comments are left out', () => {
    expect(draw('<!-- secret -->\n\nwords <!-- more --> here')).not.toMatch(/secret|more|--/)
  })

  test('what only begins like a comment is not left out', () => {
    expect(draw('<!-- a --><script>b</script>')).toContain('&lt;script&gt;')
  })

  test('a script is text', () => {
    expect(draw('<script>alert(1)</script>')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })
})
