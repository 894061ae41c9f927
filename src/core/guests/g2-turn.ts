// One turn of the glasses, from the first sound to the last word: recording, transcribing, thinking, streaming.
import { MAX_ASK_CHARACTERS } from '../../shared/conversation.ts'
import type { Fault } from '../../shared/errors.ts'
import { TAKE_LIMIT_MS } from '../ports/ears.ts'
import type { GuestEvent } from '../ports/guests.ts'
import { pcmBytesOf } from './g2-inbound.ts'
import {
  assistantFrames,
  errorFrame,
  trueStatus,
  type G2Request,
  type G2State,
  type G2Step,
} from './g2-state.ts'
import { faultFrame, moved, over, quiet, refused, start, stop, unforeseen } from './g2-steps.ts'

export const TRANSCRIPTION_WITHIN_MS = 60_000
export const SILENCE_MS = 120_000
/** As long as a take of the ears may be. */
export const RECORDING_BYTES = pcmBytesOf(TAKE_LIMIT_MS)

const takes = ({ phase }: G2State, tag: 'recording' | 'transcribing', takeId: string): boolean =>
  phase.tag === tag && phase.takeId === takeId

export function opened(state: G2State, takeId: string): G2Step {
  const wanted = state.phase.tag === 'resting' && !state.missed
  if (!wanted) return quiet(state, { type: 'take.cancel', takeId })
  return moved(state, { ...state, phase: { tag: 'recording', takeId, bytes: 0 } })
}

export function pcm(state: G2State, bytes: Uint8Array): G2Step {
  const { phase } = state
  if (phase.tag !== 'recording') return refused(state, 'INVALID_STATE', 'Cannot take audio — not recording')
  const total = phase.bytes + bytes.length
  if (total <= RECORDING_BYTES)
    return quiet({ ...state, phase: { ...phase, bytes: total } }, { type: 'take.write', bytes })
  // As at the desktop, minutes of speech are not thrown away because there were too many: they are taken as they are.
  const released = release(state, phase.takeId)
  const detail = `The recording is full after ${TAKE_LIMIT_MS / 60_000} minutes`
  return { ...released, frames: [errorFrame('BUFFER_OVERFLOW', detail), ...released.frames] }
}

export function release(state: G2State, takeId: string): G2Step {
  const next: G2State = { ...state, phase: { tag: 'transcribing', takeId } }
  const empty = state.phase.tag === 'recording' && state.phase.bytes === 0
  if (!empty) {
    const within = start('transcription', TRANSCRIPTION_WITHIN_MS)
    return moved(state, next, within, { type: 'take.release', takeId })
  }
  const nothing = errorFrame('TRANSCRIPTION_FAILED', 'The recording is empty')
  const done = over(next, nothing, { type: 'take.cancel', takeId })
  return { ...done, frames: [trueStatus(next), ...done.frames] }
}

/** It will not be recognised: releasing it tells why. */
export const spoilt = (state: G2State, takeId: string): G2Step =>
  takes(state, 'recording', takeId) ? release(state, takeId) : quiet(state)

export function understood(state: G2State, heard: { takeId: string; text: string; turnId: string }): G2Step {
  const { takeId, turnId } = heard
  if (!takes(state, 'transcribing', takeId)) return quiet(state)
  const text = heard.text.slice(0, MAX_ASK_CHARACTERS)
  const acknowledge: G2Request = { type: 'take.acknowledge', takeId }
  if (text.trim() === '')
    return over(state, errorFrame('TRANSCRIPTION_FAILED', 'No words were heard'), acknowledge)
  const asked = ask(state, turnId, text)
  return {
    ...asked,
    frames: [{ type: 'transcription', text }, ...asked.frames],
    requests: [stop('transcription'), ...asked.requests, acknowledge],
  }
}

export const notUnderstood = (state: G2State, takeId: string, fault: Fault): G2Step =>
  takes(state, 'transcribing', takeId)
    ? over(state, faultFrame('TRANSCRIPTION_FAILED', fault), { type: 'take.leave', takeId })
    : quiet(state)

export function ask(state: G2State, turnId: string, text: string): G2Step {
  const next: G2State = { ...state, phase: { tag: 'thinking', turnId }, toolRuns: false }
  return moved(state, next, start('silence', SILENCE_MS), { type: 'turn.ask', turnId, text })
}

/** Who answers must be heard from now and then. A tool takes as long as it takes: tests, a build, a question to somebody. */
const patience = ({ toolRuns }: G2State): G2Request =>
  toolRuns ? stop('silence') : start('silence', SILENCE_MS)

/** Something happened at the brain. */
export function told(state: G2State, event: GuestEvent): G2Step {
  const { phase } = state
  const running = phase.tag === 'thinking' || phase.tag === 'streaming'
  // A late word of an old turn.
  if (!running || phase.turnId !== event.turnId) return quiet(state)
  switch (event.type) {
    // The glasses show words only; these say that the brain is alive.
    case 'turn.started':
    case 'status.changed':
    case 'artifact.created':
      return quiet(state, patience(state))
    case 'tools.changed': {
      const next: G2State = { ...state, toolRuns: event.running > 0 }
      return quiet(next, patience(next))
    }
    case 'reply.appended': {
      const cutShort = phase.tag === 'streaming' && phase.cutShort
      const next: G2State = { ...state, phase: { tag: 'streaming', turnId: phase.turnId, cutShort } }
      const step = moved(state, next, patience(state))
      return cutShort ? step : { ...step, frames: [...step.frames, ...assistantFrames(event.delta)] }
    }
    case 'turn.ended':
      return over(state, { type: 'end' })
    case 'turn.failed':
      return over(state, faultFrame('OPENCLAW_ERROR', event.fault))
  }
}

export function transcriptionIsLate(state: G2State): G2Step {
  const { phase } = state
  if (phase.tag !== 'transcribing') return quiet(state)
  const late = errorFrame('TIMEOUT', 'Turning the recording into words took too long')
  return over(state, late, { type: 'take.leave', takeId: phase.takeId })
}

export function brainIsSilent(state: G2State): G2Step {
  const { phase } = state
  if (phase.tag !== 'thinking' && phase.tag !== 'streaming') return quiet(state)
  const silent = errorFrame('TIMEOUT', 'Nothing was heard from the agent for too long')
  return over(state, silent, { type: 'turn.interrupt' })
}

/** Whatever was going on cannot be relied on any more. */
export function broke(state: G2State): G2Step {
  const { phase } = state
  switch (phase.tag) {
    case 'resting':
      return refused(state, unforeseen.code, unforeseen.detail)
    case 'recording':
    case 'transcribing':
      return over(state, unforeseen, { type: 'take.leave', takeId: phase.takeId })
    case 'thinking':
    case 'streaming':
      return over(state, unforeseen, { type: 'turn.interrupt' })
  }
}
