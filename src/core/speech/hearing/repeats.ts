// A recognizer that is stuck repeats itself. People do not, for long.

/** A few repetitions are emphasis; more come from a stuck recognizer. */
const timesAllowed = (length: number): number => (length <= 2 ? 5 : 3)
const MAX_LENGTH = 12

export function isStuck(tokens: readonly number[]): boolean {
  return stuckLength(tokens) > 0
}

/** With the repetition once only. */
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
 * A guess at a clip that ends in the middle of a word, without the text that the recognizer made up for the rest:
 * mostly the same phrase again. A phrase that the user repeated is still in the next guess.
 */
export function withoutEcho(text: string): string {
  const words = text.split(' ')
  const plain = words.map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''))
  for (let at = 1; at < words.length; at++) {
    for (let length = 1; length <= Math.min(MAX_PHRASE, at); length++) {
      const rest = plain.length - at
      // The last repetition may be cut off.
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
