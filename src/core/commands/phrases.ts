// The notation for spoken phrases in the command table, and its translation into regular expressions:
//   next tab          these words
//   (next|following)  one of these
//   [the|my]          one of these, or nothing
//   (stop|wait)+      once or more; * is any number of times
//   {number}          a number, see `slots`
import { spokenNumber, spokenOrdinal } from '../understanding/spoken-number.ts'

/** Recognizers often hear these for the number that ends a phrase: "number to", "line forty for". */
const HOMOPHONES: ReadonlyMap<string, string> = new Map([
  ['to', 'two'],
  ['too', 'two'],
  ['for', 'four'],
  ['won', 'one'],
  ['ate', 'eight'],
])

const numberIn = (text: string): number | null =>
  spokenNumber(text.replace(/\S+$/, (word) => HOMOPHONES.get(word) ?? word))

const slots: Readonly<Record<string, { pattern: string; parse(text: string): number | null }>> = {
  /** Any number, such as "one hundred and six". */
  line: { pattern: '.{1,40}', parse: numberIn },
  /** A number of at most two words. */
  number: { pattern: '\\S+(?: \\S+)?', parse: numberIn },
  /** A number that can stand alone. */
  count: { pattern: '\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten', parse: numberIn },
  /** "second", "2nd", "last". */
  ordinal: { pattern: '\\S+', parse: spokenOrdinal },
}

export interface PhraseMatch {
  /** The value of the slot; null for a phrase without one. */
  number: number | null
}

export type PhraseMatcher = (text: string) => PhraseMatch | null

/** Finds the first of the phrases that a text in lower case is as a whole. */
export function compilePhrases(phrases: readonly string[]): PhraseMatcher {
  const compiled = phrases.map((phrase) => ({
    form: new RegExp(`^${sourceOf(phrase)}$`),
    slot: slots[/\{(\w+)\}/.exec(phrase)?.[1] ?? ''],
  }))
  return (text) => {
    for (const { form, slot } of compiled) {
      const found = form.exec(` ${text}`)
      if (!found) continue
      if (!slot) return { number: null }
      const number = slot.parse(found[1] ?? '')
      // Zero is no line and no choice.
      if (number !== null && number !== 0) return { number }
    }
    return null
  }
}

/** Each word brings the space before it, so that what is left out leaves no space behind. */
function sourceOf(phrase: string): string {
  const tokens = phrase.match(/[[\]()|*+]|\{\w+\}|[^\s[\]()|*+{}]+/g) ?? []
  return tokens
    .map((token) => {
      if (token === '(' || token === '[') return '(?:'
      if (token === ']') return ')?'
      if (/^[)|*+]$/.test(token)) return token
      const slot = slots[token.slice(1, -1)]
      if (token.startsWith('{')) {
        if (!slot) throw new Error(`The phrase "${phrase}" has the unknown slot ${token}.`)
        return ` (${slot.pattern})`
      }
      return ` ${token.replace(/[.$^?\\]/g, '\\$&')}`
    })
    .join('')
}

/** The shortest way to say a phrase: without what may be left out, and with the first of what can be said. Null if it has a slot. */
export function plainPhrase(phrase: string): string | null {
  if (phrase.includes('{')) return null
  const tokens = phrase.match(/[[\]()|*+]|[^\s[\]()|*+]+/g) ?? []
  let at = 0

  function alternatives(end: string | undefined): string {
    let first: string | null = null
    for (;;) {
      const words: string[] = []
      while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== end) words.push(part())
      first ??= words.filter((word) => word !== '').join(' ')
      if (tokens[at] !== '|') break
      at++
    }
    at++
    return first
  }

  function part(): string {
    const token = tokens[at++] ?? ''
    if (token !== '(' && token !== '[') return token
    const inside = alternatives(token === '(' ? ')' : ']')
    const mayBeLeftOut = token === '[' || tokens[at] === '*'
    if (tokens[at] === '*' || tokens[at] === '+') at++
    return mayBeLeftOut ? '' : inside
  }

  return alternatives(undefined)
}
