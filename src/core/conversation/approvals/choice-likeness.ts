// Whether the words of an answer are some of the words of a choice, or sound like them.
import { likeness, soundKeyOf } from '../../speech/hearing/word-likeness.ts'
import { joined } from './choice-words.ts'

/** Words that do not say which choice is meant. */
const EMPTY = new Set(
  'the a an it this that these those of in on to and or for with is be i you we'.split(' '),
)
/** A shorter beginning of a word may be another word. */
const MIN_LETTERS = 4

/** All the words are in the choice, and at least one of them says something. */
export function isPartOf(said: readonly string[], choice: readonly string[]): boolean {
  const isIn = (word: string): boolean =>
    choice.some((other) => other === word || (word.length >= MIN_LETTERS && other.startsWith(word)))
  return said.every(isIn) && said.some((word) => !EMPTY.has(word))
}

/** Below this, it is another word. */
const ALIKE = 0.8
/** The same sounds, spelled differently: "sequel light" for "SQLite". */
const SAME_SOUND = 0.9
/** Choices that are this much less alike than the best may be meant as well. */
const CLOSE = 0.15

/** The choices that a misheard answer may mean, by their indexes. */
export function soundAlike(said: readonly string[], choices: readonly (readonly string[])[]): number[] {
  const letters = joined(said)
  if (letters.length < MIN_LETTERS) return []
  const sound = soundKeyOf(said)
  const alike = choices.map((choice) => {
    const isSame = sound.length >= 3 && sound === soundKeyOf(choice)
    return Math.max(likeness(letters, joined(choice)), isSame ? SAME_SOUND : 0)
  })
  const best = Math.max(...alike)
  return best < ALIKE ? [] : alike.flatMap((one, at) => (one > best - CLOSE ? [at] : []))
}
