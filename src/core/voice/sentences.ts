// Where a sentence ends in text that is still being written. Only the text decides, never how it was cut into deltas:
// while what follows could still change the answer, there is none.

export interface PieceLimits {
  /** No piece is longer. */
  most: number
  /** Where a sentence is longer than that, it is cut after a clause, but not before so many characters. */
  least: number
}

/** The first piece is short, so that something is heard soon. */
export const FIRST_PIECE: PieceLimits = { most: 90, least: 24 }
export const LATER_PIECE: PieceLimits = { most: 240, least: 80 }

/** Before a full stop, these never end a sentence. */
const NEVER = /(?:^|[\s(])(?:e\.g|i\.e|vs|mr|mrs|ms|dr|cf|fig|approx|st|prof|[A-Z])$/i
/** These end one only where a capital follows. */
const PERHAPS = /(?:^|[\s(])(?:etc|al|inc|ltd|no|nos|a\.m|p\.m|u\.s|min|max|sec|vol|ed|ver|v)$/i
const INITIAL = /(?:^|[\s(])[a-z]$/
const CLOSERS = /[)\]"'”’*_~`]/
/** Longer code within a line is a stray backtick. */
const MAX_SPAN = 300

/** Behind the code that begins here; `wait` while that is open; the next character when it is no code. */
function afterCode(text: string, at: number, ended: boolean): number | 'wait' {
  let mark = at
  while (text[mark] === '`') mark++
  if (mark === text.length && !ended) return 'wait'
  const run = text.slice(at, mark)
  for (let end = mark; end < text.length && end - mark < MAX_SPAN; end++) {
    if (text[end] === '\n') return mark
    if (text[end] !== '`') continue
    let close = end
    while (text[close] === '`') close++
    if (close === text.length && !ended) return 'wait'
    if (close - end === run.length) return close
    end = close - 1
  }
  return ended || text.length - mark >= MAX_SPAN ? mark : 'wait'
}

export type Ending = 'sentence' | 'clause'

export interface PieceEnd {
  /** Behind its last sign; spaces before the next piece are nobody's. */
  at: number
  ending: Ending
}

/**
 * The end of the piece that begins at `from`, where there is no space, or null while it cannot be known. When `ended`, no more text is coming
 * and what is left is the last piece.
 */
export function endOfPiece(text: string, from: number, ended: boolean, limits: PieceLimits): PieceEnd | null {
  let clause = -1
  let space = -1
  let at = from
  while (at < text.length) {
    if (at - from > limits.most) return cut(text, from, limits, clause, space)
    const sign = text[at] ?? ''
    if (sign === '`') {
      const behind = afterCode(text, at, ended)
      if (behind === 'wait') return null
      at = behind
      continue
    }
    if (/[.!?\u2026]/.test(sign)) {
      const end = afterMarks(text, at)
      if (end === text.length && !ended) return null
      const verdict = endsSentence(text, from, at, end, ended)
      if (verdict === 'wait') return null
      if (verdict && end - from <= limits.most) return { at: end, ending: 'sentence' }
      at = end
      continue
    }
    if (/\s/.test(sign)) {
      // A colon at the end of a line, or an empty line, ends what went before.
      if (sign === '\n' && /[:;]\s*$/.test(text.slice(from, at)) && text.slice(from, at).trim() !== '')
        return { at, ending: 'sentence' }
      if (/[,;:\u2014\u2013)]/.test(text[at - 1] ?? '') && at - from >= limits.least) clause = at
      if (at > from) space = at
    }
    at++
  }
  if (!ended) return null
  return at - from > limits.most
    ? cut(text, from, limits, clause, space)
    : { at: text.trimEnd().length, ending: 'sentence' }
}

function cut(text: string, from: number, limits: PieceLimits, clause: number, space: number): PieceEnd {
  const at = clause > from ? clause : space - from >= limits.least ? space : from + limits.most
  // Half a character is none.
  const whole = /[\uDC00-\uDFFF]/.test(text[at] ?? '') && at - 1 > from ? at - 1 : at
  return { at: whole, ending: 'clause' }
}

function afterMarks(text: string, at: number): number {
  let end = at
  while (end < text.length && /[.!?\u2026]/.test(text[end] ?? '')) end++
  while (end < text.length && CLOSERS.test(text[end] ?? '')) end++
  return end
}

export function afterSpaces(text: string, at: number): number {
  let end = at
  while (end < text.length && /\s/.test(text[end] ?? '')) end++
  return end
}

function endsSentence(text: string, from: number, at: number, end: number, ended: boolean): boolean | 'wait' {
  if (end < text.length && !/\s/.test(text[end] ?? '')) return false
  const marks = text.slice(at, end)
  const before = text.slice(Math.max(from, at - 12), at)
  const ellipsis = /^(?:\.{2,}|\u2026)/.test(marks)
  if (marks.startsWith('.') && !ellipsis) {
    if (NEVER.test(before) || INITIAL.test(before)) return false
    if (!PERHAPS.test(before)) return true
  } else if (!ellipsis) return true
  const next = text[afterSpaces(text, end)]
  if (next === undefined) return ended || 'wait'
  return !/\p{Ll}/u.test(next)
}
