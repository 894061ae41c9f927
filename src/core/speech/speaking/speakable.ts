// What is said for a piece of a reply, in letters and pauses only: numbers, signs and marks become words, so that every
// voice says the same.
import { plainProse } from './plain-prose.ts'
import { PART_NOTICE } from './screen-notices.ts'
import { sayCode } from './say-code.ts'
import { SPACED_UNIT } from './say-figure.ts'
import { isShortened, sayToken } from './say-token.ts'

/** The longest spoken text of one piece. */
export const MAX_SPEAKABLE = 2_000

/** Code between backticks; two may contain one, and one that is never closed is a stray mark. */
const CODE_SPAN = /(?<!`)(`{1,2})(?!`)([^\n]{1,400}?)(?<!`)\1(?!`)/g

/** The spoken text for a piece of Markdown within one block. */
export function speakable(markdown: string): string {
  const parts: string[] = []
  let end = 0
  for (const found of markdown.matchAll(CODE_SPAN)) {
    parts.push(sayProse(markdown.slice(end, found.index)))
    parts.push(sayCode(found[2] ?? ''))
    end = found.index + found[0].length
  }
  parts.push(sayProse(markdown.slice(end)))
  const said = tidy(parts.join(' '))
  // Text that the voices cannot read is mentioned instead.
  if (!/[a-z]/i.test(said)) return /\p{L}/u.test(markdown.replace(/[a-z]/gi, '')) ? PART_NOTICE : ''
  return said
}

/** A tilde before a number or a star before a dot is part of what follows. */
const OPENING = /^(?:[([{"'_`¿¡]|[<~](?![\d/=])|\*(?![./]))+/
const CLOSING = /[)\]}"'>*_~`.,;:!?]+$/

function sayProse(text: string): string {
  const words = plainProse(text)
    .replace(SPACED_UNIT, '$1$2')
    // A dash used as a comma, not a hyphen.
    .replace(/(\p{L})\s*[\u2014]\s*(\p{L})/gu, '$1, $2')
    .split(/\s+/)
  let last = ''
  return words
    .map((word) => {
      const said = sayWhole(word, last)
      last = word
      return said
    })
    .join(' ')
}

function sayWhole(word: string, last: string): string {
  // Some signs look like punctuation and are not when they are alone.
  if (/^(?:[-+*/<>=~&|@%#!]{1,3}|c[#+]+|f#)$/i.test(word) && word !== '!') return sayToken(word, last)
  const opened = OPENING.exec(word)?.[0] ?? ''
  const inner = word.slice(opened.length)
  const closed = CLOSING.exec(inner)?.[0] ?? ''
  let core = inner.slice(0, inner.length - closed.length)
  // "foo()" and "items[]" keep their brackets.
  let rest = closed
  if (/[^([][([]$/.test(core) && /^[)\]]/.test(closed)) {
    core += closed.slice(0, 1)
    rest = closed.slice(1)
  }
  if (core === '') return pauseOf(opened + closed, false)
  const said = sayToken(core, last)
  if (rest === '.' && isShortened(core)) rest = ''
  return `${opened.includes('(') ? ', ' : ''}${said}${pauseOf(rest, true)}`
}

/** The strongest of several marks. */
function pauseOf(marks: string, afterWord: boolean): string {
  if (marks.includes('?')) return '?'
  if (marks.includes('!')) return '!'
  if (/\.{2,}/.test(marks)) return ','
  if (marks.includes('.')) return '.'
  if (marks.includes(';')) return ';'
  if (marks.includes(':')) return ':'
  return /[,)]/.test(marks) && afterWord ? ',' : ''
}

/** Letters, apostrophes and pauses; each pause once, and after a word. */
function tidy(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßœæøłđ]/gi, (letter) => LETTERS[letter.toLowerCase()] ?? '')
    .replace(/[^A-Za-z',.;:!?\s]+/g, ' ')
    .replace(/(?<![A-Za-z])'|'(?![A-Za-z])/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:!?])/g, '$1')
    .replace(/[,.;:!?]{2,}/g, (marks) => pauseOf(marks.replace(/\.{2,}/g, '.'), true))
    .replace(/([,.;:!?])(?=[A-Za-z])/g, '$1 ')
    .replace(/^[\s,.;:!?]+/, '')
    .trim()
    .slice(0, MAX_SPEAKABLE)
}

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', đ: 'd' }
