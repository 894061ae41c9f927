// What the lines of a document say: their words, links and markup.

export const ENTRY = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S/
export const COLUMNS = /^\s*\|.*\|\s*$/
const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/
const LINK = /\]\([^)\s]{1,500}\)|https?:\/\/\S+|<https?:[^>]+>|\]: \S+/g
const MAX_ENTRY_WORDS = 5

export const plain = (text: string): string =>
  text
    .replaceAll(/<[^<>]{1,200}>/g, ' ')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/:[a-z]+:`([^`]*)`/g, '$1')
    .replaceAll(/[`*_]/g, '')

/** Only what surely is markup: a bullet, the sign of a heading, a pair of signs around words. */
export const withoutMarkup = (text: string): string =>
  text
    .slice(0, 1000)
    .replace(/^\s*(?:[-*+•]|#{1,6})\s+/, '')
    .replaceAll(/(\*{1,3}|_{1,3}|`{1,2})(?=[^\s*_`])([^*_`]*[^\s*_`])\1/g, '$2')

export const squeezed = (lines: readonly string[]): string => lines.join('').replaceAll(/\s+/g, '')
export const withoutLinks = (lines: readonly string[]): string => lines.join('\n').replaceAll(LINK, '')
export const linksOf = (lines: readonly string[]): string[] => lines.join('\n').match(LINK) ?? []
export const saidWords = (lines: readonly string[]): string => wordsOf([withoutLinks(lines)]).join(' ')
export const wordsOf = (lines: readonly string[]): string[] =>
  lines
    .join(' ')
    .match(/[\p{L}\p{N}][\p{L}\p{N}'’./:@_-]*/gu)
    ?.map((word) => word.replace(/[./:_-]+$/, '')) ?? []

/** The words that only one of them has, as often as it has them more. */
export function differing(
  old: readonly string[],
  now: readonly string[],
): [lost: string[], gained: string[]] {
  const counts = new Map<string, number>()
  for (const word of old) counts.set(word, (counts.get(word) ?? 0) + 1)
  const gained = now.filter((word) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left <= 0
  })
  return [[...counts].flatMap(([word, left]) => (left > 0 ? Array<string>(left).fill(word) : [])), gained]
}

/** An entry of a list or a cell as it is read out: its first words, and whether these are all. */
export function firstWords(written: string, most = MAX_ENTRY_WORDS): { said: string; isAll: boolean } {
  const words =
    plain(written.slice(0, 300).replace(BULLET, '').replaceAll('_', ' '))
      .replaceAll(/https?:\/\/\S+/g, ' ')
      .match(/\d+(?:\.\d+)+|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []
  // A hash or a key is not worth listening to.
  const long = words.findIndex((word) => word.length > 24)
  const kept = words.slice(0, long === -1 ? most : Math.min(long, most))
  return { said: kept.join(' ').toLowerCase(), isAll: kept.length === words.length && written.length <= 300 }
}
