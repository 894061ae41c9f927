// Splits a reply into pieces to speak while it is written. Code, tables and the rest of a long list are left to the
// screen. The pieces do not depend on how the text was cut into deltas.
import { ordinalWord } from '../../understanding/replies/spoken-count.ts'
import { cardinalWords } from './number-words.ts'
import { createPieceOutlet, type SpokenPiece, type PieceText } from './piece-outlet.ts'
import { codeNotice, TABLE_NOTICE } from './screen-notices.ts'
import { closes, lineOf, type Line } from './reply-lines.ts'
import { afterSpaces, endOfPiece, FIRST_PIECE, LATER_PIECE, type Ending } from './sentences.ts'
import { speakable } from './speakable.ts'
import { createSpokenList } from './spoken-list.ts'

export interface ReplyReader {
  push(delta: string): SpokenPiece[]
  /** No text comes for a while, such as while a tool runs: a sentence that seems complete is spoken. */
  pause(): SpokenPiece[]
  end(): SpokenPiece[]
}

type Block =
  | { tag: 'none' }
  /** Text: `from` is where its next piece begins, `lead` is said before it. */
  | { tag: 'prose'; kind: 'heading' | 'text' | 'item'; from: number; lead: string; held: boolean }
  | { tag: 'fence'; mark: string; language: string; from: number; announced: boolean }
  | { tag: 'table' }
  | { tag: 'indented' }

export function createReplyReader(): ReplyReader {
  /** The text that is not read yet; `base` is its position in the reply. */
  let text = ''
  let base = 0
  /** Where the next line begins. */
  let line = 0
  let block: Block = { tag: 'none' }
  const outlet = createPieceOutlet()
  const list = createSpokenList(outlet.say)

  function say(from: number, to: number, ending: Ending): void {
    if (block.tag !== 'prose') return
    const markdown = text.slice(from, to).replace(/\n[ \t]*(?:>[ \t]?)*/g, ' ')
    const spoken = speakable(block.kind === 'heading' ? markdown.replace(/[ \t]+#+[ \t]*$/, '') : markdown)
    if (spoken === '') return
    // "First, first of all" would say it twice.
    const lead = spoken.toLowerCase().startsWith(block.lead.slice(0, -2).toLowerCase()) ? '' : block.lead
    const piece: PieceText = { text: ended(`${lead}${spoken}`, ending), from: base + from, to: base + to }
    block.lead = ''
    if (block.held && list.isOpen()) list.hold(piece)
    else outlet.say(piece, ending)
  }

  /** Says the pieces of the open text up to a position; the last one too, when the block ends there. */
  function sayUntil(end: number, whole: boolean): void {
    while (block.tag === 'prose') {
      const from = afterSpaces(text, block.from)
      if (from >= end) return
      const found = endOfPiece(text.slice(0, end), from, whole, outlet.isFresh() ? FIRST_PIECE : LATER_PIECE)
      if (!found) return
      say(from, found.at, found.ending)
      block.from = found.at
    }
  }

  function closeBlock(end: number): void {
    if (block.tag === 'prose') sayUntil(end, true)
    block = { tag: 'none' }
    outlet.endBlock()
  }

  function begin(kind: 'heading' | 'text' | 'item', from: number, lead = ''): void {
    block = {
      tag: 'prose',
      kind,
      from,
      lead,
      held: kind === 'item' && list.isHolding(),
    }
  }

  function beginItem(found: Extract<Line, { kind: 'item' }>, at: number): void {
    list.addItem(found.number !== null, /^[ \t]/.test(text.slice(at, at + 1)))
    const task = found.done === null ? '' : found.done ? 'Done: ' : 'To do: '
    begin('item', at + found.text, `${found.number === null ? '' : `${place(found.number)}, `}${task}`)
  }

  /** Reads the next line. False when more of it must arrive first. */
  function takeLine(ending: boolean): boolean {
    const newline = text.indexOf('\n', line)
    const whole = newline !== -1 || ending
    const end = newline === -1 ? text.length : newline
    const next = newline === -1 ? text.length : newline + 1
    const own = text.slice(line, end).replace(/\r$/, '')
    if (block.tag === 'fence') {
      if (!whole) return false
      if (closes(own, block.mark)) block = { tag: 'none' }
      else if (own.trim() !== '' && !block.announced) {
        block.announced = true
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
        list.close()
        begin('heading', line + found.text)
        break
      case 'item':
        closeBlock(line)
        beginItem(found, line)
        break
      case 'text':
      case 'quote':
        // Continues the text of the line before, or begins new text.
        if (block.tag !== 'prose' || block.kind === 'heading') {
          closeBlock(line)
          if (!/^[ \t]/.test(own)) list.close()
          begin('text', line + found.text)
        }
        break
      case 'indented':
        if (block.tag === 'prose' && block.kind !== 'heading') break
        if (list.isOpen()) begin('item', line + own.length - own.trimStart().length)
        else {
          if (block.tag !== 'indented') outlet.notice(codeNotice(''), base + line, base + end)
          block = { tag: 'indented' }
        }
        break
      case 'fence':
        closeBlock(line)
        if (!/^[ \t]/.test(own)) list.close()
        block = {
          tag: 'fence',
          mark: found.mark,
          language: found.language,
          from: line,
          announced: list.isHolding(),
        }
        break
      case 'table':
        if (block.tag !== 'table') {
          closeBlock(line)
          list.close()
          outlet.notice(TABLE_NOTICE, base + line, base + end)
          block = { tag: 'table' }
        }
        break
      case 'blank':
        if (block.tag !== 'indented') closeBlock(line)
        break
      case 'rule':
        closeBlock(line)
        list.close()
        break
      case 'definition':
        closeBlock(line)
        break
    }
    lineKnown = block.tag === 'prose'
    if (!lineKnown) line = next
    return lineKnown || newline !== -1 || ending
  }

  /** The current line is text and is being read. */
  let lineKnown = false

  function read(ending: boolean): void {
    for (;;) {
      if (lineKnown) {
        const newline = text.indexOf('\n', line)
        if (newline === -1) {
          sayUntil(text.length, false)
          break
        }
        // Including the line break, because a colon before it ends a sentence.
        sayUntil(newline + 1, false)
        line = newline + 1
        lineKnown = false
        if (block.tag === 'prose' && block.kind === 'heading') closeBlock(newline)
      } else if (line >= text.length || !takeLine(ending)) break
    }
    if (ending) {
      closeBlock(text.length)
      list.close()
    }
    forget()
  }

  /** Drops the text that was read. */
  function forget(): void {
    const readTo = Math.min(
      line,
      block.tag === 'prose' ? block.from : line,
      block.tag === 'fence' && !block.announced ? block.from : line,
    )
    if (readTo < 4096) return
    text = text.slice(readTo)
    base += readTo
    line -= readTo
    if (block.tag === 'prose' || block.tag === 'fence') block.from -= readTo
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
        block.tag === 'prose' &&
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

/** Voices fall at a full stop and hold at a comma. */
function ended(text: string, ending: Ending): string {
  if (/[.!?]$/.test(text)) return text
  const bare = text.replace(/[,;:]$/, '')
  return ending === 'clause' ? `${bare},` : `${bare}.`
}
