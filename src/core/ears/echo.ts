// Whether what was heard is the agent's own voice, come back from the loudspeakers: mostly its words, in its order.
import { saidWords } from './everyday-words.ts'
import { likeness, likenessWithin } from './spelling-likeness.ts'
import { soundKey } from './sound-key.ts'

/** Of what is being said, only what can be in the room by now is compared. */
const MAX_SAYING_WORDS = 120
const MAX_HEARD_WORDS = 60
/** Two words heard by chance are more often in it than six. */
const shareNeeded = (count: number): number => (count <= 2 ? 1 : count <= 4 ? 0.75 : 0.6)
const ALIKE = 0.75

/** `saying` is what sounded while this was heard. */
export function isEcho(heard: string, saying: string): boolean {
  const words = saidWords(heard).slice(0, MAX_HEARD_WORDS)
  const spoken = saidWords(saying).slice(-MAX_SAYING_WORDS)
  if (words.length === 0 || spoken.length === 0) return false
  return inOrder(words, spoken) / words.length >= shareNeeded(words.length)
}

/** The words that are nowhere in what was spoken, and so are somebody else's, or misheard. */
export function foreignWords(heard: string, saying: string): string[] {
  const spoken = saidWords(saying).slice(-MAX_SAYING_WORDS)
  return saidWords(heard)
    .slice(0, MAX_HEARD_WORDS)
    .filter((word) => !spoken.some((other) => sounds(word, other)))
}

/** How alike the letters of it are to those of some passage: an echo that is misheard is other words, spelled much the same. */
export function echoLikeness(heard: string, saying: string): number {
  const words = saidWords(heard).slice(0, MAX_HEARD_WORDS)
  const spoken = saidWords(saying).slice(-MAX_SAYING_WORDS)
  return likenessWithin(words.join(''), spoken.join(''))
}

/** How many of the words are met in what was spoken, in order and near each other. */
function inOrder(words: readonly string[], spoken: readonly string[]): number {
  const window = words.length <= 2 ? words.length : words.length * 2 + 2
  let best = 0
  // An echo is of one passage; words picked from far apart would be chance.
  for (let from = 0; from < spoken.length; from += Math.max(1, words.length >> 1))
    best = Math.max(best, longestCommon(words, spoken.slice(from, from + window)))
  return best
}

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row: number[] = Array<number>(b.length + 1).fill(0)
  for (const word of a) {
    const next = [0]
    b.forEach((other, at) => {
      next.push(sounds(word, other) ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!))
    })
    row = next
  }
  return row[b.length]!
}

function sounds(word: string, other: string): boolean {
  if (word === other) return true
  if (word.length < 4 || other.length < 4) return false
  return soundKey(word) === soundKey(other) || likeness(word, other) >= ALIKE
}
