import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, test } from 'vitest'
import { otherHost, outsideLink, showHtmlAsText } from '../../../../src/renderer/viewer/markdown-safety.ts'

const draw = (text: string): string =>
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm, showHtmlAsText] }, text))

describe('links to outside the window', () => {
  test('web and mail addresses open', () => {
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
  test('is shown as text, alone or inside a line', () => {
    const html = draw('<div onclick="x()">a</div>\n\nwords <img src=x onerror=y> more')
    expect(html).toContain('&lt;div onclick=')
    expect(html).toContain('&lt;img src=x onerror=y&gt;')
    expect(html).not.toMatch(/<img|<div onclick/)
  })

  test('is not shown if it is a comment', () => {
    expect(draw('<!-- secret -->\n\nwords <!-- more --> here')).not.toMatch(/secret|more|--/)
  })

  test('is shown if it only starts like a comment', () => {
    expect(draw('<!-- a --><script>b</script>')).toContain('&lt;script&gt;')
  })

  test('is text even if it is a script', () => {
    expect(draw('<script>alert(1)</script>')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })
})

describe('a link whose text names another host', () => {
  test.each([
    ['https://bank.example/login', 'https://evil.test/', 'evil.test'],
    ['see bank.example', 'https://evil.test:8443/a', 'evil.test:8443'],
    ['bank.example', 'https://bank.example@evil.test/', 'evil.test'],
    ['b\u0430nk.example', 'https://bank.example/', 'bank.example'],
    ['ada@bank.example is', 'mailto:eve@evil.test', null],
    ['write to bank.example', 'mailto:eve@evil.test', 'eve@evil.test'],
    ['bank.example', 'https://bank.example/login', null],
    ['www.bank.example', 'https://bank.example/', null],
    ['BANK.example', 'https://www.bank.example/', null],
    ['the manual', 'https://evil.test/', null],
  ])('“%s” to %s shows %s', (text, url, host) => {
    expect(otherHost(text, url)).toBe(host)
  })
})
