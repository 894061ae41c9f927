// "No, I said parse header": a correction of the utterance before, not a new request.
import { wordsOfName } from '../../understanding/spoken-forms.ts'
import { requestVerbs, saidWords } from './common-words.ts'
import { likeness, soundKey } from './word-likeness.ts'

export interface SpokenCorrection {
  /** The whole utterance, corrected. */
  text: string
  /** The part that was replaced; null where the whole utterance was. */
  from: string | null
  to: string
}

const LEAD =
  /^\s*(?:(?:no|nope|wait|sorry|not that|wrong)[\s,.!]+)*(?:(?:i|what i) (?:said|meant|mean|say)(?: was| is)?|(?:it(?:'s| is| was)|that(?:'s| is| was)) (?:meant to be|supposed to be|spelled|called|actually))[\s,:]+(.+?)[\s.!]*$/i
/** "not header, parser" and "parser, not header". */
const NOT_BUT = /^\s*(?:no[\s,.!]+)?not (.+?)[,;]\s*(?:but )?(.+?)[\s.!]*$/i
const BUT_NOT = /^(.+?)[,\s]+not (.+?)$/i

const MAX_LENGTH = 400
/** Less alike than this, no part of the utterance was meant. */
const MIN_ALIKE = 0.35

/** Null when the text corrects nothing. `before` is the utterance as it was understood. */
export function spokenCorrection(words: string, before: string): SpokenCorrection | null {
  if (words.length > MAX_LENGTH || before.length > 4 * MAX_LENGTH) return null
  const swapped = NOT_BUT.exec(words)
  if (swapped) return replaced(before, swapped[1]!, swapped[2]!)
  const meant = LEAD.exec(words)?.[1]
  if (meant === undefined) return null
  const contrasted = BUT_NOT.exec(meant)
  const exchanged = contrasted && replaced(before, contrasted[2]!, contrasted[1]!)
  if (exchanged) return exchanged
  const said = saidWords(meant)
  const isWhole = requestVerbs.has(said[0] ?? '') || said.length >= wordsOfName(before).length
  const nearest = isWhole ? null : nearestSpan(before, meant)
  if (nearest === null) return { text: meant, from: null, to: meant }
  return {
    text: before.slice(0, nearest.from) + meant + before.slice(nearest.to),
    from: before.slice(nearest.from, nearest.to),
    to: meant,
  }
}

/** Only where the utterance contains the wrong words. */
function replaced(before: string, wrong: string, right: string): SpokenCorrection | null {
  const at = before.toLowerCase().indexOf(wrong.trim().toLowerCase())
  if (at < 0 || wrong.trim() === '') return null
  const from = before.slice(at, at + wrong.trim().length)
  return { text: before.slice(0, at) + right + before.slice(at + from.length), from, to: right }
}

/** The part of the utterance that sounds most like the corrected words. */
function nearestSpan(before: string, meant: string): { from: number; to: number } | null {
  const places = [...before.matchAll(/[^\s,;:!?]+/g)].slice(0, 60)
  const wanted = saidWords(meant).join('')
  const key = soundKey(wanted)
  let best: { from: number; to: number; score: number } | null = null
  for (let start = 0; start < places.length; start++) {
    for (let end = start + 1; end <= Math.min(places.length, start + 7); end++) {
      const from = places[start]!.index
      const to = places[end - 1]!.index + places[end - 1]![0].replace(/\.$/, '').length
      const letters = saidWords(before.slice(from, to)).join('')
      const score = 0.6 * likeness(letters, wanted) + 0.4 * likeness(soundKey(letters), key)
      if (score > (best?.score ?? MIN_ALIKE)) best = { from, to, score }
    }
  }
  return best
}
