import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(resolve(import.meta.dirname, '../../../../src/renderer/styles/tokens.css'), 'utf8')
const [plain = '', stronger = ''] = css.split("[data-contrast='high']")
const coloursOf = (text: string) =>
  new Map(
    [...text.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
      ([, name, light, dark]) => [name!, { light: light!, dark: dark! }],
    ),
  )
const normal = coloursOf(plain)
const looks = { normal, high: new Map([...normal, ...coloursOf(stronger)]) }

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['--bg', '--panel', '--raised']
const onGrounds = ['--text', '--text-soft', '--text-faint', '--accent', '--danger', '--warn', '--ok']
const syntax = [...normal.keys()].filter((name) => name.startsWith('--syntax'))
const pairs: [string, string][] = [
  ...grounds.flatMap((ground) => onGrounds.map((text): [string, string] => [text, ground])),
  ...syntax.flatMap((text): [string, string][] => [
    [text, '--panel'],
    [text, '--bg'],
  ]),
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-hover'],
  ['--text', '--accent-soft'],
  ['--text-soft', '--accent-soft'],
  ['--accent', '--accent-soft'],
  ['--text', '--hover'],
  ['--text-soft', '--hover'],
  ['--text-soft', '--sunken'],
  ['--text', '--danger-soft'],
  ['--danger', '--danger-soft'],
  ['--text', '--match'],
  ['--on-number', '--number'],
  ['--text', '--match-strong'],
  ['--ok', '--ins-gutter'],
  ['--danger', '--del-gutter'],
  ...['ins', 'del'].flatMap((side): [string, string][] => [
    ['--text', `--${side}-bg`],
    ['--text', `--${side}-mark`],
    ['--text-soft', `--${side}-bg`],
    ['--text-soft', `--${side}-gutter`],
    ...syntax.flatMap((text): [string, string][] => [
      [text, `--${side}-bg`],
      // A comment that is marked has the colour of text.
      [text === '--syntax-comment' ? '--text' : text, `--${side}-mark`],
    ]),
  ]),
  ['--danger', '--raised'],
  ['--text-soft', '--sunken'],
]

describe.each([
  ['light', 'normal', 4.5],
  ['dark', 'normal', 4.5],
  ['light', 'high', 7],
  ['dark', 'high', 7],
] as const)('in the %s theme with %s contrast', (theme, look, least) => {
  const colours = looks[look]

  test.each(pairs)('%s can be read on %s', (text, ground) => {
    const one = colours.get(text)
    const other = colours.get(ground)
    expect(one && other, `${text} or ${ground} is missing`).toBeTruthy()
    expect(contrast(one![theme], other![theme])).toBeGreaterThanOrEqual(least)
  })

  test.each([
    ['--accent', '--bg'],
    ['--accent', '--panel'],
    ['--border-strong', '--panel'],
    ['--border-strong', '--bg'],
  ])('%s, which marks focus or the edge of a field, is visible on %s', (line, ground) => {
    expect(contrast(colours.get(line)![theme], colours.get(ground)![theme])).toBeGreaterThanOrEqual(3)
  })
})
