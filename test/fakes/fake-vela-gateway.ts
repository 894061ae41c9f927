// Document 003 and rulings 8 and 9, by the letter.
import { randomUUID } from 'node:crypto'
import { mockedAppend, mockedCommit, mockedTurn } from '../../src/shared/wire/vela-mocked.ts'
import type { VelaServerEvent, VelaState } from '../../src/shared/wire/vela.ts'
import { isSpoken } from './fake-g2-gateway.ts'
import type { FakeSocket, FakeWire } from './fake-wires.ts'
import { inSteps, type Steps } from './in-steps.ts'

export interface VelaGuest {
  state: VelaState
  appends: number
  live: boolean
  tell(frame: object | string | Uint8Array): void
  socket: FakeSocket
  /** Goes through these in steps, whatever else is going on. */
  run(turn: readonly VelaServerEvent[]): void
}

export interface VelaQuirks {
  out?(frame: VelaServerEvent, sent: readonly VelaServerEvent[]): readonly (object | string | Uint8Array)[]
  in?(frame: unknown, guest: VelaGuest): boolean
  sessionId?: string
  /** Goes on with a turn that was cancelled. */
  cancelsNothing?: boolean
}

const WORDS = 'What does this do?'
const live: VelaServerEvent[] = [
  { type: 'transcript.final', payload: { text: WORDS } },
  { type: 'session.state', payload: { value: 'thinking' } },
  { type: 'session.state', payload: { value: 'speaking' } },
  { type: 'response.text.delta', payload: { text: 'It does ' } },
  { type: 'response.text.delta', payload: { text: 'what it says.' } },
  { type: 'response.completed', payload: {} },
  { type: 'session.state', payload: { value: 'idle' } },
]

export function createFakeVelaGateway(quirks: VelaQuirks = {}): FakeWire {
  return {
    path: '/ws',
    refusal: { type: 'error', payload: { code: 'unauthorized', message: 'Wrong token' } },
    accept: (socket) => hostBrowser(socket, quirks),
  }
}

function hostBrowser(socket: FakeSocket, quirks: VelaQuirks): ReturnType<FakeWire['accept']> {
  const sessionId = quirks.sessionId ?? randomUUID()
  const sent: VelaServerEvent[] = []
  let steps: Steps | null = null
  let heardWords = false
  const guest: VelaGuest = { state: 'idle', appends: 0, live: false, tell: socket.send, socket, run }

  function tell(frame: VelaServerEvent): void {
    if (frame.type === 'session.state') guest.state = frame.payload.value
    for (const one of quirks.out?.(frame, sent) ?? [frame]) socket.send(one)
    sent.push(frame)
  }
  function error(code: string, message: string): void {
    tell({ type: 'error', payload: { code, message } })
  }
  function ready(): void {
    tell({ type: 'session.ready', payload: { sessionId } })
    tell({ type: 'session.state', payload: { value: guest.state } })
  }
  function run(turn: readonly VelaServerEvent[]): void {
    guest.appends = 0
    steps = inSteps(
      turn.map((frame, at) => () => {
        if (at === turn.length - 1) steps = null
        tell(frame)
      }),
    )
  }
  const isBusy = (): boolean => steps !== null

  function append(chunk: string): void {
    guest.appends++
    if (!guest.live) return mockedAppend(guest.appends).forEach(tell)
    if (!/^[\w+/]*={0,2}$/.test(chunk)) return error('invalid_message', 'Not base64')
    if (guest.appends === 1) {
      heardWords = isSpoken(Buffer.from(chunk, 'base64'))
      tell({ type: 'session.state', payload: { value: 'listening' } })
    }
    if (heardWords) tell({ type: 'transcript.partial', payload: { text: WORDS.slice(0, guest.appends) } })
  }
  function commit(): void {
    if (!guest.live) return run(mockedCommit(guest.appends))
    if (heardWords) return run(live)
    guest.appends = 0
    error('no_words', 'Nothing was said')
    tell({ type: 'session.state', payload: { value: 'idle' } })
  }
  function cancel(): void {
    if (!quirks.cancelsNothing) steps?.stop()
    steps = null
    guest.appends = 0
    tell({ type: 'session.state', payload: { value: 'idle' } })
  }

  function hear(frame: unknown): void {
    if (quirks.in?.(frame, guest)) return
    if (frame === undefined) return error('invalid_json', 'Not JSON')
    const { type, payload } = (frame ?? {}) as { type?: unknown; payload?: Record<string, unknown> }
    if (typeof payload !== 'object' || payload === null) return error('invalid_message', 'No envelope')
    switch (type) {
      case 'session.start':
        if (payload['pipeline'] === 'live') guest.live = true
        return ready()
      case 'mocked.turn.trigger':
        return isBusy() ? error('mocked_turn_in_flight', 'A turn is running') : run(mockedTurn())
      case 'input_audio.append':
        if (typeof payload['chunk'] !== 'string') return error('invalid_message', 'No chunk')
        return isBusy() ? error('mocked_turn_in_flight', 'A turn is running') : append(payload['chunk'])
      case 'input_audio.commit':
        return isBusy() ? error('mocked_turn_in_flight', 'A turn is running') : commit()
      case 'response.cancel':
        return cancel()
      default:
        return error('invalid_message', 'No such event')
    }
  }

  ready()
  return {
    hear: (frame) => hear(typeof frame === 'string' ? parsed(frame) : frame),
    leave: () => steps?.stop(),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
