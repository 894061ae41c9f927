// The Vela page as a machine: (state, input) → (state, effects). Nothing a gateway sends or a connection does can throw.
import { pauseMs } from '../../core/backoff.ts'
import { parseJson } from '../../core/parse-json.ts'
import { velaServerEvent, type VelaClientEvent, type VelaServerEvent } from '../../shared/wire/vela.ts'
import {
  controlsOf,
  isActive,
  type PageEffect,
  type PageInput,
  type PageState,
  type PageStep,
} from './page-state.ts'
import { closingWords, troubles } from './page-words.ts'

const PAUSES = { firstMs: 1_000, longestMs: 15_000 }
/** More than anybody reads; a gateway that goes on and on fills no page. */
export const MOST_LETTERS = 100_000
/** What stands for sound where none is captured. */
export const PLACEHOLDER = 'placeholder'

export function reducePage(state: PageState, input: PageInput): PageStep {
  switch (input.type) {
    case 'connect.wished':
      if (!controlsOf(state).connect) return still(state)
      return { state: { ...state, connection: 'connecting', retryMs: null }, effects: [{ type: 'connect' }] }
    case 'link.opened':
      return still({ ...state, connection: 'connected', attempts: 0, awaited: 1, trouble: null })
    case 'link.failed':
      return still({ ...state, connection: 'error', trouble: troubles.unreachable })
    case 'link.closed':
      return closed(state, input)
    case 'message.came': {
      if (state.connection !== 'connected') return still(state)
      const value = typeof input.data === 'string' ? parseJson(input.data) : undefined
      const parsed = velaServerEvent.safeParse(value)
      return parsed.success ? onEvent(state, parsed.data) : still({ ...state, trouble: troubles.malformed })
    }
    case 'pipeline.chosen':
      if (!controlsOf(state).pipeline) return still(state)
      return agreed({ ...state, pipeline: input.pipeline, trouble: null })
    case 'mic.pressed':
      return pressed(state)
    case 'mic.opened':
      return state.turn.tag === 'held'
        ? still({ ...state, turn: { ...state.turn, sound: 'open' } })
        : still(state)
    case 'mic.heard': {
      const { turn } = state
      if (turn.tag !== 'held' || turn.sound === 'none') return still(state)
      // What was said before stands until there is something new: a microphone may also never open.
      const begun = turn.sent === 0 ? cleared(state) : state
      return send({ ...begun, turn: { ...turn, sent: turn.sent + 1 } }, appendOf(input.chunk))
    }
    case 'mic.released':
      return released(state, troubles.tooSoon)
    case 'mic.failed':
      return state.turn.tag === 'held' && state.turn.sound !== 'none'
        ? withTrouble(released(state, input.trouble), input.trouble)
        : still(state)
    case 'mocked.wished':
      if (!controlsOf(state).mocked) return still(state)
      return send(
        { ...cleared(state), turn: { tag: 'running' } },
        { type: 'mocked.turn.trigger', payload: {} },
      )
    case 'cancel.wished': {
      if (!controlsOf(state).cancel) return still(state)
      const step = send({ ...state, turn: { tag: 'running' } }, { type: 'response.cancel', payload: {} })
      return { ...step, effects: [...letGo(state), ...step.effects] }
    }
  }
}

function closed(state: PageState, { code, random }: { code: number; random: number }): PageStep {
  const { words, final } = closingWords(code)
  const failed = state.connection === 'error' || final
  const ms = final ? null : pauseMs(state.attempts, random, PAUSES)
  return {
    state: {
      ...state,
      connection: failed ? 'error' : 'disconnected',
      attempts: state.attempts + 1,
      retryMs: ms,
      awaited: 0,
      halfReady: false,
      session: 'idle',
      agreed: 'mocked',
      turn: { tag: 'none' },
      trouble: final || state.connection !== 'error' ? words : state.trouble,
    },
    effects: [...letGo(state), ...(ms === null ? [] : [{ type: 'retry.after', ms } as const])],
  }
}

function onEvent(state: PageState, event: VelaServerEvent): PageStep {
  switch (event.type) {
    case 'session.ready':
      return still({ ...state, halfReady: true })
    case 'session.state': {
      const { value } = event.payload
      if (state.halfReady) {
        const awaited = Math.max(0, state.awaited - 1)
        return agreed({ ...state, halfReady: false, awaited, session: value })
      }
      if (value !== 'idle') return still({ ...state, session: value })
      return { state: { ...state, session: value, turn: { tag: 'none' } }, effects: letGo(state) }
    }
    case 'transcript.partial':
      return still({ ...state, partial: cut(event.payload.text) })
    case 'transcript.final':
      return still({ ...state, partial: '', final: cut(event.payload.text) })
    case 'response.text.delta':
      return still({ ...state, reply: cut(state.reply + event.payload.text) })
    case 'response.completed':
      return still(state)
    case 'error':
      return refused(state, event.payload)
  }
}

function refused(state: PageState, { code, message }: { code: string; message: string }): PageStep {
  // It follows a turn that was refused already, and says less about why.
  if (code === 'nothing_heard' && !isActive(state)) return still(state)
  const told = { ...state, trouble: cut(message) || troubles.untold }
  if (code === 'turn_too_long') return withTrouble(released(told, message), told.trouble)
  // A turn that the gateway never began is over.
  if (state.session !== 'idle') return still(told)
  return { state: { ...told, turn: { tag: 'none' } }, effects: letGo(state) }
}

function pressed(state: PageState): PageStep {
  if (!controlsOf(state).mic || state.turn.tag === 'held') return still(state)
  if (state.pipeline === 'mocked')
    return send({ ...cleared(state), turn: { tag: 'held', sound: 'none', sent: 1 } }, appendOf(PLACEHOLDER))
  return {
    state: { ...state, trouble: null, turn: { tag: 'held', sound: 'opening', sent: 0 } },
    effects: [{ type: 'mic.open' }],
  }
}

/** What was sent is committed; where nothing was, there is no turn, and this is why. */
function released(state: PageState, why: string): PageStep {
  if (state.turn.tag !== 'held') return still(state)
  if (state.turn.sent === 0)
    return { state: { ...state, turn: { tag: 'none' }, trouble: why }, effects: letGo(state) }
  const step = send({ ...state, turn: { tag: 'running' } }, { type: 'input_audio.commit', payload: {} })
  return { ...step, effects: [...letGo(state), ...step.effects] }
}

/** Tells the gateway which pipeline is wanted, where it does not know yet. */
function agreed(state: PageState): PageStep {
  const { pipeline, connection, awaited } = state
  if (connection !== 'connected' || awaited > 0 || pipeline === state.agreed) return still(state)
  const payload = pipeline === 'live' ? { pipeline } : {}
  return send({ ...state, agreed: pipeline, awaited: 1 }, { type: 'session.start', payload })
}

const appendOf = (chunk: string): VelaClientEvent => ({ type: 'input_audio.append', payload: { chunk } })

/** Another turn: nothing of the one before is left. */
const cleared = (state: PageState): PageState => ({
  ...state,
  partial: '',
  final: '',
  reply: '',
  trouble: null,
})

const letGo = ({ turn }: PageState): PageEffect[] =>
  turn.tag === 'held' && turn.sound !== 'none' ? [{ type: 'mic.close' }] : []

const cut = (text: string): string =>
  text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text

const withTrouble = ({ state, effects }: PageStep, trouble: string | null): PageStep => ({
  state: { ...state, trouble },
  effects,
})

const still = (state: PageState): PageStep => ({ state, effects: [] })

const send = (state: PageState, event: VelaClientEvent): PageStep => ({
  state,
  effects: [{ type: 'send', event }],
})
