// "The validation tab": an open tab by words of its title.
import { wordsOfName } from '../understanding/spoken-forms.ts'

export type NamedTab =
  /** From 1, as in "the first tab". */
  | { tag: 'one'; number: number }
  | { tag: 'several'; numbers: readonly number[] }
  /** No tab has these words, or it is about something else. */
  | { tag: 'none' }

const TAB =
  /^(?:(?:switch|go|jump|move|flip|change|get|return|take me|bring me)(?: back)? to |(?:show|open|select|activate|focus|bring up)(?: me)? )?(?:the |my |that )?(.{1,60}?) tab$/

/** `phrase` is bare: in lower case, without courtesy. */
export function namedTab(phrase: string, titles: readonly string[]): NamedTab {
  const said = wordsOfName(TAB.exec(phrase)?.[1] ?? '').filter((word) => word !== 'dot')
  if (said.length === 0) return { tag: 'none' }
  const words = titles.map(wordsOfName)
  const fits = words.flatMap((of, at) => (said.every((word) => of.includes(word)) ? [at] : []))
  // "The client tab" is client.ts rather than client.test.ts, where nothing else was said about the other.
  const exact = fits.filter((at) => isWhole(words[at] ?? [], said))
  const [first, ...others] = exact.length > 0 ? exact : fits
  if (first === undefined) return { tag: 'none' }
  return others.length === 0
    ? { tag: 'one', number: first + 1 }
    : { tag: 'several', numbers: [first, ...others].map((at) => at + 1) }
}

/** All words of a title were said, apart from the ending of a file's name. */
const isWhole = (words: readonly string[], said: readonly string[]): boolean =>
  words.length - said.length <= (said.includes(words.at(-1) ?? '') ? 0 : 1)

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']

/** Asks which of several tabs is meant, with words that choose one. */
export function whichTab(numbers: readonly number[], titles: readonly string[]): string {
  const named = numbers.map((number) => titles[number - 1] ?? '')
  const first = ORDINALS[(numbers[0] ?? 1) - 1]
  const say = first === undefined ? `tab ${numbers[0]}` : `the ${first} tab`
  return `Which tab: ${named.slice(0, -1).join(', ')} or ${named.at(-1)}? Say “${say}”, for example.`
}
