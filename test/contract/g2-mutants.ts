import type { G2Outbound, G2Status } from '../../src/shared/wire/g2.ts'
import type { G2Phone, G2Quirks } from '../fakes/fake-g2-gateway.ts'
import { mutant, silentMutant, type Mutant } from './mutants.ts'

type Sent = readonly (object | string | Uint8Array)[]
type Word = G2Outbound['type'] | `status ${G2Status}`

const wordOf = (frame: G2Outbound): Word => (frame.type === 'status' ? `status ${frame.status}` : frame.type)
const status = (value: G2Status): G2Outbound => ({ type: 'status', status: value })

/** Says something else instead of some frames. */
const says = (
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

/** Deals in its own way with a frame of this type; null stands for sound, undefined for what is no JSON. */
const hears = (
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
    phone.tell(status(state))
  }
/** Ends whatever was going on, as ruling 10 forbids. */
const refuseAndStop =
  (code: string) =>
  (phone: G2Phone): void => {
    phone.tell(error(code))
    turnTo('idle')(phone)
  }

/** Deals in its own way with sound of this length. */
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

/** Only in this state; in any other, as it should be. */
const only = (states: readonly G2Status[], made: Mutant): Mutant => ({
  ...made,
  quirks() {
    const { g2 } = made.quirks()
    return { g2: { ...g2, in: (frame, phone) => states.includes(phone.state) && g2!.in!(frame, phone) } }
  },
})
const ANSWERING = ['thinking', 'streaming'] as const

export const g2Mutants: readonly Mutant[] = [
  says('g2-connected', 'is of another version', { connected: () => [{ type: 'connected', version: '0.9' }] }),
  says('g2-connected', 'says something else first', { connected: (frame) => [status('idle'), frame] }),
  says('g2-frames', 'passes on what OpenClaw says', {
    assistant: (frame) => [{ type: 'event', event: 'agent', payload: {} }, frame],
  }),
  says('g2-frames', 'answers in binary', { end: (frame) => [Buffer.from(JSON.stringify(frame))] }),
  says('g2-frames', 'says what is no JSON', { end: () => ['end'] }),
  hears('g2-pong', 'does not know pong', 'pong', (phone) => phone.tell(error('INVALID_FRAME'))),
  mutant('g2-auth-failed', 'gives another reason', () => ({
    token: 'secret',
    door: { refusal: error('INTERNAL_ERROR') },
  })),
  silentMutant('g2-one-phone', 'keeps the old phone', () => ({ g2: { keepsOldPhones: true } })),
  mutant('g2-kept-answer', 'forgets what nobody was there to hear', () => ({
    g2: { kept: () => [status('idle')] },
  })),
  mutant('g2-kept-answer', 'keeps all of it but the words', () => ({
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
    hears('g2-loading', 'records while loading', 'start_audio', turnTo('recording'), { loads: true }),
  ),
  says('g2-start-audio', 'does not say that it records', { 'status recording': () => [status('thinking')] }),
  says('g2-stop-audio', 'does not say that it transcribes', {
    'status transcribing': () => [status('thinking')],
  }),
  says('g2-no-words', 'hears nothing and says so as words', {
    error: () => [{ type: 'transcription', text: '' }],
  }),
  says('g2-text-skips-transcription', 'transcribes text', {
    'status thinking': (frame) => [status('transcribing'), { type: 'transcription', text: 'hm' }, frame],
  }),
  says('g2-streaming-first', 'says that it streams once it does', {
    'status streaming': () => [],
    assistant: (frame, isFirst) => (isFirst ? [frame, status('streaming')] : [frame]),
  }),
  says('g2-end-after-deltas', 'goes on after the end', {
    end: (frame) => [frame, { type: 'assistant', delta: 'And another thing.' }],
  }),
  says('g2-one-end', 'ends twice', { end: (frame) => [frame, frame] }),
  says('g2-deltas', 'answers nothing', { assistant: () => [{ type: 'assistant', delta: '' }] }),
  says('g2-example-text', 'does not think', { 'status thinking': () => [] }),
  says('g2-transcribing-first', 'has the words before it begins', {
    'status transcribing': (frame) => [{ type: 'transcription', text: 'hm' }, frame],
    transcription: () => [],
  }),
  says('g2-transcription', 'hears no words', { transcription: () => [{ type: 'transcription', text: ' ' }] }),
  says('g2-straight-to-thinking', 'waits for a word of yours', {
    transcription: (frame) => [frame, status('recording')],
  }),
  says('g2-example-voice', 'streams without saying so', { 'status streaming': () => [] }),
  hears('g2-format', 'takes any format', 'start_audio', turnTo('recording')),
  hears('g2-malformed-json', 'hangs up on what is no JSON', undefined, (phone) =>
    phone.socket.close(1003, 'No'),
  ),
  hears('g2-no-object', 'calls an empty frame its own fault', 'undefined', (phone) =>
    phone.tell(error('INTERNAL_ERROR')),
  ),
  hears('g2-unknown-type', 'gives another reason', 'dance', refuseAndStop('INVALID_STATE')),
  mutant('g2-missing-field', 'asks the agent nothing', () => ({
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
    hears('g2-example-error', 'then says that it records', 'stop_audio', (phone) => {
      phone.tell(error('INVALID_STATE'))
      phone.tell(status('recording'))
    }),
  ),
  only(['idle'], hears('g2-sound-while-idle', 'records what nobody announced', null, turnTo('recording'))),
  only(['recording'], hears('g2-start-while-recording', 'begins again', 'start_audio', turnTo('recording'))),
  only(
    ['recording'],
    hears('g2-text-while-recording', 'drops the recording', 'text', refuseAndStop('INVALID_STATE')),
  ),
  only(
    ['recording'],
    hears('g2-bad-frame-while-recording', 'drops the recording', undefined, refuseAndStop('INVALID_FRAME')),
  ),
  hearsSound('g2-odd-sound', 'drops the recording', isOdd, refuseAndStop('INVALID_FRAME')),
  hearsSound('g2-odd-sound-while-idle', 'calls it its own fault', isOdd, refuseAndStop('INTERNAL_ERROR')),
  hearsSound('g2-huge-sound', 'drops the recording', isHuge, refuseAndStop('INVALID_FRAME')),
  hearsSound('g2-huge-sound', 'calls it its own fault', isHuge, refuseAndStop('INTERNAL_ERROR')),
  only(
    [...ANSWERING],
    hears('g2-bad-frame-while-answering', 'drops the answer', undefined, refuseAndStop('INVALID_FRAME')),
  ),
  only(
    [...ANSWERING],
    hears('g2-text-while-answering', 'begins another answer', 'text', (phone) =>
      phone.tell(status('thinking')),
    ),
  ),
  only(
    [...ANSWERING],
    hears('g2-start-while-answering', 'records over the answer', 'start_audio', (phone) =>
      phone.tell(status('recording')),
    ),
  ),
  says('g2-empty-buffer', 'calls it its own fault', { error: () => [error('INTERNAL_ERROR')] }),
]
