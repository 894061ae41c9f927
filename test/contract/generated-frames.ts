// Random frames of a client, valid and invalid, the same in every run; each with the answer that the protocol demands from a guest
// host that answers at once while no time passes.
import { mockedAppend, mockedCommit, mockedTurn } from '../../src/shared/wire/vela-mocked.ts'
import type { VelaServerEvent } from '../../src/shared/wire/vela.ts'

export interface Exchange {
  frame: string | Uint8Array
  /** The frames of the answer, in short. */
  answers: readonly string[]
}

function createChance(): (below: number) => number {
  let seed = 1
  return (below) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
}

/** A G2 frame, in short. */
export function g2Word(text: string): string {
  const { type, status, code } = JSON.parse(text) as { type: string; status?: string; code?: string }
  return [type, status ?? code ?? ''].join(' ').trim()
}

const ANSWERED = ['status thinking', 'status streaming', 'assistant', 'end', 'status idle']

export function* g2Exchanges(): Generator<Exchange, never> {
  const chance = createChance()
  let recorded: number | null = null
  const refused = (code: string): string[] => [
    `error ${code}`,
    recorded === null ? 'status idle' : 'status recording',
  ]
  const whenIdle = (answers: readonly string[]): readonly string[] =>
    recorded === null ? answers : refused('INVALID_STATE')
  for (;;) {
    switch (chance(8)) {
      case 0:
        yield { frame: '{"type":"text","message":"What is 2+2?"}', answers: whenIdle(ANSWERED) }
        break
      case 1:
      case 2: {
        const answers = whenIdle(['status recording'])
        recorded ??= 0
        yield {
          frame: '{"type":"start_audio","sampleRate":16000,"channels":1,"sampleWidth":2}',
          answers,
        }
        break
      }
      case 3: {
        const answers =
          recorded === null
            ? refused('INVALID_STATE')
            : recorded === 0
              ? ['status transcribing', 'error TRANSCRIPTION_FAILED', 'status idle']
              : ['status transcribing', 'transcription', ...ANSWERED]
        recorded = null
        yield { frame: '{"type":"stop_audio"}', answers }
        break
      }
      case 4:
      case 5: {
        const bytes = 2 + 2 * chance(100)
        if (recorded !== null) recorded += bytes
        yield {
          frame: new Uint8Array(bytes),
          answers: recorded === null ? refused('INVALID_STATE') : [],
        }
        break
      }
      case 6:
        yield { frame: '{"type":"pong"}', answers: [] }
        break
      case 7:
        yield { frame: new Uint8Array(1 + 2 * chance(100)), answers: refused('INVALID_FRAME') }
        break
    }
  }
}

/** A Vela event, in short. */
export const velaWord = (text: string): string => wordOf(JSON.parse(text) as VelaServerEvent)

function wordOf(event: VelaServerEvent): string {
  switch (event.type) {
    case 'session.state':
      return `${event.type} ${event.payload.value}`
    case 'transcript.partial':
    case 'transcript.final':
      return `${event.type} ${event.payload.text}`
    case 'error':
      return `${event.type} ${event.payload.code}`
    case 'session.ready':
    case 'response.text.delta':
    case 'response.completed':
      return event.type
  }
}

const IDLE = 'session.state idle'
const LISTENING = 'session.state listening'
const IN_FLIGHT = ['error mocked_turn_in_flight']
const AUDIO = Buffer.alloc(64).toString('base64')

export function* velaExchanges(transcript: string): Generator<Exchange, never> {
  const chance = createChance()
  const event = (type: string, payload: object = {}): string => JSON.stringify({ type, payload })
  const words = (events: readonly VelaServerEvent[]): string[] => events.map(wordOf)
  const spoken = [
    `transcript.final ${transcript}`,
    'session.state thinking',
    'session.state speaking',
    'response.text.delta',
    'response.completed',
    IDLE,
  ]
  let live = false
  let phase: 'idle' | 'buffering' | 'listening' | 'reciting' = 'idle'
  let appends = 0
  let lastState = IDLE
  for (;;) {
    let exchange: Exchange
    switch (chance(7)) {
      case 0:
        live = chance(2) === 0
        exchange = {
          frame: event('session.start', live ? { pipeline: 'live' } : {}),
          answers: ['session.ready', lastState],
        }
        break
      case 1:
        exchange = {
          frame: event('mocked.turn.trigger'),
          // No time passes, so there is only the first event of the turn.
          answers: phase === 'reciting' ? IN_FLIGHT : words(mockedTurn().slice(0, 1)),
        }
        phase = 'reciting'
        break
      case 2:
      case 3: {
        let answers: readonly string[] = IN_FLIGHT
        if (phase === 'listening') answers = []
        else if (phase === 'idle' && live) {
          phase = 'listening'
          answers = [LISTENING]
        } else if (phase !== 'reciting') {
          appends = phase === 'buffering' ? appends + 1 : 1
          phase = 'buffering'
          answers = words(mockedAppend(appends))
        }
        exchange = { frame: event('input_audio.append', { chunk: AUDIO }), answers }
        break
      }
      case 4: {
        let answers: readonly string[] = IN_FLIGHT
        if (phase === 'listening') {
          phase = 'idle'
          answers = spoken
        } else if (phase === 'idle' && live) answers = ['error nothing_heard', IDLE]
        else if (phase !== 'reciting') {
          answers = words(mockedCommit(phase === 'buffering' ? appends : 0).slice(0, 1))
          phase = 'reciting'
        }
        exchange = { frame: event('input_audio.commit'), answers }
        break
      }
      case 5:
        phase = 'idle'
        exchange = { frame: event('response.cancel'), answers: [IDLE] }
        break
      default:
        exchange = { frame: event('session.stop'), answers: ['error invalid_message'] }
    }
    lastState = exchange.answers.findLast((word) => word.startsWith('session.state')) ?? lastState
    yield exchange
  }
}
