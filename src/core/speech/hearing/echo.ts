// Whether a transcript is the agent's own voice from the speakers: mostly its words, in its order.
import { saidWords } from './common-words.ts'
import { likeness, likenessWithin, soundKey } from './word-likeness.ts'

/** Only this much of the reply can be audible by now. */
const MAX_SAYING_WORDS = 120
const MAX_HEARD_WORDS = 60
/** Two words match by chance more often than six. */
const shareNeeded = (count: number): number => (count <= 2 ? 1 : count <= 4 ? 0.75 : 0.6)
const ALIKE = 0.75

/** `saying` is the part of the reply that played meanwhile. */
export function isEcho(heard: string, saying: string): boolean {
  const words = saidWords(heard).slice(0, MAX_HEARD_WORDS)
  const spoken = saidWords(saying).slice(-MAX_SAYING_WORDS)
  if (words.length === 0 || spoken.length === 0) return false
  return inOrder(words, spoken) / words.length >= shareNeeded(words.length)
}

/** The words that are not in the reply: somebody else's, or misrecognized. */
export function foreignWords(heard: string, saying: string): string[] {
  const spoken = saidWords(saying).slice(-MAX_SAYING_WORDS)
  return saidWords(heard)
    .slice(0, MAX_HEARD_WORDS)
    .filter((word) => !spoken.some((other) => soundsLike(word, other)))
}

/**
 * How much the letters look like those of some passage of the reply: a misrecognized echo has other words, spelled much
 * alike.
 */
export function echoLikeness(heard: string, saying: string): number {
  const words = saidWords(heard).slice(0, MAX_HEARD_WORDS)
  const spoken = saidWords(saying).slice(-MAX_SAYING_WORDS)
  return likenessWithin(words.join(''), spoken.join(''))
}

/** How many of the words are in the reply, in order and near each other. */
function inOrder(words: readonly string[], spoken: readonly string[]): number {
  const window = words.length <= 2 ? words.length : words.length * 2 + 2
  let best = 0
  // An echo is of one passage. Matches far apart are chance.
  for (let from = 0; from < spoken.length; from += Math.max(1, words.length >> 1))
    best = Math.max(best, longestCommon(words, spoken.slice(from, from + window)))
  return best
}

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row: number[] = Array<number>(b.length + 1).fill(0)
  for (const word of a) {
    const next = [0]
    b.forEach((other, at) => {
      next.push(soundsLike(word, other) ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!))
    })
    row = next
  }
  return row[b.length]!
}

function soundsLike(word: string, other: string): boolean {
  if (word === other) return true
  if (word.length < 4 || other.length < 4) return false
  return soundKey(word) === soundKey(other) || likeness(word, other) >= ALIKE
}
