// Whether a user who stopped speaking has finished or only takes a breath, by the length of the pause and by whether
// the transcript is complete.
import { hesitations, leadingOnWords, saidWords } from './common-words.ts'

export interface Pause {
  /** The transcript so far; null while there is none. */
  text: string | null
  quietMs: number
  /** The pause after a complete sentence. An unfinished one gets longer. */
  pauseMs: number
  /** The text is a command, which nothing can follow. */
  isCommand?: boolean
}

export type TurnJudgement =
  /** Not ended; if nothing more is said, ask again after this long. */
  { tag: 'waiting'; forMs: number } | { tag: 'ended'; because: 'command' | 'complete' | 'pause' }

export const DEFAULT_PAUSE_MS = 700
const MIN_PAUSE_MS = 300
const MAX_PAUSE_MS = 3000

const COMMAND_SHARE = 0.5
const UNFINISHED_SHARE = 2.5
const UNHEARD_SHARE = 1.5

export function judgePause({ text, quietMs, pauseMs, isCommand = false }: Pause): TurnJudgement {
  const pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, pauseMs))
  const because = isCommand ? 'command' : text !== null && isComplete(text) ? 'complete' : 'pause'
  const share =
    because === 'command'
      ? COMMAND_SHARE
      : because === 'complete'
        ? 1
        : text === null
          ? UNHEARD_SHARE
          : UNFINISHED_SHARE
  const needed = pause * share
  return quietMs >= needed
    ? { tag: 'ended', because }
    : { tag: 'waiting', forMs: Math.ceil(needed - quietMs) }
}

/** Whether the text can stand as it is. A full stop proves nothing: recognizers put one after everything. */
export function isComplete(text: string): boolean {
  if (/(?:\.\.\.|…|,|-|—)\s*$/.test(text)) return false
  const said = saidWords(text)
  const last = said.at(-1)
  if (last === undefined) return false
  if (hesitations.has(last) && said.length > 1) return false
  return !leadingOnWords.has(last) || COMPLETE_ENDINGS.test(said.join(' '))
}

/** Complete, although the last word usually continues. */
const COMPLETE_ENDINGS =
  /(?:\b(?:log|sign|zoom|come) in|\b(?:go|carry|hold|come|move|hang) on|\b(?:it|that|this|they|those|there) (?:is|are|was|were)|^no)$/
