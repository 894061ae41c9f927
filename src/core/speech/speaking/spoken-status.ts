// When to say something during a long wait, and what. A user who hears nothing for seconds wonders whether the request
// arrived; one who hears too much stops listening.
import type { StatusAction } from '../../../shared/conversation.ts'

/** Waits before the first status, before the second, and so on; the last one repeats. */
const WAITS_MS = [4_000, 8_000, 15_000, 30_000] as const

const PHRASES: Readonly<Record<StatusAction, readonly string[]>> = {
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
  /** When the wait began, or something was last audible. */
  quietSince: number
  /** How many times this wait was interrupted by a status. */
  said: number
  last: string
  /** The step that was last said by its title; each title is said once. */
  title: string | null
}

export const quietFrom = (now: number): StatusSpeech => ({ quietSince: now, said: 0, last: '', title: null })

/** Somebody speaks, so the wait begins again when they are done. */
export const somethingHeard = (state: StatusSpeech, now: number): StatusSpeech => ({
  ...state,
  quietSince: now,
})

export interface StatusMoment {
  now: number
  action: StatusAction
  /** The brain's title for the current step, where it has one. */
  title: string | null
  /** The agent or the user is speaking. */
  talking: boolean
  /** The agent waits for the user. */
  asking: boolean
}

/** The status to say now, if any, and the state after it. */
export function statusToSpeak(
  state: StatusSpeech,
  moment: StatusMoment,
): { state: StatusSpeech; text: string | null } {
  const { now, action, title, talking, asking } = moment
  if (talking || asking) return { state: somethingHeard(state, now), text: null }
  const wait = WAITS_MS[Math.min(state.said, WAITS_MS.length - 1)] ?? Infinity
  if (now - state.quietSince < wait) return { state, text: null }
  const named = title === null || title === state.title ? null : spokenTitle(title)
  if (named !== null)
    return { state: { quietSince: now, said: state.said + 1, last: named, title }, text: named }
  const choices = PHRASES[action]
  const from = Math.min(state.said, choices.length - 1)
  const text =
    choices[from] === state.last ? (choices[(from + 1) % choices.length] ?? '') : (choices[from] ?? '')
  return { state: { ...state, quietSince: now, said: state.said + 1, last: text }, text }
}

// The brain's title of a step as a spoken status: "Read from hello.txt". Null for a title that says no more than the
// standard text, or is a typed command.
/** A longer title is not spoken. */
const MAX_SAID = 80
const TYPED = /[;|&$`<>{}\\*=]|--/
const TOOL = /^(?:exec|command)\s+/i

export function spokenTitle(title: string): string | null {
  const text = title
    .replace(/\s*\([^)]*\)\s*$/, '')
    .replace(TOOL, '')
    .replace(/\s*→\s*/g, ', then ')
    .replace(/\s+/g, ' ')
    .replace(/[\s.…]+$/, '')
    .trim()
  const isBare = text.split(' ').filter((word) => /\p{L}{2}/u.test(word)).length < 2
  if (isBare || text.length > MAX_SAID || TYPED.test(text)) return null
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
