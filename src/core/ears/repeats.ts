// A recogniser that has lost its way says the same again and again. Nobody does that for long.

/** Once, twice, three times is emphasis; from here on it is a machine. */
const timesAllowed = (length: number): number => (length <= 2 ? 5 : 3)
const MAX_LENGTH = 12

/** Whether the end of this has been said too often already. */
export function isStuck(tokens: readonly number[]): boolean {
  return stuckLength(tokens) > 0
}

/** The same with what was said too often said once. */
export function unstuck(tokens: readonly number[]): number[] {
  const length = stuckLength(tokens)
  return length === 0 ? [...tokens] : tokens.slice(0, tokens.length - length * timesAllowed(length))
}

/** How many tokens are repeated; 0 where none are. */
function stuckLength(tokens: readonly number[]): number {
  for (let length = 1; length <= MAX_LENGTH; length++) {
    const needed = length * (timesAllowed(length) + 1)
    if (tokens.length < needed) continue
    let same = true
    for (let back = 1; same && back <= needed - length; back++)
      same = tokens[tokens.length - back] === tokens[tokens.length - back - length]
    if (same) return length
  }
  return 0
}

const MAX_PHRASE = 10

/**
 * A guess at a clip that ends in the middle of a word, without what the recogniser filled the rest with: most often the
 * same phrase once more. Said by a person it will still be there once the clip has ended properly.
 */
export function withoutEcho(text: string): string {
  const words = text.split(' ')
  const plain = words.map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''))
  for (let at = 1; at < words.length; at++) {
    for (let length = 1; length <= Math.min(MAX_PHRASE, at); length++) {
      const rest = plain.length - at
      // Cut off by the end, the last time need not be whole.
      const compared = Math.min(length, rest)
      const repeats = plain
        .slice(at, at + compared)
        .every((word, n) => same(word, plain[at - length + n]!, at + n === plain.length - 1))
      if (repeats && (length > 1 ? compared === length || compared >= 2 : isTripled(plain, at)))
        return words.slice(0, at).join(' ')
    }
  }
  return text
}

const same = (word: string, before: string, isLast: boolean): boolean =>
  word === before || (isLast && word !== '' && before.startsWith(word))

const isTripled = (words: readonly string[], at: number): boolean =>
  words[at] === words[at - 1] && words[at] === words[at + 1]
