// State, inputs and effects of a G2 session. It belongs to the gateway and outlives the connections of phones.
import type { Fault } from '../../../shared/errors.ts'
import type { G2ErrorCode, G2HistoryEntry, G2Outbound, G2Status } from '../../../shared/wire/g2.ts'
import type { RecognizerState, GuestEvent } from '../../ports/guests.ts'

export type G2Phase =
  /** `full`: the last recording was too long, and the rest of it may still arrive. */
  | { tag: 'idle'; full?: true }
  | { tag: 'recording'; takeId: string; bytes: number }
  | { tag: 'transcribing'; takeId: string }
  | { tag: 'thinking'; turnId: string }
  /** `cutShort`: the phone knows that the rest is on the desktop, and gets no more. */
  | { tag: 'streaming'; turnId: string; cutShort: boolean }

/** What the phone missed of one turn while it was disconnected. */
export interface G2Missed {
  transcription: string | null
  reply: string
  /** Where the turn stood last, before it was over. */
  at: G2Status
  /** A part of the reply is not stored. */
  omitted: boolean
  ending: Extract<G2Outbound, { type: 'end' | 'error' }> | null
  /** The phone was disconnected for too long, so nothing is stored any more. */
  expired: boolean
}

export interface G2State {
  recognizer: RecognizerState
  phase: G2Phase
  /** The agent runs a tool and may be silent. */
  toolRuns: boolean
  /** What was sent to this phone: the count, the unconfirmed frames, and the last confirmed status. */
  sent: { count: number; unsure: readonly G2Outbound[]; sure: G2Status }
  /** Null while the phone is connected. */
  missed: G2Missed | null
  /** The phone has sent nothing since it connected, apart from its token. */
  isNew: boolean
  history: readonly G2HistoryEntry[]
}

export type G2Timer = 'ping' | 'pong' | 'transcription' | 'silence' | 'absence'

export type G2Input =
  /** The phone has this many of the sent frames. */
  | { type: 'phone.received'; count: number }
  | { type: 'phone.connected'; recognizer: RecognizerState }
  /** `broken`: without a close, so that sent frames may be lost. */
  | { type: 'phone.disconnected'; broken: boolean }
  | { type: 'phone.sent'; data: string | Uint8Array; turnId: string }
  | { type: 'recognizer.changed'; recognizer: RecognizerState }
  | { type: 'take.opened'; takeId: string }
  /** It could not be opened. */
  | { type: 'take.refused'; fault: Fault }
  /** It cannot be transcribed; releasing it gives the reason. */
  | { type: 'take.broken'; takeId: string }
  | { type: 'take.transcribed'; takeId: string; text: string; turnId: string }
  | { type: 'take.failed'; takeId: string; fault: Fault }
  | { type: 'turn.event'; event: GuestEvent }
  | { type: 'timer.fired'; timer: G2Timer }
  /** An effect failed unexpectedly. */
  | { type: 'effect.failed' }

export type G2Effect =
  /** Answered with `take.opened` or `take.refused`. */
  | { type: 'take.open' }
  | { type: 'take.write'; bytes: Uint8Array }
  /** Answered with `take.understood` or `take.failed`. */
  | { type: 'take.release'; takeId: string }
  /** Nothing is in it. */
  | { type: 'take.cancel'; takeId: string }
  /** Its transcript goes to the log and is not asked. */
  | { type: 'take.leave'; takeId: string }
  /** Its transcript was asked, so the audio can be deleted. */
  | { type: 'take.acknowledge'; takeId: string }
  | { type: 'turn.ask'; turnId: string; text: string }
  | { type: 'turn.interrupt' }
  /** Later requests belong to a new conversation. */
  | { type: 'conversation.reset' }
  | { type: 'timer.start'; timer: G2Timer; ms: number }
  | { type: 'timer.stop'; timer: G2Timer }
  /** The phone no longer answers. */
  | { type: 'phone.close' }

export interface G2Step {
  state: G2State
  frames: G2Outbound[]
  effects: G2Effect[]
}

const nothingMissed: Omit<G2Missed, 'at'> = {
  transcription: null,
  reply: '',
  omitted: false,
  ending: null,
  expired: false,
}

export const missedFrom = (at: G2Status): G2Missed => ({ ...nothingMissed, at })

export const g2StatusOf = ({ recognizer, phase }: Pick<G2State, 'recognizer' | 'phase'>): G2Status =>
  phase.tag !== 'idle' ? phase.tag : recognizer === 'loading' ? 'loading' : 'idle'

export const nothingSent: G2State['sent'] = { count: 0, unsure: [], sure: 'idle' }

export const initialG2: G2State = {
  recognizer: 'loading',
  phase: { tag: 'idle' },
  toolRuns: false,
  sent: nothingSent,
  missed: missedFrom('loading'),
  isNew: true,
  history: [],
}

// The keys are in the order of the protocol's examples, since these objects are sent unchanged.
export const statusFrame = (status: G2Status): G2Outbound => ({ type: 'status', status })
export const trueStatus = (state: G2State): G2Outbound => statusFrame(g2StatusOf(state))
export const errorFrame = (code: G2ErrorCode, detail: string) => ({ type: 'error', detail, code }) as const

/** The longest delta in one frame: small clients have small buffers. */
export const MAX_DELTA_CHARACTERS = 16_000

/** The text as deltas, none of which ends inside a character. */
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
