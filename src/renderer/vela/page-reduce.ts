// The Vela page as a state machine: (state, input) → (state, effects). It never throws, whatever the gateway sends.
import { pauseMs } from '../../base/backoff.ts'
import { parseJson } from '../../base/parse-json.ts'
import { velaServerEvent, type VelaClientEvent, type VelaServerEvent } from '../../shared/wire/vela.ts'
import {
  controlsOf,
  isActive,
  type PageEffect,
  type PageInput,
  type PageState,
  type PageStep,
} from './page-state.ts'
import { closingText, problems } from './page-text.ts'

const PAUSES = { firstMs: 1_000, longestMs: 15_000 }
/** Limits the text of the page. */
export const MAX_CHARACTERS = 100_000
/** Sent instead of audio in the mocked pipeline. */
export const PLACEHOLDER = 'placeholder'

export function reducePage(state: PageState, input: PageInput): PageStep {
  switch (input.type) {
    case 'connect.requested':
      if (!controlsOf(state).connect) return unchanged(state)
      return { state: { ...state, connection: 'connecting', retryMs: null }, effects: [{ type: 'connect' }] }
    case 'link.opened':
      return unchanged({ ...state, connection: 'connected', attempts: 0, readyPending: 1, problem: null })
    case 'link.failed':
      return unchanged({ ...state, connection: 'error', problem: problems.unreachable })
    case 'link.closed':
      return closed(state, input)
    case 'message.received': {
      if (state.connection !== 'connected') return unchanged(state)
      const value = typeof input.data === 'string' ? parseJson(input.data) : undefined
      const parsed = velaServerEvent.safeParse(value)
      return parsed.success
        ? onEvent(state, parsed.data)
        : unchanged({ ...state, problem: problems.malformed })
    }
    case 'pipeline.chosen':
      if (!controlsOf(state).pipeline) return unchanged(state)
      return agreed({ ...state, pipeline: input.pipeline, problem: null })
    case 'mic.pressed':
      return pressed(state)
    case 'mic.opened':
      return state.turn.tag === 'held'
        ? unchanged({ ...state, turn: { ...state.turn, microphone: 'open' } })
        : unchanged(state)
    case 'mic.audio': {
      const { turn } = state
      if (turn.tag !== 'held' || turn.microphone === 'none') return unchanged(state)
      // The old text stays until there is audio: the microphone may never open.
      const fresh = turn.sent === 0 ? cleared(state) : state
      return send({ ...fresh, turn: { ...turn, sent: turn.sent + 1 } }, appendOf(input.chunk))
    }
    case 'mic.released':
      return released(state, problems.tooSoon)
    case 'mic.failed':
      return state.turn.tag === 'held' && state.turn.microphone !== 'none'
        ? withProblem(released(state, input.problem), input.problem)
        : unchanged(state)
    case 'mocked.requested':
      if (!controlsOf(state).mocked) return unchanged(state)
      return send(
        { ...cleared(state), turn: { tag: 'running' } },
        { type: 'mocked.turn.trigger', payload: {} },
      )
    case 'cancel.requested': {
      if (!controlsOf(state).cancel) return unchanged(state)
      const step = send({ ...state, turn: { tag: 'running' } }, { type: 'response.cancel', payload: {} })
      return { ...step, effects: [...closeMicrophone(state), ...step.effects] }
    }
  }
}

function closed(state: PageState, { code, random }: { code: number; random: number }): PageStep {
  const { text, final } = closingText(code)
  const failed = state.connection === 'error' || final
  const ms = final ? null : pauseMs(state.attempts, random, PAUSES)
  return {
    state: {
      ...state,
      connection: failed ? 'error' : 'disconnected',
      attempts: state.attempts + 1,
      retryMs: ms,
      readyPending: 0,
      halfReady: false,
      session: 'idle',
      agreed: 'mocked',
      turn: { tag: 'none' },
      problem: final || state.connection !== 'error' ? text : state.problem,
    },
    effects: [...closeMicrophone(state), ...(ms === null ? [] : [{ type: 'retry.after', ms } as const])],
  }
}

function onEvent(state: PageState, event: VelaServerEvent): PageStep {
  switch (event.type) {
    case 'session.ready':
      return unchanged({ ...state, halfReady: true })
    case 'session.state': {
      const { value } = event.payload
      if (state.halfReady) {
        const readyPending = Math.max(0, state.readyPending - 1)
        return agreed({ ...state, halfReady: false, readyPending, session: value })
      }
      if (value !== 'idle') return unchanged({ ...state, session: value })
      return { state: { ...state, session: value, turn: { tag: 'none' } }, effects: closeMicrophone(state) }
    }
    case 'transcript.partial':
      return unchanged({ ...state, partial: cut(event.payload.text) })
    case 'transcript.final':
      return unchanged({ ...state, partial: '', final: cut(event.payload.text) })
    case 'response.text.delta':
      return unchanged({ ...state, reply: cut(state.reply + event.payload.text) })
    case 'response.completed':
      return unchanged(state)
    case 'error':
      return refused(state, event.payload)
  }
}

function refused(state: PageState, { code, message }: { code: string; message: string }): PageStep {
  // It follows an earlier error, which says more.
  if (code === 'nothing_heard' && !isActive(state)) return unchanged(state)
  const next = { ...state, problem: cut(message) || problems.unknown }
  if (code === 'turn_too_long') return withProblem(released(next, message), next.problem)
  // The gateway never started the turn.
  if (state.session !== 'idle') return unchanged(next)
  return { state: { ...next, turn: { tag: 'none' } }, effects: closeMicrophone(state) }
}

function pressed(state: PageState): PageStep {
  if (!controlsOf(state).mic || state.turn.tag === 'held') return unchanged(state)
  if (state.pipeline === 'mocked')
    return send(
      { ...cleared(state), turn: { tag: 'held', microphone: 'none', sent: 1 } },
      appendOf(PLACEHOLDER),
    )
  return {
    state: { ...state, problem: null, turn: { tag: 'held', microphone: 'opening', sent: 0 } },
    effects: [{ type: 'mic.open' }],
  }
}

/** Commits what was sent. If nothing was sent there is no turn, and `why` is shown. */
function released(state: PageState, why: string): PageStep {
  if (state.turn.tag !== 'held') return unchanged(state)
  if (state.turn.sent === 0)
    return { state: { ...state, turn: { tag: 'none' }, problem: why }, effects: closeMicrophone(state) }
  const step = send({ ...state, turn: { tag: 'running' } }, { type: 'input_audio.commit', payload: {} })
  return { ...step, effects: [...closeMicrophone(state), ...step.effects] }
}

/** Tells the gateway the chosen pipeline, if it does not know it. */
function agreed(state: PageState): PageStep {
  const { pipeline, connection, readyPending } = state
  if (connection !== 'connected' || readyPending > 0 || pipeline === state.agreed) return unchanged(state)
  const payload = pipeline === 'live' ? { pipeline } : {}
  return send({ ...state, agreed: pipeline, readyPending: 1 }, { type: 'session.start', payload })
}

const appendOf = (chunk: string): VelaClientEvent => ({ type: 'input_audio.append', payload: { chunk } })

/** A new turn: clears the text of the previous one. */
const cleared = (state: PageState): PageState => ({
  ...state,
  partial: '',
  final: '',
  reply: '',
  problem: null,
})

const closeMicrophone = ({ turn }: PageState): PageEffect[] =>
  turn.tag === 'held' && turn.microphone !== 'none' ? [{ type: 'mic.close' }] : []

const cut = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text

const withProblem = ({ state, effects }: PageStep, problem: string | null): PageStep => ({
  state: { ...state, problem },
  effects,
})

const unchanged = (state: PageState): PageStep => ({ state, effects: [] })

const send = (state: PageState, event: VelaClientEvent): PageStep => ({
  state,
  effects: [{ type: 'send', event }],
})
