// Reads a reply out while it is written: text comes in by deltas of any size, pieces to say go out as soon as they are
// whole. Code and tables are left to the screen, and so is the rest of a long list. The same reply makes the same
// pieces however it was cut.
import { numberWord, ordinalWord } from '../replies/spoken-count.ts'
import { cardinalWords } from './number-words.ts'
import { createPieceOutlet, type SpokenPiece, type Words } from './piece-outlet.ts'
import { codeNotice, TABLE_NOTICE } from './screen-notices.ts'
import { closes, lineOf, type Line } from './reply-lines.ts'
import { afterSpaces, endOfPiece, FIRST_PIECE, LATER_PIECE, type Ending } from './sentences.ts'
import { speakable } from './speakable.ts'

export interface ReplyReader {
  push(delta: string): SpokenPiece[]
  /** No more comes for a while, as when a tool runs: a sentence that seems whole is said. */
  pause(): SpokenPiece[]
  end(): SpokenPiece[]
}

/** Items of a list that are read out before the rest is left to the screen. */
const MAX_ITEMS = 5
type Block =
  | { tag: 'none' }
  /** Words: `from` is where the next piece of them begins, `lead` what is said before it. */
  | { tag: 'words'; kind: 'heading' | 'text' | 'item'; from: number; lead: string; held: boolean }
  | { tag: 'fence'; mark: string; language: string; from: number; told: boolean }
  | { tag: 'table' }
  | { tag: 'indented' }

export function createReplyReader(): ReplyReader {
  /** All that came and is not yet read; `base` is where in the reply it begins. */
  let text = ''
  let base = 0
  /** Where the line begins that is looked at next, and whether it has been told what it is. */
  let line = 0
  let block: Block = { tag: 'none' }
  const outlet = createPieceOutlet()
  let list: { items: number; held: Words[]; heldItems: number; ordered: boolean } | null = null

  function say(from: number, to: number, ending: Ending): void {
    if (block.tag !== 'words') return
    const markdown = text.slice(from, to).replace(/\n[ \t]*(?:>[ \t]?)*/g, ' ')
    const words = speakable(block.kind === 'heading' ? markdown.replace(/[ \t]+#+[ \t]*$/, '') : markdown)
    if (words === '') return
    // "First, first of all" says it twice.
    const lead = words.toLowerCase().startsWith(block.lead.slice(0, -2).toLowerCase()) ? '' : block.lead
    const piece: Words = { text: ended(`${lead}${words}`, ending), from: base + from, to: base + to }
    block.lead = ''
    if (block.held && list) list.held.push(piece)
    else outlet.say(piece, ending)
  }

  /** Says the pieces of the open words up to a place; the last of them too, when the block ends there. */
  function sayUntil(end: number, whole: boolean): void {
    while (block.tag === 'words') {
      const from = afterSpaces(text, block.from)
      if (from >= end) return
      const found = endOfPiece(text.slice(0, end), from, whole, outlet.isFresh() ? FIRST_PIECE : LATER_PIECE)
      if (!found) return
      say(from, found.at, found.ending)
      block.from = found.at
    }
  }

  function closeBlock(end: number): void {
    if (block.tag === 'words') sayUntil(end, true)
    block = { tag: 'none' }
    outlet.endBlock()
  }

  function closeList(): void {
    if (!list) return
    const { held, heldItems } = list
    list = null
    const [first, last] = [held[0], held.at(-1)]
    if (!first || !last) return
    // One more is said as quickly as that there is one more.
    if (heldItems === 1) for (const piece of held) outlet.say(piece, 'sentence')
    else
      outlet.say(
        { text: `And ${spokenAmount(heldItems)} more on the screen.`, from: first.from, to: last.to },
        'sentence',
      )
  }

  /** The rest of a list is being left to the screen. */
  const isHolding = (): boolean => list !== null && list.items > MAX_ITEMS

  function begin(kind: 'heading' | 'text' | 'item', from: number, lead = ''): void {
    block = {
      tag: 'words',
      kind,
      from,
      lead,
      held: kind === 'item' && isHolding(),
    }
  }

  function beginItem(found: Extract<Line, { kind: 'item' }>, at: number): void {
    const ordered = found.number !== null
    // Numbers after bullets, or the other way round, are another list unless they stand within an item.
    if (list && list.ordered !== ordered && !/^[ \t]/.test(text.slice(at, at + 1))) closeList()
    list ??= { items: 0, held: [], heldItems: 0, ordered }
    list.items++
    if (list.items > MAX_ITEMS) list.heldItems++
    const task = found.done === null ? '' : found.done ? 'Done: ' : 'To do: '
    begin('item', at + found.text, `${found.number === null ? '' : `${place(found.number)}, `}${task}`)
  }

  /** Takes the line at `line`, or says that more of it must come first. */
  function takeLine(ending: boolean): boolean {
    const newline = text.indexOf('\n', line)
    const whole = newline !== -1 || ending
    const end = newline === -1 ? text.length : newline
    const next = newline === -1 ? text.length : newline + 1
    const own = text.slice(line, end).replace(/\r$/, '')
    if (block.tag === 'fence') {
      if (!whole) return false
      if (closes(own, block.mark)) block = { tag: 'none' }
      else if (own.trim() !== '' && !block.told) {
        block.told = true
        outlet.notice(codeNotice(block.language), base + block.from, base + end)
      }
      line = next
      return true
    }
    const found = lineOf(own, whole)
    if (!found) return false
    switch (found.kind) {
      case 'heading':
        closeBlock(line)
        closeList()
        begin('heading', line + found.text)
        break
      case 'item':
        closeBlock(line)
        beginItem(found, line)
        break
      case 'text':
      case 'quote':
        // A line that goes on with what the line before began; else the beginning of something new.
        if (block.tag !== 'words' || block.kind === 'heading') {
          closeBlock(line)
          if (!/^[ \t]/.test(own)) closeList()
          begin('text', line + found.text)
        }
        break
      case 'indented':
        if (block.tag === 'words' && block.kind !== 'heading') break
        if (list) begin('item', line + own.length - own.trimStart().length)
        else {
          if (block.tag !== 'indented') outlet.notice(codeNotice(''), base + line, base + end)
          block = { tag: 'indented' }
        }
        break
      case 'fence':
        closeBlock(line)
        if (!/^[ \t]/.test(own)) closeList()
        block = { tag: 'fence', mark: found.mark, language: found.language, from: line, told: isHolding() }
        break
      case 'table':
        if (block.tag !== 'table') {
          closeBlock(line)
          closeList()
          outlet.notice(TABLE_NOTICE, base + line, base + end)
          block = { tag: 'table' }
        }
        break
      case 'blank':
        if (block.tag !== 'indented') closeBlock(line)
        break
      case 'rule':
        closeBlock(line)
        closeList()
        break
      case 'definition':
        closeBlock(line)
        break
    }
    lineKnown = block.tag === 'words'
    if (!lineKnown) line = next
    return lineKnown || newline !== -1 || ending
  }

  /** The line is known to be words, and is being read. */
  let lineKnown = false

  function read(ending: boolean): void {
    for (;;) {
      if (lineKnown) {
        const newline = text.indexOf('\n', line)
        if (newline === -1) {
          sayUntil(text.length, false)
          break
        }
        // With the break, since a line that ends in a colon ends what it says.
        sayUntil(newline + 1, false)
        line = newline + 1
        lineKnown = false
        if (block.tag === 'words' && block.kind === 'heading') closeBlock(newline)
      } else if (line >= text.length || !takeLine(ending)) break
    }
    if (ending) {
      closeBlock(text.length)
      closeList()
    }
    forget()
  }

  /** What has been read is not kept. */
  function forget(): void {
    const kept = Math.min(
      line,
      block.tag === 'words' ? block.from : line,
      block.tag === 'fence' && !block.told ? block.from : line,
    )
    if (kept < 4096) return
    text = text.slice(kept)
    base += kept
    line -= kept
    if (block.tag === 'words' || block.tag === 'fence') block.from -= kept
  }

  return {
    push(delta) {
      text += delta
      read(false)
      return outlet.taken()
    },
    pause() {
      if (
        lineKnown &&
        block.tag === 'words' &&
        !block.held &&
        /[.!?:\u2026][)\]"'”’*_`]*\s*$/.test(text.slice(block.from))
      ) {
        say(afterSpaces(text, block.from), text.trimEnd().length, 'sentence')
        block.from = text.length
      }
      return outlet.taken()
    },
    end() {
      read(true)
      return outlet.taken()
    },
  }
}

/** A whole reply at once. */
export function readReply(reply: string): SpokenPiece[] {
  const reader = createReplyReader()
  return [...reader.push(reply), ...reader.end()]
}

const place = (number: number): string =>
  number >= 1 && number <= 5 ? capital(ordinalWord(number)) : `Number ${cardinalWords(String(number))}`
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const spokenAmount = (count: number): string =>
  count <= 12 ? numberWord(count) : cardinalWords(String(count))

/** An engine lets its voice fall at a full stop, and hold at a comma. */
function ended(words: string, ending: Ending): string {
  if (/[.!?]$/.test(words)) return words
  const bare = words.replace(/[,;:]$/, '')
  return ending === 'clause' ? `${bare},` : `${bare}.`
}
