// Document 004, the gateway's side: (state, input) → (state, frames, requests). Its rules: a status comes before what belongs
// to it, an error is followed by the state as it is, and only what ends a turn leaves it. Every step is made as if a phone
// were there; what one would have been told while none is, is kept for it.
import { G2_PING_EVERY_MS, G2_PONG_WITHIN_MS } from '../../shared/wire/g2.ts'
import { readG2Frame } from './g2-inbound.ts'
import { expire, greeting, keep, KEPT_MS } from './g2-missed.ts'
import {
  errorFrame,
  g2StatusOf,
  missedFrom,
  type G2Input,
  type G2Phase,
  type G2State,
  type G2Step,
  type G2Timer,
} from './g2-state.ts'
import { faultFrame, moved, over, quiet, refused, start, stop } from './g2-steps.ts'
import {
  ask,
  brainIsSilent,
  broke,
  notUnderstood,
  opened,
  pcm,
  release,
  spoilt,
  told,
  transcriptionIsLate,
  understood,
} from './g2-turn.ts'
import { greeted, lost, received, toldNow } from './g2-unsure.ts'

export function g2Session(state: G2State, input: G2Input): G2Step {
  if (input.type === 'phone.came') return came({ ...state, hearing: input.hearing })
  if (input.type === 'phone.left') return input.broken ? left(state, lost(state)) : left(state)
  const step = unheard(decide(state, input))
  if (step.state.missed || input.type === 'phone.received') return step
  return { ...step, state: { ...step.state, told: toldNow(state, input, step) } }
}

/** What nobody is there to hear is kept. */
function unheard(step: G2Step): G2Step {
  const { missed } = step.state
  if (!missed || step.frames.length === 0) return step
  return { ...step, state: { ...step.state, missed: keep(missed, step.frames) }, frames: [] }
}

function decide(state: G2State, input: Exclude<G2Input, { type: 'phone.came' | 'phone.left' }>): G2Step {
  switch (input.type) {
    case 'phone.received':
      return quiet({ ...state, told: received(state, input.count) })
    case 'phone.sent':
      return state.missed ? quiet(state) : sent(state, input.data, input.turnId)
    case 'ears.changed':
      return moved(state, { ...state, hearing: input.hearing })
    case 'take.opened':
      return opened(state, input.takeId)
    case 'take.refused': {
      const { code, detail } = faultFrame('TRANSCRIPTION_FAILED', input.fault)
      return refused(state, code, detail)
    }
    case 'take.spoilt':
      return spoilt(state, input.takeId)
    case 'take.understood':
      return understood(state, input)
    case 'take.failed':
      return notUnderstood(state, input.takeId, input.fault)
    case 'turn.told':
      return told(state, input.event)
    case 'time.came':
      return timeCame(state, input.timer)
    case 'request.broke':
      return broke(state)
  }
}

const cutOff = errorFrame(
  'TRANSCRIPTION_FAILED',
  'The connection was lost while you were speaking, so nothing was asked. Say it again.',
)

function came(state: G2State): G2Step {
  const { missed, phase } = state
  // One that takes another's place finds things as if there had been nobody for a moment. Often it is the same phone, whose
  // network was lost and found again.
  if (!missed) {
    const gone = left(state, lost(state))
    const next = came(gone.state)
    return { ...next, requests: [...gone.requests, ...next.requests] }
  }
  const cut = phase.tag === 'streaming' && missed.omitted
  const frames = greeting({ ...state, missed })
  return {
    state: {
      ...state,
      phase: cut ? { ...phase, cutShort: true } : phase,
      told: greeted(frames),
      missed: null,
    },
    frames,
    requests: [stop('absence'), start('ping', G2_PING_EVERY_MS)],
  }
}

/**
 * Somebody who is cut off in the middle of a sentence may have been about to say "but do not": half of it is not carried out
 * while nobody is there to stop it. Nor is it lost: the sound stays on disk until its words are on record, and they are
 * told that it was not asked. Where nothing had arrived yet, nothing was said.
 */
function left(state: G2State, missed = missedFrom(g2StatusOf(state))): G2Step {
  if (state.missed) return quiet(state)
  const { phase } = state
  const away: G2State = { ...state, missed }
  const requests = [stop('ping'), stop('pong'), start('absence', KEPT_MS)]
  if (phase.tag !== 'recording') return quiet(away, ...requests)
  if (phase.bytes === 0) {
    const cancel = { type: 'take.cancel', takeId: phase.takeId } as const
    return quiet({ ...away, phase: { tag: 'resting' } }, ...requests, cancel)
  }
  const cut = unheard(over(away, cutOff, { type: 'take.leave', takeId: phase.takeId }))
  return { ...cut, requests: [...requests, ...cut.requests] }
}

function sent(state: G2State, data: string | Uint8Array, turnId: string): G2Step {
  const frame = readG2Frame(data)
  const { phase, hearing } = state
  const notNow = (detail: string): G2Step => refused(state, 'INVALID_STATE', detail)
  switch (frame.type) {
    case 'invalid':
      return refused(state, 'INVALID_FRAME', frame.detail)
    case 'pcm':
      return pcm(state, frame.bytes)
    case 'start_audio':
      if (phase.tag !== 'resting') return notNow(`Cannot start audio — ${busy(phase)}`)
      if (hearing === 'loading') return notNow('Cannot start audio — speech recognition is still loading')
      return quiet(state, { type: 'take.open' })
    case 'stop_audio':
      return phase.tag === 'recording'
        ? release(state, phase.takeId)
        : notNow('Cannot stop audio — not recording')
    case 'text':
      if (phase.tag !== 'resting') return notNow(`Cannot take text — ${busy(phase)}`)
      return ask(state, turnId, frame.message)
    case 'pong':
      return quiet(state, stop('pong'))
    // It was let in already.
    case 'auth':
      return quiet(state)
  }
}

const busy = (phase: G2Phase): string =>
  phase.tag === 'recording' ? 'already recording' : 'the last request is not answered yet'

function timeCame(state: G2State, timer: G2Timer): G2Step {
  const { phase, missed } = state
  switch (timer) {
    case 'ping': {
      if (missed) return quiet(state)
      const requests = [start('pong', G2_PONG_WITHIN_MS), start('ping', G2_PING_EVERY_MS)]
      return { state, frames: [{ type: 'ping' }], requests }
    }
    case 'pong': {
      if (missed) return quiet(state)
      const gone = left(state, lost(state))
      return { ...gone, requests: [{ type: 'phone.close' }, ...gone.requests] }
    }
    case 'absence':
      return quiet(missed ? { ...state, missed: expire({ missed, phase }) } : state)
    case 'transcription':
      return transcriptionIsLate(state)
    case 'silence':
      return brainIsSilent(state)
  }
}
