// The few kinds of steps that the session of the glasses takes.
import type { Fault } from '../../shared/errors.ts'
import type { G2ErrorCode, G2Outbound } from '../../shared/wire/g2.ts'
import {
  errorFrame,
  g2StatusOf,
  trueStatus,
  type G2Request,
  type G2State,
  type G2Step,
  type G2Timer,
} from './g2-state.ts'
import { sentenceForGuest, UNFORESEEN } from './guest-fault.ts'

const MAX_DETAIL_CHARACTERS = 2000

export const quiet = (state: G2State, ...requests: G2Request[]): G2Step => ({ state, frames: [], requests })

/** On to another state, which the phone is told where it looks different from outside. */
export function moved(before: G2State, state: G2State, ...requests: G2Request[]): G2Step {
  const same = g2StatusOf(before) === g2StatusOf(state)
  return { state, frames: same ? [] : [trueStatus(state)], requests }
}

/** Refused, and nothing has changed by it. */
export const refused = (state: G2State, code: G2ErrorCode, detail: string): G2Step => ({
  state,
  frames: [errorFrame(code, detail), trueStatus(state)],
  requests: [],
})

/** The end of a turn, whatever it came to. */
export function over(state: G2State, last: G2Outbound, ...requests: G2Request[]): G2Step {
  const next: G2State = { ...state, phase: { tag: 'resting' } }
  return {
    state: next,
    frames: [last, trueStatus(next)],
    requests: [stop('transcription'), stop('silence'), ...requests],
  }
}

export const start = (timer: G2Timer, ms: number): G2Request => ({ type: 'timer.start', timer, ms })
export const stop = (timer: G2Timer): G2Request => ({ type: 'timer.stop', timer })

export const unforeseen = errorFrame('INTERNAL_ERROR', UNFORESEEN)

/** A fault in the phone's words. */
export const faultFrame = (code: G2ErrorCode, fault: Fault): ReturnType<typeof errorFrame> =>
  fault.code === 'internal'
    ? unforeseen
    : errorFrame(code, sentenceForGuest(fault).slice(0, MAX_DETAIL_CHARACTERS))
