// The gateway's side of the G2 protocol: (state, input) → (state, frames, effects). A status precedes what belongs to it, the
// true status follows an error, and only the end of a turn changes back to idle. Every step assumes a connected phone; frames
// for a disconnected one are stored.
import { G2_PING_EVERY_MS, G2_PONG_WITHIN_MS } from '../../../shared/wire/g2.ts'
import { historyAfter } from './history.ts'
import { readG2Frame } from './read-frame.ts'
import { expire, greeting, keep, STORED_MS } from './missed-replies.ts'
import {
  errorFrame,
  g2StatusOf,
  missedFrom,
  trueStatus,
  type G2Input,
  type G2Phase,
  type G2State,
  type G2Step,
  type G2Timer,
} from './state.ts'
import { faultFrame, moved, turnOver, silently, refused, start, stop } from './steps.ts'
import {
  ask,
  brainIsSilent,
  effectFailed,
  transcriptionFailed,
  opened,
  pcm,
  release,
  takeFailed,
  brainEvent,
  transcriptionIsLate,
  transcribed,
} from './turn.ts'
import { greeted, lost, received, sentAfter } from './unconfirmed.ts'

export function g2Session(state: G2State, input: G2Input, now: number): G2Step {
  if (input.type === 'phone.connected') return connected({ ...state, recognizer: input.recognizer })
  if (input.type === 'phone.disconnected') return input.broken ? left(state, lost(state)) : left(state)
  const step = storeUnsent(decide(state, input))
  if (input.type === 'phone.received') return step
  const history = historyAfter(state, input, step, now)
  if (step.state.missed) return { ...step, state: { ...step.state, history } }
  const isNew = state.isNew && !(input.type === 'phone.sent' && !isAuthFrame(input.data))
  return { ...step, state: { ...step.state, isNew, history, sent: sentAfter(state, input, step) } }
}

const isAuthFrame = (data: string | Uint8Array): boolean => readG2Frame(data).type === 'auth'

/** Stores the frames of a disconnected phone. */
function storeUnsent(step: G2Step): G2Step {
  const { missed } = step.state
  if (!missed || step.frames.length === 0) return step
  return { ...step, state: { ...step.state, missed: keep(missed, step.frames) }, frames: [] }
}

function decide(
  state: G2State,
  input: Exclude<G2Input, { type: 'phone.connected' | 'phone.disconnected' }>,
): G2Step {
  switch (input.type) {
    case 'phone.received':
      return silently({ ...state, sent: received(state, input.count) })
    case 'phone.sent':
      return state.missed ? silently(state) : sent(state, input.data, input.turnId)
    case 'recognizer.changed':
      return moved(state, { ...state, recognizer: input.recognizer })
    case 'take.opened':
      return opened(state, input.takeId)
    case 'take.refused': {
      const { code, detail } = faultFrame('TRANSCRIPTION_FAILED', input.fault)
      return refused(state, code, detail)
    }
    case 'take.broken':
      return takeFailed(state, input.takeId)
    case 'take.transcribed':
      return transcribed(state, input)
    case 'take.failed':
      return transcriptionFailed(state, input.takeId, input.fault)
    case 'turn.event':
      return brainEvent(state, input.event)
    case 'timer.fired':
      return timeCame(state, input.timer)
    case 'effect.failed':
      return effectFailed(state)
  }
}

const cutOff = errorFrame(
  'TRANSCRIPTION_FAILED',
  'The connection was lost while you were speaking, so nothing was asked. Say it again.',
)

function connected(state: G2State): G2Step {
  const { missed, phase } = state
  // Often the same phone after a lost network, so a running turn continues as after a disconnection. A turn that has ended is
  // not sent again: the other phone may have shown it.
  if (!missed) {
    const previous = phase.tag === 'idle' ? left(state) : left(state, lost(state))
    const next = connected(previous.state)
    return { ...next, effects: [...previous.effects, ...next.effects] }
  }
  const cut = phase.tag === 'streaming' && missed.omitted
  const frames = greeting({ ...state, missed })
  return {
    state: {
      ...state,
      phase: cut ? { ...phase, cutShort: true } : phase,
      sent: greeted(frames),
      missed: null,
      isNew: true,
    },
    frames,
    effects: [stop('absence'), start('ping', G2_PING_EVERY_MS)],
  }
}

/**
 * A disconnected phone may have lost half of a sentence, so the recording is not asked. It is not lost either: its transcript
 * goes to the log, and the phone learns that it was not asked. An empty recording is dropped.
 */
function left(state: G2State, missed = missedFrom(g2StatusOf(state))): G2Step {
  if (state.missed) return silently(state)
  const { phase } = state
  const away: G2State = { ...state, missed }
  const effects = [stop('ping'), stop('pong'), start('absence', STORED_MS)]
  if (phase.tag !== 'recording') return silently(away, ...effects)
  if (phase.bytes === 0) {
    const cancel = { type: 'take.cancel', takeId: phase.takeId } as const
    return silently({ ...away, phase: { tag: 'idle' } }, ...effects, cancel)
  }
  const cut = storeUnsent(turnOver(away, cutOff, { type: 'take.leave', takeId: phase.takeId }))
  return { ...cut, effects: [...effects, ...cut.effects] }
}

function sent(state: G2State, data: string | Uint8Array, turnId: string): G2Step {
  const frame = readG2Frame(data)
  const { phase, recognizer } = state
  const notNow = (detail: string): G2Step => refused(state, 'INVALID_STATE', detail)
  switch (frame.type) {
    case 'invalid':
      return refused(state, 'INVALID_FRAME', frame.detail)
    case 'pcm':
      return pcm(state, frame.bytes)
    case 'start_audio':
      if (phase.tag !== 'idle') return notNow(`Cannot start audio — ${busy(phase)}`)
      if (recognizer === 'loading') return notNow('Cannot start audio — speech recognition is still loading')
      return silently(state, { type: 'take.open' })
    case 'stop_audio': {
      if (phase.tag === 'recording') return release(state, phase.takeId)
      const stopped = 'Cannot stop audio — not recording'
      if (phase.tag !== 'idle' || !phase.full) return notNow(stopped)
      return refused({ ...state, phase: { tag: 'idle' } }, 'INVALID_STATE', stopped)
    }
    case 'text':
      if (phase.tag !== 'idle') return notNow(`Cannot take text — ${busy(phase)}`)
      return ask(state, turnId, frame.message)
    case 'pong':
      return silently(state, stop('pong'))
    case 'status_request': {
      const { isNew, history } = state
      const frames = [trueStatus(state)]
      if (isNew && history.length > 0) frames.unshift({ type: 'history', entries: [...history] })
      return { state, frames, effects: [] }
    }
    case 'reset_session':
      if (phase.tag !== 'idle') return notNow(`Cannot reset the session — ${busy(phase)}`)
      return {
        state: { ...state, history: [] },
        frames: [{ type: 'session_reset', reason: 'user_request' }],
        effects: [{ type: 'conversation.reset' }],
      }
    // The phone is already accepted.
    case 'auth':
      return silently(state)
  }
}

const busy = (phase: G2Phase): string =>
  phase.tag === 'recording' ? 'already recording' : 'the last effect is not answered yet'

function timeCame(state: G2State, timer: G2Timer): G2Step {
  const { phase, missed } = state
  switch (timer) {
    case 'ping': {
      if (missed) return silently(state)
      const effects = [start('pong', G2_PONG_WITHIN_MS), start('ping', G2_PING_EVERY_MS)]
      return { state, frames: [{ type: 'ping' }], effects }
    }
    case 'pong': {
      if (missed) return silently(state)
      const step = left(state, lost(state))
      return { ...step, effects: [{ type: 'phone.close' }, ...step.effects] }
    }
    case 'absence':
      return silently(missed ? { ...state, missed: expire({ missed, phase }) } : state)
    case 'transcription':
      return transcriptionIsLate(state)
    case 'silence':
      return brainIsSilent(state)
  }
}
