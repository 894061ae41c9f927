import type { G2Outbound, G2Status } from '../../src/shared/wire/g2.ts'
import type { G2Phone, G2Quirks } from '../fakes/fake-g2-gateway.ts'
import { mutant, silentMutant, type Mutant } from './mutants.ts'

type Sent = readonly (object | string | Uint8Array)[]
type Word = G2Outbound['type'] | `status ${G2Status}`

const wordOf = (frame: G2Outbound): Word => (frame.type === 'status' ? `status ${frame.status}` : frame.type)
const status = (value: G2Status): G2Outbound => ({ type: 'status', status: value })

/** Replaces some frames. */
const sends = (
  rule: string,
  does: string,
  instead: Partial<Record<Word, (frame: G2Outbound, isFirst: boolean) => Sent>>,
): Mutant =>
  mutant(rule, does, () => ({
    g2: {
      out: (frame, sent) =>
        instead[wordOf(frame)]?.(frame, !sent.some((one) => wordOf(one) === wordOf(frame))) ?? [frame],
    },
  }))

/** Handles frames of this type; null is audio, undefined is not JSON. */
const receives = (
  rule: string,
  does: string,
  type: string | null | undefined,
  deal: (phone: G2Phone, frame: Record<string, unknown>) => void,
  quirks: G2Quirks = {},
): Mutant =>
  mutant(rule, does, () => ({
    g2: {
      ...quirks,
      in(frame, phone) {
        if (typeOf(frame) !== type) return false
        deal(phone, frame as Record<string, unknown>)
        return true
      },
    },
  }))

function typeOf(frame: unknown): string | null | undefined {
  if (frame === undefined) return undefined
  return frame instanceof Uint8Array ? null : String((frame as { type?: unknown } | null)?.type)
}

const error = (code: string): object => ({ type: 'error', detail: 'no', code })
const turnTo =
  (state: G2Status) =>
  (phone: G2Phone): void => {
    phone.state = state
    phone.sendRaw(status(state))
  }
/** Ends the running turn, which the protocol forbids. */
const refuseAndStop =
  (code: string) =>
  (phone: G2Phone): void => {
    phone.sendRaw(error(code))
    turnTo('idle')(phone)
  }

/** Handles audio of this length. */
const hearsSound = (
  rule: string,
  does: string,
  isMeant: (bytes: number) => boolean,
  deal: (phone: G2Phone) => void,
): Mutant =>
  mutant(rule, does, () => ({
    g2: {
      in(frame, phone) {
        if (!(frame instanceof Uint8Array) || !isMeant(frame.length)) return false
        deal(phone)
        return true
      },
    },
  }))
const isOdd = (bytes: number): boolean => bytes % 2 === 1
const isHuge = (bytes: number): boolean => bytes > 900_000

/** Only in this state; in any other, it behaves correctly. */
const only = (states: readonly G2Status[], made: Mutant): Mutant => ({
  ...made,
  quirks() {
    const { g2 } = made.quirks()
    return { g2: { ...g2, in: (frame, phone) => states.includes(phone.state) && g2!.in!(frame, phone) } }
  },
})
const ANSWERING = ['thinking', 'streaming'] as const

export const g2Mutants: readonly Mutant[] = [
  sends('g2-connected', 'sends another version', {
    connected: () => [{ type: 'connected', version: '0.9' }],
  }),
  sends('g2-connected', 'sends another frame first', { connected: (frame) => [status('idle'), frame] }),
  sends('g2-frames', 'passes on what OpenClaw says', {
    assistant: (frame) => [{ type: 'event', event: 'agent', payload: {} }, frame],
  }),
  sends('g2-frames', 'answers in binary', { end: (frame) => [Buffer.from(JSON.stringify(frame))] }),
  sends('g2-frames', 'says what is no JSON', { end: () => ['end'] }),
  receives('g2-pong', 'refuses a pong', 'pong', (phone) => phone.sendRaw(error('INVALID_FRAME'))),
  mutant('g2-auth-failed', 'uses another code', () => ({
    token: 'secret',
    door: { refusal: error('INTERNAL_ERROR') },
  })),
  silentMutant('g2-one-phone', 'keeps the old phone', () => ({ g2: { keepsOldPhones: true } })),
  mutant('g2-kept-answer', 'does not store the answer for a disconnected phone', () => ({
    g2: { replayed: () => [status('idle')] },
  })),
  mutant('g2-kept-answer', 'sends the stored answer without its text', () => ({
    g2: {
      out: (frame, sent) =>
        frame.type === 'assistant' && sent.filter(({ type }) => type === 'connected').length > 1
          ? []
          : [frame],
    },
  })),
  mutant('g2-kept-alive', 'ends the connection with the turn', () => {
    let asked = 0
    return {
      g2: {
        in(frame, phone) {
          if (typeOf(frame) !== 'text' || ++asked < 2) return false
          phone.socket.close(1000, 'One is enough')
          return true
        },
      },
    }
  }),
  only(
    ['loading'],
    receives('g2-loading', 'records while loading', 'start_audio', turnTo('recording'), { loads: true }),
  ),
  sends('g2-start-audio', 'does not send status recording', {
    'status recording': () => [status('thinking')],
  }),
  sends('g2-stop-audio', 'does not send status transcribing', {
    'status transcribing': () => [status('thinking')],
  }),
  sends('g2-no-words', 'sends an empty transcription', {
    error: () => [{ type: 'transcription', text: '' }],
  }),
  sends('g2-text-skips-transcription', 'transcribes text', {
    'status thinking': (frame) => [status('transcribing'), { type: 'transcription', text: 'hm' }, frame],
  }),
  sends('g2-streaming-first', 'sends status streaming after the first delta', {
    'status streaming': () => [],
    assistant: (frame, isFirst) => (isFirst ? [frame, status('streaming')] : [frame]),
  }),
  sends('g2-end-after-deltas', 'sends deltas after the end', {
    end: (frame) => [frame, { type: 'assistant', delta: 'And another thing.' }],
  }),
  sends('g2-one-end', 'ends twice', { end: (frame) => [frame, frame] }),
  sends('g2-deltas', 'answers nothing', { assistant: () => [{ type: 'assistant', delta: '' }] }),
  sends('g2-example-text', 'does not send status thinking', { 'status thinking': () => [] }),
  sends('g2-transcribing-first', 'sends the transcription before its status', {
    'status transcribing': (frame) => [{ type: 'transcription', text: 'hm' }, frame],
    transcription: () => [],
  }),
  sends('g2-transcription', 'sends no transcription', {
    transcription: () => [{ type: 'transcription', text: ' ' }],
  }),
  sends('g2-straight-to-thinking', 'records again after the transcription', {
    transcription: (frame) => [frame, status('recording')],
  }),
  sends('g2-example-voice', 'does not send status streaming', { 'status streaming': () => [] }),
  receives('g2-format', 'accepts any format', 'start_audio', turnTo('recording')),
  receives('g2-malformed-json', 'hangs up on what is no JSON', undefined, (phone) =>
    phone.socket.close(1003, 'No'),
  ),
  receives('g2-no-object', 'reports an internal error for an empty frame', 'undefined', (phone) =>
    phone.sendRaw(error('INTERNAL_ERROR')),
  ),
  receives('g2-unknown-type', 'uses another code', 'dance', refuseAndStop('INVALID_STATE')),
  mutant('g2-missing-field', 'does not ask the agent', () => ({
    g2: {
      in(frame, phone) {
        const isEmpty =
          typeOf(frame) === 'text' && typeof (frame as { message?: unknown }).message !== 'string'
        if (isEmpty) turnTo('thinking')(phone)
        return isEmpty
      },
    },
  })),
  only(
    ['idle'],
    receives('g2-example-error', 'then sends status recording', 'stop_audio', (phone) => {
      phone.sendRaw(error('INVALID_STATE'))
      phone.sendRaw(status('recording'))
    }),
  ),
  only(
    ['idle'],
    receives('g2-sound-while-idle', 'records audio without start_audio', null, turnTo('recording')),
  ),
  only(
    ['recording'],
    receives('g2-start-while-recording', 'starts another recording', 'start_audio', turnTo('recording')),
  ),
  only(
    ['recording'],
    receives('g2-text-while-recording', 'drops the recording', 'text', refuseAndStop('INVALID_STATE')),
  ),
  only(
    ['recording'],
    receives(
      'g2-bad-frame-while-recording',
      'drops the recording',
      undefined,
      refuseAndStop('INVALID_FRAME'),
    ),
  ),
  hearsSound('g2-odd-sound', 'drops the recording', isOdd, refuseAndStop('INVALID_FRAME')),
  hearsSound('g2-odd-sound-while-idle', 'reports an internal error', isOdd, refuseAndStop('INTERNAL_ERROR')),
  hearsSound('g2-huge-sound', 'drops the recording', isHuge, refuseAndStop('INVALID_FRAME')),
  hearsSound('g2-huge-sound', 'reports an internal error', isHuge, refuseAndStop('INTERNAL_ERROR')),
  only(
    [...ANSWERING],
    receives('g2-bad-frame-while-answering', 'drops the answer', undefined, refuseAndStop('INVALID_FRAME')),
  ),
  only(
    [...ANSWERING],
    receives('g2-text-while-answering', 'starts another answer', 'text', (phone) =>
      phone.sendRaw(status('thinking')),
    ),
  ),
  only(
    [...ANSWERING],
    receives('g2-start-while-answering', 'records over the answer', 'start_audio', (phone) =>
      phone.sendRaw(status('recording')),
    ),
  ),
  sends('g2-empty-buffer', 'reports an internal error', { error: () => [error('INTERNAL_ERROR')] }),
  receives('g2-status-request', 'sends another status', 'status_request', (phone) =>
    phone.sendRaw(status('thinking')),
  ),
  receives('g2-history', 'stores no history', 'status_request', (phone) =>
    phone.sendRaw(status(phone.state)),
  ),
  receives('g2-session-reset', 'refuses the frame', 'reset_session', refuseAndStop('INVALID_FRAME')),
]
