// The window's JSX runtime: no element on the page hides characters.
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Fragment, jsx, jsxs } from '../../../../src/renderer/ui/visible-jsx.ts'
import { VisibleText } from '../../../../src/renderer/ui/visible-text.ts'

const RLO = '\u202e'
const mark = `<span class="hidden-mark" title="U+202E right-to-left override" data-mark="U+202E">${RLO}</span>`
const draw = (node: ReactNode): string => renderToStaticMarkup(node)

describe('an element of the window', () => {
  it('marks hidden characters in its text, and keeps them for copying', () => {
    expect(draw(jsx('p', { children: `a${RLO}b` }))).toBe(`<p>a${mark}b</p>`)
  })

  it('marks them in one of several texts, and in a fragment', () => {
    expect(draw(jsxs('p', { children: ['a', `${RLO}b`, 3] }))).toBe(`<p>a${mark}b3</p>`)
    expect(draw(jsx(Fragment, { children: RLO }))).toBe(mark)
  })

  it('marks them in texts passed to a component', () => {
    const Button = ({ children }: { children?: ReactNode }) => jsx('button', { children })
    expect(draw(jsx(Button, { children: `Open ${RLO}` }))).toBe(`<button>Open ${mark}</button>`)
  })

  it('writes them out in attributes that users read or hear', () => {
    expect(draw(jsx('i', { title: `a${RLO}`, 'aria-label': `b${RLO}` }))).toBe(
      '<i title="a[U+202E]" aria-label="b[U+202E]"></i>',
    )
    expect(draw(jsx('img', { alt: `a${RLO}` }))).toBe('<img alt="a[U+202E]"/>')
  })

  it('writes them out in elements that contain only text', () => {
    expect(draw(jsx('option', { children: `a${RLO}` }))).toBe('<option>a[U+202E]</option>')
  })

  it('marks odd spaces in code and not in prose', () => {
    expect(draw(jsx('code', { children: 'a\xa0b' }))).toContain('data-mark="U+00A0"')
    expect(draw(jsx('p', { children: 'a\xa0b' }))).toBe('<p>a\xa0b</p>')
  })

  it('leaves everything else unchanged', () => {
    const props = { className: 'x', children: ['plain', 'text'] }
    expect(jsxs('p', props).props).toEqual(props)
  })
})

it('a name shows its line breaks', () => {
  expect(draw(createElement(VisibleText, { text: 'a\nb', kind: 'line' }))).toContain(
    'title="U+000A line break"',
  )
})
