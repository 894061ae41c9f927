// A list in a spoken reply. After the first items, the rest is left to the screen.
import { numberWord } from '../../understanding/replies/spoken-count.ts'
import { cardinalWords } from './number-words.ts'
import type { PieceText } from './piece-outlet.ts'
import type { Ending } from './sentences.ts'

/** List items that are spoken before the rest is left to the screen. */
const MAX_ITEMS = 5

const spokenAmount = (count: number): string =>
  count <= 12 ? numberWord(count) : cardinalWords(String(count))

export function createSpokenList(say: (piece: PieceText, ending: Ending) => void) {
  let list: { items: number; held: PieceText[]; heldItems: number; ordered: boolean } | null = null

  function close(): void {
    const closed = list
    list = null
    const [first, last] = [closed?.held[0], closed?.held.at(-1)]
    if (!closed || !first || !last) return
    // A single remaining item is said as quickly as a notice about it.
    if (closed.heldItems === 1) for (const piece of closed.held) say(piece, 'sentence')
    else
      say(
        { text: `And ${spokenAmount(closed.heldItems)} more on the screen.`, from: first.from, to: last.to },
        'sentence',
      )
  }

  return {
    addItem(ordered: boolean, indented: boolean): void {
      // Numbers after bullets, or the other way round, begin another list, unless they are indented.
      if (list && list.ordered !== ordered && !indented) close()
      list ??= { items: 0, held: [], heldItems: 0, ordered }
      list.items++
      if (list.items > MAX_ITEMS) list.heldItems++
    },
    isOpen: (): boolean => list !== null,
    /** The rest of the list is left to the screen. */
    isHolding: (): boolean => list !== null && list.items > MAX_ITEMS,
    hold: (piece: PieceText): void => void list?.held.push(piece),
    close,
  }
}
