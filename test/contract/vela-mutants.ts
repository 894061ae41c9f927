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

/** Replaces some events. */
const sends = (
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
  /** Whether this connection has already received an event of this type. */
  after(type: string): boolean
}

/** Handles some events. */
const receives = (
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
  sends('vela-ready', 'sends its state before session.ready', {
    'session.ready': () => [state('idle'), { type: 'session.ready', payload: { sessionId: 'a' } }],
  }),
  mutant('vela-own-session', 'has one session for all clients', () => ({ vela: { sessionId: 'same' } })),
  mutant('vela-own-conversation', 'has one turn for all clients', () => {
    let triggered = 0
    return {
      vela: {
        in(raw, guest) {
          const isSecond =
            (raw as { type?: unknown } | null)?.type === 'mocked.turn.trigger' && ++triggered > 1
          if (isSecond) guest.sendRaw(error('mocked_turn_in_flight'))
          return isSecond
        },
      },
    }
  }),
  sends('vela-envelope', 'numbers its events', { 'response.completed': (frame) => [{ ...frame, seq: 7 }] }),
  receives('vela-text-only', 'reads binary frames, too', ({ raw }, guest) => {
    if (raw instanceof Uint8Array) guest.run(mockedTurn())
    return raw instanceof Uint8Array
  }),
  receives('vela-start-again', 'starts another session', ({ type }, guest) => {
    if (type !== 'session.start') return false
    guest.sendRaw({ type: 'session.ready', payload: { sessionId: randomUUID() } })
    guest.sendRaw(state('idle'))
    return true
  }),
  receives('vela-start-changes-nothing', 'forgets what was appended', ({ type }, guest) => {
    if (type === 'session.start') guest.appends = 0
  }),
  sends('vela-invalid-json', 'uses the code invalid_message', { error: () => [error('invalid_message')] }),
  receives('vela-invalid-envelope', 'needs no payload', ({ type, payload }, guest) => {
    if (type !== 'session.start' || payload !== undefined) return false
    guest.sendRaw(state('idle'))
    return true
  }),
  receives('vela-unsupported-event', 'uses another code', ({ type }, guest) => {
    if (type === 'session.stop') guest.sendRaw(error('unsupported'))
    return type === 'session.stop'
  }),
  receives('vela-chunk', 'needs no chunk', ({ type, payload }, guest) => {
    if (type !== 'input_audio.append' || typeof payload?.['chunk'] === 'string') return false
    mockedAppend(1).forEach(guest.sendRaw)
    return true
  }),
  receives('vela-recoverable', 'closes the connection after an error', ({ type }, guest) => {
    if (type !== 'session.stop') return false
    guest.sendRaw(error('invalid_message'))
    guest.socket.close(1008, 'No')
    return true
  }),
  mutant('vela-malformed-frame', 'crashes', () => ({ door: { fragile: true } })),
  sends('vela-mocked-turn', 'sends another text', {
    'response.text.delta': () => [{ type: 'response.text.delta', payload: { text: 'Hello' } }],
  }),
  sends('vela-mocked-turn', 'does not complete the turn', { 'response.completed': () => [] }),
  sends('vela-mocked-turn-again', 'numbers its turns', {
    'transcript.final': (frame, sent) =>
      sent.some(({ type }) => type === 'transcript.final') ? [final('[mocked user] Again?')] : [frame],
  }),
  receives('vela-second-trigger', 'runs two turns at once', ({ type }, guest) => {
    if (type === 'mocked.turn.trigger') guest.run(mockedTurn())
    return type === 'mocked.turn.trigger'
  }),
  sends('vela-append', 'sends listening after the transcript', {
    'session.state': (frame) => (isListening(frame) ? [] : [frame]),
    'transcript.partial': (frame) => [frame, state('listening')],
  }),
  sends('vela-appends', 'sends listening with each append', {
    'transcript.partial': (frame, sent) =>
      sent.some(({ type }) => type === 'transcript.partial') ? [state('listening'), frame] : [frame],
  }),
  receives('vela-commit', 'miscounts', ({ type }, guest) => {
    if (type === 'input_audio.commit') guest.appends++
  }),
  receives('vela-commit-without-append', 'refuses it', ({ type }, guest) => {
    if (type !== 'input_audio.commit' || guest.appends > 0) return false
    guest.sendRaw(error('invalid_message'))
    return true
  }),
  receives('vela-count-anew', 'continues the count', ({ type, after }, guest) => {
    if (type === 'input_audio.append' && after('input_audio.commit')) guest.appends = 1
  }),
  receives('vela-trigger-after-commit', 'accepts only one turn', ({ type, after }, guest) => {
    if (type !== 'mocked.turn.trigger' || !after('input_audio.commit')) return false
    guest.sendRaw(error('mocked_turn_in_flight'))
    return true
  }),
  receives('vela-append-while-answering', 'accepts appends during an answer', ({ type, after }, guest) => {
    if (type !== 'input_audio.append' || !after('mocked.turn.trigger')) return false
    mockedAppend(1).forEach(guest.sendRaw)
    return true
  }),
  receives('vela-commit-while-answering', 'answers twice', ({ type, after }, guest) => {
    if (type !== 'input_audio.commit' || !after('mocked.turn.trigger')) return false
    guest.run(mockedCommit(0))
    return true
  }),
  receives('vela-cancel-idle', 'refuses it', ({ type }, guest) => {
    if (type === 'response.cancel') guest.sendRaw(error('invalid_message'))
    return type === 'response.cancel'
  }),
  receives('vela-cancel-turn', 'ignores it', ({ type }) => type === 'response.cancel'),
  receives(
    'vela-cancel-commit',
    'ignores it after a commit',
    ({ type, after }) => type === 'response.cancel' && after('input_audio.commit'),
  ),
  mutant('vela-cancel-silences', 'continues after idle', () => ({
    vela: { cancelsNothing: true },
  })),
  receives('vela-cancel-listening', 'keeps what was appended', ({ type }, guest) => {
    if (type !== 'response.cancel' || guest.state !== 'listening') return false
    guest.sendRaw(state('idle'))
    return true
  }),
  receives('vela-live', 'refuses the live pipeline', ({ type, payload }, guest) => {
    if (type !== 'session.start' || payload?.['pipeline'] !== 'live') return false
    guest.sendRaw(error('invalid_message'))
    return true
  }),
  receives('vela-live-listening', 'sends thinking before listening', ({ type }, guest) => {
    if (type === 'input_audio.append' && guest.live) guest.sendRaw(state('thinking'))
  }),
  receives('vela-live-base64', 'accepts any chunk as audio', ({ type }, guest) => {
    if (type !== 'input_audio.append' || !guest.live) return false
    guest.sendRaw(state('listening'))
    return true
  }),
  receives('vela-live-no-words', 'answers a turn without speech', ({ type }, guest) => {
    if (type !== 'input_audio.commit' || !guest.live) return false
    const answer: VelaServerEvent = { type: 'response.text.delta', payload: { text: 'Yes?' } }
    guest.run([final(''), state('thinking'), state('speaking'), answer, state('idle')])
    return true
  }),
  receives('vela-live-turn', 'stays mocked', ({ type }, guest) => {
    if (type !== 'input_audio.commit' || !guest.live) return false
    guest.run(mockedCommit(1))
    return true
  }),
  receives('vela-live-mocked', 'has no mocked turn', ({ type }, guest) => {
    if (type !== 'mocked.turn.trigger' || !guest.live) return false
    guest.sendRaw(error('invalid_message'))
    return true
  }),
]
