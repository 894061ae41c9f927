// Where the pieces of a reply go out: it knows how long to rest before each, tells only once in a row what is on the
// screen, and ends a reply that nobody would listen to any longer.
import type { Ending } from './sentences.ts'
import { REST_NOTICE } from './screen-notices.ts'

/** What the voice rests after, before a piece: nothing at the very beginning. */
export type Rest = 'none' | Ending | 'block'

export interface SpokenPiece {
  /** In words and pauses alone. */
  text: string
  /** Which part of the reply it says: from here up to, and not with, there. */
  from: number
  to: number
  /** How long a rest before it. */
  rest: Rest
}

export type Words = Omit<SpokenPiece, 'rest'>

/** Some six minutes; nobody listens longer. */
const MAX_SPOKEN = 6_000

export function createPieceOutlet() {
  let out: SpokenPiece[] = []
  let spoken = 0
  let fresh = true
  let over = false
  let lastNotice = ''
  let rest: Ending | 'block' = 'block'

  function say(words: Words, ending: Ending): void {
    if (over) return
    over = spoken > MAX_SPOKEN
    out.push({
      ...words,
      text: over ? REST_NOTICE : words.text,
      rest: fresh ? 'none' : over ? 'block' : rest,
    })
    spoken += words.text.length
    fresh = false
    lastNotice = ''
    rest = ending
  }

  return {
    say,
    /** What is on the screen is told once, however many of the same kind follow each other. */
    notice(text: string, from: number, to: number): void {
      if (lastNotice === text) return
      rest = 'block'
      say({ text, from, to }, 'sentence')
      rest = 'block'
      lastNotice = text
    },
    /** What comes next begins something new. */
    endBlock(): void {
      rest = 'block'
    },
    /** Nothing has been said yet. */
    isFresh: (): boolean => fresh,
    /** What was said since it was last asked for. */
    taken(): SpokenPiece[] {
      const pieces = out
      out = []
      return pieces
    },
  }
}
