// Collects the pieces of a reply to speak: sets the pause before each, says only once in a row what is on the screen,
// and ends a reply that is too long to listen to.
import type { Ending } from './sentences.ts'
import { REST_NOTICE } from './screen-notices.ts'

/** What ended before the piece; `none` at the beginning. */
export type Rest = 'none' | Ending | 'block'

export interface SpokenPiece {
  /** Words and pauses only. */
  text: string
  /** The part of the reply it speaks, `to` excluded. */
  from: number
  to: number
  /** The kind of pause before it. */
  rest: Rest
}

export type PieceText = Omit<SpokenPiece, 'rest'>

/** About six minutes. */
const MAX_SPOKEN = 6_000

export function createPieceOutlet() {
  let out: SpokenPiece[] = []
  let spoken = 0
  let fresh = true
  let over = false
  let lastNotice = ''
  let rest: Ending | 'block' = 'block'

  function say(piece: PieceText, ending: Ending): void {
    if (over) return
    over = spoken > MAX_SPOKEN
    out.push({
      ...piece,
      text: over ? REST_NOTICE : piece.text,
      rest: fresh ? 'none' : over ? 'block' : rest,
    })
    spoken += piece.text.length
    fresh = false
    lastNotice = ''
    rest = ending
  }

  return {
    say,
    /** Consecutive notices with the same text are said once. */
    notice(text: string, from: number, to: number): void {
      if (lastNotice === text) return
      rest = 'block'
      say({ text, from, to }, 'sentence')
      rest = 'block'
      lastNotice = text
    },
    /** The next piece begins something new. */
    endBlock(): void {
      rest = 'block'
    },
    /** Nothing has been said yet. */
    isFresh: (): boolean => fresh,
    /** The pieces since the last call. */
    taken(): SpokenPiece[] {
      const pieces = out
      out = []
      return pieces
    },
  }
}
