// The parts of an utterance that may be one name: consecutive words, with the words around them.
import { misheard } from '../../understanding/spoken-forms.ts'
import { spokenNumber } from '../../understanding/spoken-number.ts'

export interface SaidWord {
  text: string
  /** In lower case. */
  word: string
  from: number
  to: number
  /** A sentence ends after this word. */
  endsSentence: boolean
  /** A number word, or part of one. */
  counts: boolean
}

export interface Span {
  words: readonly SaidWord[]
  /** The words before and after, in the same sentence. */
  before: string | null
  after: string | null
  /** The sentence begins with it. */
  first: boolean
  /** The words it may stand for, the likeliest first. */
  readings: readonly (readonly string[])[]
  /** It contains a spoken sign: "dot", "slash", "underscore". */
  signs: boolean
}

const MAX_WORDS = 7
const MAX_LETTERS = 60
/** A longer text is not searched to its end. */
const MAX_SAID = 400

const SIGNS = new Set(['dot', 'point', 'slash', 'underscore', 'dash', 'hyphen'])

export function wordsSaid(text: string): SaidWord[] {
  const words: SaidWord[] = []
  for (const found of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (words.length >= MAX_SAID) break
    const from = found.index
    const to = from + found[0].length
    const word = found[0].toLowerCase()
    words.push({
      text: found[0],
      word,
      counts: !/^\d/.test(word) && (spokenNumber(word) ?? spokenNumber(`two ${word}`)) !== null,
      from,
      to,
      endsSentence: /^[.!?;:]+(?:\s|$)/.test(text.slice(to, to + 4)),
    })
  }
  return words
}

export function* spansOf(words: readonly SaidWord[]): Generator<Span> {
  for (let from = 0; from < words.length; from++) {
    if (SIGNS.has(words[from]!.word) && words[from + 1] === undefined) continue
    let length = 0
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_WORDS); to++) {
      const last = words[to - 1]!
      length += last.word.length
      if (length > MAX_LETTERS) break
      if (!SIGNS.has(last.word)) yield spanOf(words, from, to)
      if (last.endsSentence) break
    }
  }
}

function spanOf(words: readonly SaidWord[], from: number, to: number): Span {
  const inside = words.slice(from, to)
  const earlier = words[from - 1]
  const first = earlier === undefined || earlier.endsSentence
  const later = words[to]
  const signs = inside.some(({ word }, at) => at > 0 && SIGNS.has(word))
  return {
    words: inside,
    before: first ? null : earlier.word,
    after: later === undefined || inside.at(-1)!.endsSentence ? null : later.word,
    first,
    readings: readingsOf(inside, signs),
    signs,
  }
}

function readingsOf(inside: readonly SaidWord[], signs: boolean): string[][] {
  const said = inside.map(({ word }) => word)
  const variants = [said]
  if (signs) {
    const meant = misheard(said.join(' ')).split(' ')
    variants.unshift(meant.filter((word, at) => at === 0 || !SIGNS.has(word)))
  }
  if (inside.some(({ counts }) => counts)) variants.unshift(numbersIn(variants[0]!))
  return variants
}

/** With numbers as digits, as in names. */
function numbersIn(words: readonly string[]): string[] {
  const result: string[] = []
  for (let at = 0; at < words.length;) {
    let taken = 0
    for (let to = Math.min(words.length, at + 4); to > at; to--) {
      const number = /^\d/.test(words[at]!) ? null : spokenNumber(words.slice(at, to).join(' '))
      if (number === null) continue
      result.push(String(number))
      taken = to - at
      break
    }
    if (taken === 0) result.push(words[at]!)
    at += Math.max(1, taken)
  }
  return result
}
