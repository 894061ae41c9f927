// Finds the end of a sentence in text that is still being written. The result depends only on the text, not on how it
// was cut into deltas: while more text could change it, there is none.

export interface PieceLimits {
  /** The longest piece. */
  max: number
  /** A longer sentence is cut after a clause of at least this many characters. */
  min: number
}

/** The first piece is short, so that the voice begins soon. */
export const FIRST_PIECE: PieceLimits = { max: 90, min: 24 }
export const LATER_PIECE: PieceLimits = { max: 240, min: 80 }

/** A full stop after these never ends a sentence. */
const NEVER = /(?:^|[\s(])(?:e\.g|i\.e|vs|mr|mrs|ms|dr|cf|fig|approx|st|prof|[A-Z])$/i
/** A full stop after these ends one only before a capital. */
const PERHAPS = /(?:^|[\s(])(?:etc|al|inc|ltd|no|nos|a\.m|p\.m|u\.s|min|max|sec|vol|ed|ver|v)$/i
const INITIAL = /(?:^|[\s(])[a-z]$/
const CLOSERS = /[)\]"'”’*_~`]/
/** Longer inline code is a stray backtick. */
const MAX_SPAN = 300

/** The position after the code that begins here; `wait` while it is open; the next character when it is not code. */
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
  /** After its last character, without the spaces before the next piece. */
  at: number
  ending: Ending
}

/**
 * The end of the piece that begins at `from`, or null while it is not known yet. When `ended`, no more text comes and
 * the rest is the last piece.
 */
export function endOfPiece(text: string, from: number, ended: boolean, limits: PieceLimits): PieceEnd | null {
  let clause = -1
  let space = -1
  let at = from
  while (at < text.length) {
    if (at - from > limits.max) return cut(text, from, limits, clause, space)
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
      if (verdict && end - from <= limits.max) return { at: end, ending: 'sentence' }
      at = end
      continue
    }
    if (/\s/.test(sign)) {
      // A line break after a colon ends a sentence.
      if (sign === '\n' && /[:;]\s*$/.test(text.slice(from, at)) && text.slice(from, at).trim() !== '')
        return { at, ending: 'sentence' }
      if (/[,;:\u2014\u2013)]/.test(text[at - 1] ?? '') && at - from >= limits.min) clause = at
      if (at > from) space = at
    }
    at++
  }
  if (!ended) return null
  return at - from > limits.max
    ? cut(text, from, limits, clause, space)
    : { at: text.trimEnd().length, ending: 'sentence' }
}

function cut(text: string, from: number, limits: PieceLimits, clause: number, space: number): PieceEnd {
  const at = clause > from ? clause : space - from >= limits.min ? space : from + limits.max
  // Never cuts a surrogate pair.
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
