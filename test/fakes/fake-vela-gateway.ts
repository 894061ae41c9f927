// The Vela protocol (docs/protocols/vela.md).
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
  sendRaw(frame: object | string | Uint8Array): void
  socket: FakeSocket
  /** Sends these in steps, whatever else happens. */
  run(turn: readonly VelaServerEvent[]): void
}

export interface VelaQuirks {
  out?(frame: VelaServerEvent, sent: readonly VelaServerEvent[]): readonly (object | string | Uint8Array)[]
  in?(frame: unknown, guest: VelaGuest): boolean
  sessionId?: string
  /** Continues a turn that was cancelled. */
  cancelsNothing?: boolean
}

const TRANSCRIPT = 'What does this do?'
const live: VelaServerEvent[] = [
  { type: 'transcript.final', payload: { text: TRANSCRIPT } },
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
  let hasSpeech = false
  const guest: VelaGuest = { state: 'idle', appends: 0, live: false, sendRaw: socket.send, socket, run }

  function send(frame: VelaServerEvent): void {
    if (frame.type === 'session.state') guest.state = frame.payload.value
    for (const one of quirks.out?.(frame, sent) ?? [frame]) socket.send(one)
    sent.push(frame)
  }
  function error(code: string, message: string): void {
    send({ type: 'error', payload: { code, message } })
  }
  function ready(): void {
    send({ type: 'session.ready', payload: { sessionId } })
    send({ type: 'session.state', payload: { value: guest.state } })
  }
  function run(turn: readonly VelaServerEvent[]): void {
    guest.appends = 0
    steps = inSteps(
      turn.map((frame, at) => () => {
        if (at === turn.length - 1) steps = null
        send(frame)
      }),
    )
  }
  const isBusy = (): boolean => steps !== null

  function append(chunk: string): void {
    guest.appends++
    if (!guest.live) return mockedAppend(guest.appends).forEach(send)
    if (!/^[\w+/]*={0,2}$/.test(chunk)) return error('invalid_message', 'Not base64')
    if (guest.appends === 1) {
      hasSpeech = isSpoken(Buffer.from(chunk, 'base64'))
      send({ type: 'session.state', payload: { value: 'listening' } })
    }
    if (hasSpeech) send({ type: 'transcript.partial', payload: { text: TRANSCRIPT.slice(0, guest.appends) } })
  }
  function commit(): void {
    if (!guest.live) return run(mockedCommit(guest.appends))
    if (hasSpeech) return run(live)
    guest.appends = 0
    error('no_words', 'Nothing was said')
    send({ type: 'session.state', payload: { value: 'idle' } })
  }
  function cancel(): void {
    if (!quirks.cancelsNothing) steps?.stop()
    steps = null
    guest.appends = 0
    send({ type: 'session.state', payload: { value: 'idle' } })
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
