import { randomUUID } from 'node:crypto'
import { mockedAppend, mockedCommit, mockedTurn } from '../../src/shared/wire/vela-mocked.ts'
import type { VelaServerEvent, VelaState } from '../../src/shared/wire/vela.ts'
import type { VelaGuest } from '../fakes/fake-vela-gateway.ts'
import { mutant, type Mutant } from './mutants.ts'

type Sent = readonly (object | string | Uint8Array)[]
type Type = VelaServerEvent['type']

const state = (value: VelaState): VelaServerEvent => ({ type: 'session.state', payload: { value } })
const error = (code: string): object => ({ type: 'error', payload: { code, message: 'no' } })
const final = (text: string): VelaServerEvent => ({ type: 'transcript.final', payload: { text } })
const isListening = (frame: VelaServerEvent): boolean =>
  frame.type === 'session.state' && frame.payload.value === 'listening'

/** Says something else instead of some events. */
const says = (
  rule: string,
  does: string,
  instead: Partial<Record<Type, (frame: VelaServerEvent, sent: readonly VelaServerEvent[]) => Sent>>,
): Mutant =>
  mutant(rule, does, () => ({
    vela: { out: (frame, sent) => instead[frame.type]?.(frame, sent) ?? [frame] },
  }))

interface Heard {
  type: string | undefined
  payload: Record<string, unknown> | undefined
  raw: unknown
  /** Whether an event of this type came before on this connection. */
  after(type: string): boolean
}

/** Deals in its own way with some events. */
const hears = (
  rule: string,
  does: string,
  deal: (heard: Heard, guest: VelaGuest) => boolean | void,
): Mutant =>
  mutant(rule, does, () => {
    const before = new Map<VelaGuest, Set<string>>()
    return {
      vela: {
        in(raw, guest) {
          const { type, payload } = (raw ?? {}) as Pick<Heard, 'type' | 'payload'>
          const seen = before.get(guest) ?? new Set()
          before.set(guest, seen)
          const dealt = deal({ type, payload, raw, after: (one) => seen.has(one) }, guest)
          seen.add(String(type))
          return dealt === true
        },
      },
    }
  })

export const velaMutants: readonly Mutant[] = [
  says('vela-ready', 'says its state before it is ready', {
    'session.ready': () => [state('idle'), { type: 'session.ready', payload: { sessionId: 'a' } }],
  }),
  mutant('vela-own-session', 'has one session for all', () => ({ vela: { sessionId: 'same' } })),
  mutant('vela-own-conversation', 'has one turn for all', () => {
    let triggered = 0
    return {
      vela: {
        in(raw, guest) {
          const isSecond =
            (raw as { type?: unknown } | null)?.type === 'mocked.turn.trigger' && ++triggered > 1
          if (isSecond) guest.tell(error('mocked_turn_in_flight'))
          return isSecond
        },
      },
    }
  }),
  says('vela-envelope', 'numbers its events', { 'response.completed': (frame) => [{ ...frame, seq: 7 }] }),
  hears('vela-text-only', 'reads binary frames, too', ({ raw }, guest) => {
    if (raw instanceof Uint8Array) guest.run(mockedTurn())
    return raw instanceof Uint8Array
  }),
  hears('vela-start-again', 'starts another session', ({ type }, guest) => {
    if (type !== 'session.start') return false
    guest.tell({ type: 'session.ready', payload: { sessionId: randomUUID() } })
    guest.tell(state('idle'))
    return true
  }),
  hears('vela-start-changes-nothing', 'forgets what was appended', ({ type }, guest) => {
    if (type === 'session.start') guest.appends = 0
  }),
  says('vela-invalid-json', 'calls it a message', { error: () => [error('invalid_message')] }),
  hears('vela-invalid-envelope', 'needs no payload', ({ type, payload }, guest) => {
    if (type !== 'session.start' || payload !== undefined) return false
    guest.tell(state('idle'))
    return true
  }),
  hears('vela-unsupported-event', 'has a code of its own', ({ type }, guest) => {
    if (type === 'session.stop') guest.tell(error('unsupported'))
    return type === 'session.stop'
  }),
  hears('vela-chunk', 'needs no chunk', ({ type, payload }, guest) => {
    if (type !== 'input_audio.append' || typeof payload?.['chunk'] === 'string') return false
    mockedAppend(1).forEach(guest.tell)
    return true
  }),
  hears('vela-recoverable', 'hangs up over an error', ({ type }, guest) => {
    if (type !== 'session.stop') return false
    guest.tell(error('invalid_message'))
    guest.socket.close(1008, 'No')
    return true
  }),
  mutant('vela-malformed-frame', 'falls over it', () => ({ door: { fragile: true } })),
  says('vela-mocked-turn', 'has other words', {
    'response.text.delta': () => [{ type: 'response.text.delta', payload: { text: 'Hello' } }],
  }),
  says('vela-mocked-turn', 'has no end', { 'response.completed': () => [] }),
  says('vela-mocked-turn-again', 'numbers its turns', {
    'transcript.final': (frame, sent) =>
      sent.some(({ type }) => type === 'transcript.final') ? [final('[mocked user] Again?')] : [frame],
  }),
  hears('vela-second-trigger', 'runs two turns at once', ({ type }, guest) => {
    if (type === 'mocked.turn.trigger') guest.run(mockedTurn())
    return type === 'mocked.turn.trigger'
  }),
  says('vela-append', 'listens after it heard', {
    'session.state': (frame) => (isListening(frame) ? [] : [frame]),
    'transcript.partial': (frame) => [frame, state('listening')],
  }),
  says('vela-appends', 'says each time that it listens', {
    'transcript.partial': (frame, sent) =>
      sent.some(({ type }) => type === 'transcript.partial') ? [state('listening'), frame] : [frame],
  }),
  hears('vela-commit', 'miscounts', ({ type }, guest) => {
    if (type === 'input_audio.commit') guest.appends++
  }),
  hears('vela-commit-without-append', 'refuses it', ({ type }, guest) => {
    if (type !== 'input_audio.commit' || guest.appends > 0) return false
    guest.tell(error('invalid_message'))
    return true
  }),
  hears('vela-count-anew', 'counts on', ({ type, after }, guest) => {
    if (type === 'input_audio.append' && after('input_audio.commit')) guest.appends = 1
  }),
  hears('vela-trigger-after-commit', 'has had its turn', ({ type, after }, guest) => {
    if (type !== 'mocked.turn.trigger' || !after('input_audio.commit')) return false
    guest.tell(error('mocked_turn_in_flight'))
    return true
  }),
  hears('vela-append-while-answering', 'listens while it speaks', ({ type, after }, guest) => {
    if (type !== 'input_audio.append' || !after('mocked.turn.trigger')) return false
    mockedAppend(1).forEach(guest.tell)
    return true
  }),
  hears('vela-commit-while-answering', 'answers twice', ({ type, after }, guest) => {
    if (type !== 'input_audio.commit' || !after('mocked.turn.trigger')) return false
    guest.run(mockedCommit(0))
    return true
  }),
  hears('vela-cancel-idle', 'has nothing to cancel', ({ type }, guest) => {
    if (type === 'response.cancel') guest.tell(error('invalid_message'))
    return type === 'response.cancel'
  }),
  hears('vela-cancel-turn', 'does not listen', ({ type }) => type === 'response.cancel'),
  hears(
    'vela-cancel-commit',
    'does not cancel what was spoken',
    ({ type, after }) => type === 'response.cancel' && after('input_audio.commit'),
  ),
  mutant('vela-cancel-silences', 'goes on after it said that it is idle', () => ({
    vela: { cancelsNothing: true },
  })),
  hears('vela-cancel-listening', 'keeps what was appended', ({ type }, guest) => {
    if (type !== 'response.cancel' || guest.state !== 'listening') return false
    guest.tell(state('idle'))
    return true
  }),
  hears('vela-live', 'has no such pipeline', ({ type, payload }, guest) => {
    if (type !== 'session.start' || payload?.['pipeline'] !== 'live') return false
    guest.tell(error('invalid_message'))
    return true
  }),
  hears('vela-live-listening', 'thinks before it listens', ({ type }, guest) => {
    if (type === 'input_audio.append' && guest.live) guest.tell(state('thinking'))
  }),
  hears('vela-live-base64', 'takes anything for sound', ({ type }, guest) => {
    if (type !== 'input_audio.append' || !guest.live) return false
    guest.tell(state('listening'))
    return true
  }),
  hears('vela-live-no-words', 'answers who said nothing', ({ type }, guest) => {
    if (type !== 'input_audio.commit' || !guest.live) return false
    const answer: VelaServerEvent = { type: 'response.text.delta', payload: { text: 'Yes?' } }
    guest.run([final(''), state('thinking'), state('speaking'), answer, state('idle')])
    return true
  }),
  hears('vela-live-turn', 'is mocked all the same', ({ type }, guest) => {
    if (type !== 'input_audio.commit' || !guest.live) return false
    guest.run(mockedCommit(1))
    return true
  }),
  hears('vela-live-mocked', 'is only live', ({ type }, guest) => {
    if (type !== 'mocked.turn.trigger' || !guest.live) return false
    guest.tell(error('invalid_message'))
    return true
  }),
]
