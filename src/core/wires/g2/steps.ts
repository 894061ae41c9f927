// The kinds of steps of a G2 session.
import type { Fault } from '../../../shared/errors.ts'
import type { G2ErrorCode, G2Outbound } from '../../../shared/wire/g2.ts'
import {
  errorFrame,
  g2StatusOf,
  trueStatus,
  type G2Effect,
  type G2State,
  type G2Step,
  type G2Timer,
} from './state.ts'
import { guestMessage, UNEXPECTED_ERROR } from '../guest-error.ts'

const MAX_DETAIL_CHARACTERS = 2000

export const silently = (state: G2State, ...effects: G2Effect[]): G2Step => ({ state, frames: [], effects })

/** Changes the state. The phone gets the new status if it differs. */
export function moved(before: G2State, state: G2State, ...effects: G2Effect[]): G2Step {
  const same = g2StatusOf(before) === g2StatusOf(state)
  return { state, frames: same ? [] : [trueStatus(state)], effects }
}

/** Refuses an input; the state stays the same. */
export const refused = (state: G2State, code: G2ErrorCode, detail: string): G2Step => ({
  state,
  frames: [errorFrame(code, detail), trueStatus(state)],
  effects: [],
})

/** Ends the turn with this last frame. */
export function turnOver(state: G2State, last: G2Outbound, ...effects: G2Effect[]): G2Step {
  const next: G2State = { ...state, phase: { tag: 'idle' } }
  return {
    state: next,
    frames: [last, trueStatus(next)],
    effects: [stop('transcription'), stop('silence'), ...effects],
  }
}

export const start = (timer: G2Timer, ms: number): G2Effect => ({ type: 'timer.start', timer, ms })
export const stop = (timer: G2Timer): G2Effect => ({ type: 'timer.stop', timer })

export const unexpected = errorFrame('INTERNAL_ERROR', UNEXPECTED_ERROR)

/** A fault as an error frame of the wire. */
export const faultFrame = (code: G2ErrorCode, fault: Fault): ReturnType<typeof errorFrame> =>
  fault.code === 'internal'
    ? unexpected
    : errorFrame(code, guestMessage(fault).slice(0, MAX_DETAIL_CHARACTERS))
