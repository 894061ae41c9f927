// What the session of the G2 glasses is, what happens to it and what it asks for. It belongs to the gateway: phones come and
// go, and find it as it is.
import type { Fault } from '../../shared/errors.ts'
import type { G2ErrorCode, G2Outbound, G2Status } from '../../shared/wire/g2.ts'
import type { EarsState, GuestEvent } from '../ports/guests.ts'

export type G2Phase =
  | { tag: 'resting' }
  | { tag: 'recording'; takeId: string; bytes: number }
  | { tag: 'transcribing'; takeId: string }
  | { tag: 'thinking'; turnId: string }
  /** `cutShort`: the phone was told that the rest is on the desktop, so it gets none of it. */
  | { tag: 'streaming'; turnId: string; cutShort: boolean }

/** What the phone would have been told while it was away; all of one turn. */
export interface G2Missed {
  transcription: string | null
  reply: string
  /** Where the turn stood last, before it was over. */
  at: G2Status
  /** Some of the reply is not kept. */
  omitted: boolean
  ending: Extract<G2Outbound, { type: 'end' | 'error' }> | null
  /** It has been away for so long that nothing is kept any more. */
  expired: boolean
}

export interface G2State {
  hearing: EarsState
  phase: G2Phase
  /** The agent is busy with a tool, and need not be heard from. */
  toolRuns: boolean
  /** What the phone that is here was told: how much, the last of it that it has not shown to have, and where it stood then. */
  told: { count: number; unsure: readonly G2Outbound[]; sure: G2Status }
  /** Null while the phone is here. */
  missed: G2Missed | null
}

export type G2Timer = 'ping' | 'pong' | 'transcription' | 'silence' | 'absence'

/** Ids come in with what may need them. */
export type G2Input =
  /** The phone has so many of the frames it was told, counted as `told` counts them. */
  | { type: 'phone.received'; count: number }
  | { type: 'phone.came'; hearing: EarsState }
  /** `broken`: without a word, so that it may not have all it was told. */
  | { type: 'phone.left'; broken: boolean }
  | { type: 'phone.sent'; data: string | Uint8Array; turnId: string }
  | { type: 'ears.changed'; hearing: EarsState }
  | { type: 'take.opened'; takeId: string }
  /** It could not be opened. */
  | { type: 'take.refused'; fault: Fault }
  /** It will not be recognised, however much more is said; releasing it tells why. */
  | { type: 'take.spoilt'; takeId: string }
  | { type: 'take.understood'; takeId: string; text: string; turnId: string }
  | { type: 'take.failed'; takeId: string; fault: Fault }
  | { type: 'turn.told'; event: GuestEvent }
  | { type: 'time.came'; timer: G2Timer }
  /** A request could not be carried out, for a reason nobody foresaw. */
  | { type: 'request.broke' }

export type G2Request =
  /** Answered with `take.opened` or `take.refused`. */
  | { type: 'take.open' }
  | { type: 'take.write'; bytes: Uint8Array }
  /** Answered with `take.understood` or `take.failed`. */
  | { type: 'take.release'; takeId: string }
  /** Nothing is in it. */
  | { type: 'take.cancel'; takeId: string }
  /** Nobody waits for its words any more: they are put on record and asked of nobody. */
  | { type: 'take.leave'; takeId: string }
  /** Its words are where they belong. */
  | { type: 'take.acknowledge'; takeId: string }
  | { type: 'turn.ask'; turnId: string; text: string }
  | { type: 'turn.interrupt' }
  | { type: 'timer.start'; timer: G2Timer; ms: number }
  | { type: 'timer.stop'; timer: G2Timer }
  /** The phone does not answer any more. */
  | { type: 'phone.close' }

export interface G2Step {
  state: G2State
  frames: G2Outbound[]
  requests: G2Request[]
}

const nothingMissed: Omit<G2Missed, 'at'> = {
  transcription: null,
  reply: '',
  omitted: false,
  ending: null,
  expired: false,
}

export const missedFrom = (at: G2Status): G2Missed => ({ ...nothingMissed, at })

export const g2StatusOf = ({ hearing, phase }: Pick<G2State, 'hearing' | 'phase'>): G2Status =>
  phase.tag !== 'resting' ? phase.tag : hearing === 'loading' ? 'loading' : 'idle'

export const nothingTold: G2State['told'] = { count: 0, unsure: [], sure: 'idle' }

export const initialG2: G2State = {
  hearing: 'loading',
  phase: { tag: 'resting' },
  toolRuns: false,
  told: nothingTold,
  missed: missedFrom('loading'),
}

// Keys in the order of the document's examples: what is sent is these objects as they stand.
export const statusFrame = (status: G2Status): G2Outbound => ({ type: 'status', status })
export const trueStatus = (state: G2State): G2Outbound => statusFrame(g2StatusOf(state))
export const errorFrame = (code: G2ErrorCode, detail: string) => ({ type: 'error', detail, code }) as const

/** The longest piece of a reply in one frame: small clients have small buffers. */
export const MAX_DELTA_CHARACTERS = 16_000

/** A text as pieces of a reply, in order, none of them ending inside a character. */
export function assistantFrames(text: string): G2Outbound[] {
  const frames: G2Outbound[] = []
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + MAX_DELTA_CHARACTERS, text.length)
    const last = text.charCodeAt(to - 1)
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to--
    frames.push({ type: 'assistant', delta: text.slice(from, to) })
    from = to
  }
  return frames
}
