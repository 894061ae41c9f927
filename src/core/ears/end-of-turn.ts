// Whether somebody who has stopped speaking has finished, or only takes a breath: by how long it has been quiet, and by
// whether the words so far make a whole.
import { hesitations, leadingOnWords, saidWords } from './everyday-words.ts'

export interface Pause {
  /** What has been recognised so far; null while nothing has. */
  words: string | null
  quietMs: number
  /** How long a whole sentence is waited after. What is plainly unfinished is waited for longer. */
  patienceMs: number
  /** The words are a command of the fixed grammar, which nothing can follow. */
  isCommand?: boolean
}

export type TurnJudgement =
  /** Not yet; if nothing more is said, ask again after this long. */
  { tag: 'waiting'; forMs: number } | { tag: 'ended'; because: 'command' | 'complete' | 'patience' }

export const DEFAULT_PATIENCE_MS = 700
export const LEAST_PATIENCE_MS = 300
export const MOST_PATIENCE_MS = 3000

const COMMAND_SHARE = 0.5
const UNFINISHED_SHARE = 2.5
const UNHEARD_SHARE = 1.5

export function judgePause({ words, quietMs, patienceMs, isCommand = false }: Pause): TurnJudgement {
  const patience = Math.min(MOST_PATIENCE_MS, Math.max(LEAST_PATIENCE_MS, patienceMs))
  const because = isCommand ? 'command' : words !== null && isComplete(words) ? 'complete' : 'patience'
  const share =
    because === 'command'
      ? COMMAND_SHARE
      : because === 'complete'
        ? 1
        : words === null
          ? UNHEARD_SHARE
          : UNFINISHED_SHARE
  const needed = patience * share
  return quietMs >= needed
    ? { tag: 'ended', because }
    : { tag: 'waiting', forMs: Math.ceil(needed - quietMs) }
}

/** Whether the words can stand as they are. A recogniser's full stop is no proof: it puts one after everything. */
export function isComplete(words: string): boolean {
  if (/(?:\.\.\.|…|,|-|—)\s*$/.test(words)) return false
  const said = saidWords(words)
  const last = said.at(-1)
  if (last === undefined) return false
  if (hesitations.has(last) && said.length > 1) return false
  return !leadingOnWords.has(last) || COMPLETE_ENDINGS.test(said.join(' '))
}

/** They end in a word that leads on, and yet are whole. */
const COMPLETE_ENDINGS =
  /(?:\b(?:log|sign|zoom|come) in|\b(?:go|carry|hold|come|move|hang) on|\b(?:it|that|this|they|those|there) (?:is|are|was|were)|^no)$/
