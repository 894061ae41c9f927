// When a long wait deserves a word, and which. A person who hears nothing for seconds wonders whether they were heard;
// one who is told all the time stops listening.
import type { StatusAction } from '../../shared/conversation.ts'
import { spokenTitle } from './spoken-title.ts'

/** Waits before the first word, between it and the second, and so on; the last holds from then on. */
const WAITS_MS = [4_000, 8_000, 15_000, 30_000] as const

const WORDS: Readonly<Record<StatusAction, readonly string[]>> = {
  thinking: ['One moment.', 'Still thinking.', 'This one takes a little.'],
  searching_files: ['Searching.', 'Still searching.'],
  reading_file: ['Reading.', 'Still reading.'],
  writing_file: ['Writing.', 'Still writing.'],
  editing_file: ['Making the change.', 'Still on the change.'],
  web_search: ['Looking it up.', 'Still looking it up.'],
  executing_command: ['Running it.', 'It is still running.', 'Still running.'],
  analyzing: ['Looking at it.', 'Still looking at it.'],
}

export interface StatusSpeech {
  /** When the wait began, or something was last heard. */
  quietSince: number
  /** How many words this wait has had. */
  said: number
  last: string
  /** The step that was last said by its own name; each is said so once. */
  title: string | null
}

export const quietFrom = (now: number): StatusSpeech => ({ quietSince: now, said: 0, last: '', title: null })

/** Somebody is heard, the agent or the person: the wait begins anew when they are done. */
export const somethingHeard = (state: StatusSpeech, now: number): StatusSpeech => ({
  ...state,
  quietSince: now,
})

export interface StatusMoment {
  now: number
  action: StatusAction
  /** What whoever answers calls what it does, where it has words for it. */
  title: string | null
  /** The agent's voice, or the person's, is to be heard right now. */
  talking: boolean
  /** The agent waits for the person and not the other way round. */
  asking: boolean
}

/** The words to say now, if any, and the state after them. */
export function statusToSpeak(
  state: StatusSpeech,
  moment: StatusMoment,
): { state: StatusSpeech; words: string | null } {
  const { now, action, title, talking, asking } = moment
  if (talking || asking) return { state: somethingHeard(state, now), words: null }
  const wait = WAITS_MS[Math.min(state.said, WAITS_MS.length - 1)] ?? Infinity
  if (now - state.quietSince < wait) return { state, words: null }
  const named = title === null || title === state.title ? null : spokenTitle(title)
  if (named !== null)
    return { state: { quietSince: now, said: state.said + 1, last: named, title }, words: named }
  const choices = WORDS[action]
  const from = Math.min(state.said, choices.length - 1)
  const words =
    choices[from] === state.last ? (choices[(from + 1) % choices.length] ?? '') : (choices[from] ?? '')
  return { state: { ...state, quietSince: now, said: state.said + 1, last: words }, words }
}
