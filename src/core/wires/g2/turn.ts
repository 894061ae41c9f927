// One turn of the glasses: recording, transcribing, thinking, streaming.
import { MAX_ASK_CHARACTERS } from '../../../shared/conversation.ts'
import type { Fault } from '../../../shared/errors.ts'
import { TAKE_LIMIT_MS } from '../../ports/recognizer.ts'
import type { GuestEvent } from '../../ports/guests.ts'
import { pcmBytesOf } from './read-frame.ts'
import { assistantFrames, errorFrame, trueStatus, type G2Effect, type G2State, type G2Step } from './state.ts'
import { faultFrame, moved, turnOver, silently, refused, start, stop, unexpected } from './steps.ts'

export const TRANSCRIPTION_WITHIN_MS = 60_000
export const SILENCE_MS = 120_000
/** The recognizer's limit for a take. */
export const RECORDING_BYTES = pcmBytesOf(TAKE_LIMIT_MS)

const takes = ({ phase }: G2State, tag: 'recording' | 'transcribing', takeId: string): boolean =>
  phase.tag === tag && phase.takeId === takeId

export function opened(state: G2State, takeId: string): G2Step {
  const wanted = state.phase.tag === 'idle' && !state.missed
  if (!wanted) return silently(state, { type: 'take.cancel', takeId })
  return moved(state, { ...state, phase: { tag: 'recording', takeId, bytes: 0 } })
}

export function pcm(state: G2State, bytes: Uint8Array): G2Step {
  const { phase } = state
  // The phone sent this before it could know that the recording was over.
  if (phase.tag === 'idle' && phase.full) return silently(state)
  if (phase.tag !== 'recording')
    return refused(state, 'INVALID_STATE', 'Cannot receive audio — not recording')
  const total = phase.bytes + bytes.length
  if (total <= RECORDING_BYTES)
    return silently({ ...state, phase: { ...phase, bytes: total } }, { type: 'take.write', bytes })
  // The rest is missing, so the recording is not asked. Its transcript goes to the journal.
  const detail = `The recording is full after ${TAKE_LIMIT_MS / 60_000} minutes, so nothing was asked. Parley has stored what you said. Ask again in fewer words.`
  const full = turnOver(state, errorFrame('BUFFER_OVERFLOW', detail), {
    type: 'take.leave',
    takeId: phase.takeId,
  })
  return { ...full, state: { ...full.state, phase: { tag: 'idle', full: true } } }
}

export function release(state: G2State, takeId: string): G2Step {
  const next: G2State = { ...state, phase: { tag: 'transcribing', takeId } }
  const empty = state.phase.tag === 'recording' && state.phase.bytes === 0
  if (!empty) {
    const within = start('transcription', TRANSCRIPTION_WITHIN_MS)
    return moved(state, next, within, { type: 'take.release', takeId })
  }
  const nothing = errorFrame('TRANSCRIPTION_FAILED', 'The recording is empty')
  const done = turnOver(next, nothing, { type: 'take.cancel', takeId })
  return { ...done, frames: [trueStatus(next), ...done.frames] }
}

/** The take cannot be transcribed; releasing it gives the reason. */
export const takeFailed = (state: G2State, takeId: string): G2Step =>
  takes(state, 'recording', takeId) ? release(state, takeId) : silently(state)

export function transcribed(
  state: G2State,
  transcript: { takeId: string; text: string; turnId: string },
): G2Step {
  const { takeId, turnId } = transcript
  if (!takes(state, 'transcribing', takeId)) return silently(state)
  const text = transcript.text.slice(0, MAX_ASK_CHARACTERS)
  const acknowledge: G2Effect = { type: 'take.acknowledge', takeId }
  if (text.trim() === '')
    return turnOver(state, errorFrame('TRANSCRIPTION_FAILED', 'No words were heard'), acknowledge)
  const asked = ask(state, turnId, text)
  return {
    ...asked,
    frames: [{ type: 'transcription', text }, ...asked.frames],
    effects: [stop('transcription'), ...asked.effects, acknowledge],
  }
}

export const transcriptionFailed = (state: G2State, takeId: string, fault: Fault): G2Step =>
  takes(state, 'transcribing', takeId)
    ? turnOver(state, faultFrame('TRANSCRIPTION_FAILED', fault), { type: 'take.leave', takeId })
    : silently(state)

export function ask(state: G2State, turnId: string, text: string): G2Step {
  const next: G2State = { ...state, phase: { tag: 'thinking', turnId }, toolRuns: false }
  return moved(state, next, start('silence', SILENCE_MS), { type: 'turn.ask', turnId, text })
}

/** The brain may not be silent for long, unless a tool runs: tests, a build or an approval can take any time. */
const silenceTimer = ({ toolRuns }: G2State): G2Effect =>
  toolRuns ? stop('silence') : start('silence', SILENCE_MS)

export function brainEvent(state: G2State, event: GuestEvent): G2Step {
  const { phase } = state
  const running = phase.tag === 'thinking' || phase.tag === 'streaming'
  // A late event of an earlier turn.
  if (!running || phase.turnId !== event.turnId) return silently(state)
  switch (event.type) {
    // The glasses show only text, but these events prove that the brain is alive.
    case 'turn.started':
    case 'status.changed':
    case 'artifact.created':
      return silently(state, silenceTimer(state))
    case 'tools.changed': {
      const next: G2State = { ...state, toolRuns: event.running > 0 }
      return silently(next, silenceTimer(next))
    }
    case 'reply.appended': {
      const cutShort = phase.tag === 'streaming' && phase.cutShort
      const next: G2State = { ...state, phase: { tag: 'streaming', turnId: phase.turnId, cutShort } }
      const step = moved(state, next, silenceTimer(state))
      return cutShort ? step : { ...step, frames: [...step.frames, ...assistantFrames(event.delta)] }
    }
    case 'turn.ended':
      return turnOver(state, { type: 'end' })
    case 'turn.failed':
      return turnOver(state, faultFrame('OPENCLAW_ERROR', event.fault))
  }
}

export function transcriptionIsLate(state: G2State): G2Step {
  const { phase } = state
  if (phase.tag !== 'transcribing') return silently(state)
  const late = errorFrame('TIMEOUT', 'Transcribing the recording took too long')
  return turnOver(state, late, { type: 'take.leave', takeId: phase.takeId })
}

export function brainIsSilent(state: G2State): G2Step {
  const { phase } = state
  if (phase.tag !== 'thinking' && phase.tag !== 'streaming') return silently(state)
  const silent = errorFrame('TIMEOUT', 'The agent was silent for too long')
  return turnOver(state, silent, { type: 'turn.interrupt' })
}

/** An effect failed, so the turn cannot continue. */
export function effectFailed(state: G2State): G2Step {
  const { phase } = state
  switch (phase.tag) {
    case 'idle':
      return refused(state, unexpected.code, unexpected.detail)
    case 'recording':
    case 'transcribing':
      return turnOver(state, unexpected, { type: 'take.leave', takeId: phase.takeId })
    case 'thinking':
    case 'streaming':
      return turnOver(state, unexpected, { type: 'turn.interrupt' })
  }
}
