// Prose without Markdown and HTML: links become their text, addresses their host, marks disappear.
import { sayAddress } from './say-path.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  times: '×',
  rarr: '→',
  larr: '←',
  le: '≤',
  ge: '≥',
  ne: '≠',
}

function entity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code >= 32 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    ? String.fromCodePoint(code)
    : ' '
}

/** HTML elements that Markdown may contain. Anything else in angle brackets is text. */
const TAG =
  /<\/?(?:a|abbr|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|figure|font|h[1-6]|hr|i|img|input|ins|kbd|label|li|mark|ol|p|picture|pre|q|s|samp|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var|video)(?:\s[^<>\n]{0,300})?\/?>/gi

/** Pictures and signs that are not spoken. Arrows and arithmetic signs are words, and stay. */
const PICTURES =
  /\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}]|[\u{1F3FB}-\u{1F3FF}]|\u{20E3}|\u{FE0E}|\u{FE0F}|\u{200D}|[•◦▪●○■□✓✔✗✘★☆│├└─]/gu
const SAID_SIGNS = /[©®™↔]/gu

export function plainProse(text: string): string {
  return (
    text
      .replace(/<!--[^]{0,2000}?(?:-->|$)/g, ' ')
      .replace(/!\[([^\]\n]{0,200})\]\([^)\n]{0,600}\)/g, (_, alt: string) =>
        alt.trim() === '' ? ' a picture ' : ` a picture of ${alt} `,
      )
      .replace(/\[\^[^\]\n]{1,40}\]:?/g, ' ')
      .replace(/\[([^\]\n]{1,300})\]\([^)\n]{0,600}\)/g, '$1')
      .replace(/\[([^\]\n]{1,300})\]\[[^\]\n]{0,80}\]/g, '$1')
      // The rest of a link whose text was code.
      .replace(/\]\([^)\s]{0,500}\)/g, ' ')
      .replace(TAG, ' ')
      .replace(/<((?:https?|mailto):[^<>\s]{1,500})>/gi, '$1')
      .replace(/\bhttps?:\/\/[^\s<>"'`|]{1,2000}/gi, (address) => {
        const end = /[.,;:!?)\]*_]*$/.exec(address)?.[0] ?? ''
        return `${sayAddress(address)}${end.replace(/[\])*_]/g, '')}`
      })
      .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, entity)
      .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
      .replace(SAID_SIGNS, (sign) => (sign === '↔' ? ' and ' : ' '))
      .replace(PICTURES, ' ')
      .normalize('NFKC')
      .replace(/[\u2018\u2019\u02bc]/g, "'")
      .replace(/[\u201c\u201d\u00ab\u00bb]/g, '"')
      .replace(/\u2026/g, '...')
      // Marks of emphasis, unless they are multiplication signs or part of a name.
      .replace(/\*{2,3}|~~|==(?=\w)|(?<=\w)==/g, '')
      .replace(/(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*/.])/g, (mark, at: number, all: string) =>
        all.startsWith('*.', at) || all.startsWith('*/', at) ? mark : '',
      )
      .replace(/(?<![\p{L}\p{N}_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\p{L}\p{N}_])/gu, '')
  )
}
