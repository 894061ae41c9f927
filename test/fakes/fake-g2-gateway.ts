// The G2 protocol (docs/protocols/g2.md), with an agent that always gives the same answer.
import type { Clock } from '../../src/core/ports/clock.ts'
import { bytesOfSamples } from '../../src/core/speech/pcm.ts'
import type { G2Outbound, G2Status } from '../../src/shared/wire/g2.ts'
import type { FakeSocket, FakeWire } from './fake-wires.ts'
import { inSteps } from './in-steps.ts'

export interface G2Phone {
  state: G2Status
  sendRaw(frame: object | string | Uint8Array): void
  socket: FakeSocket
}

export interface G2Quirks {
  /** What is sent instead of this frame. `sent` has all frames before it. */
  out?(frame: G2Outbound, sent: readonly G2Outbound[]): readonly (object | string | Uint8Array)[]
  /** Whether it handled this frame itself. */
  in?(frame: unknown, phone: G2Phone): boolean
  keepsOldPhones?: boolean
  /** What a phone gets of a turn that ran while it was disconnected. */
  replayed?(missed: readonly G2Outbound[]): readonly G2Outbound[]
  /** Is loading until it has refused audio for that. */
  loads?: boolean
  clock?: Clock
  pingEveryMs?: number
  pongWithinMs?: number
}

const MAX_BYTES = 10 * 32_000
const MAX_FRAME_BYTES = 30 * 32_000
const ANSWER = ['The answer', ' is 4.']
const TRANSCRIPT = 'What is 2+2?'

/** Audio with speech. All other audio has none. */
export const spoken = bytesOfSamples(
  Int16Array.from({ length: 16_000 }, (_, at) => (at === 0 ? 12_345 : at % 97)),
)
export const isSpoken = (bytes: Uint8Array): boolean => bytes[0] === spoken[0] && bytes[1] === spoken[1]

export function createFakeG2Gateway(quirks: G2Quirks = {}): FakeWire {
  const session = hostPhones(quirks)
  return {
    path: '/',
    refusal: { type: 'error', detail: 'Wrong token', code: 'AUTH_FAILED' },
    accept: session.accept,
  }
}

/** One session for every phone. Frames for a disconnected phone are stored for the next. */
function hostPhones(quirks: G2Quirks): Pick<FakeWire, 'accept'> {
  const { clock, pingEveryMs = 30_000, pongWithinMs = 10_000 } = quirks
  const sent: G2Outbound[] = []
  let current: FakeSocket | null = null
  let missed: G2Outbound[] = quirks.loads ? [{ type: 'status', status: 'loading' }] : []
  const socket: FakeSocket = {
    send: (frame) => current?.send(frame),
    close: (code, reason) => current?.close(code, reason),
    cut: () => current?.cut(),
  }
  const phone: G2Phone = { state: quirks.loads ? 'loading' : 'idle', sendRaw: socket.send, socket }
  let recorded: Uint8Array[] = []
  let fresh = true
  let history: { role: 'user' | 'assistant'; text: string; ts: number }[] = []
  let cancelPing = (): void => {}
  let cancelPong = (): void => {}

  function send(frame: G2Outbound): void {
    if (current === null) return void missed.push(frame)
    for (const one of quirks.out?.(frame, sent) ?? [frame]) socket.send(one)
    sent.push(frame)
  }
  function enter(state: G2Status): void {
    phone.state = state
    send({ type: 'status', status: state })
  }
  function refuse(code: 'INVALID_FRAME' | 'INVALID_STATE', detail: string): void {
    send({ type: 'error', detail, code })
    send({ type: 'status', status: phone.state })
  }
  function fail(code: 'TRANSCRIPTION_FAILED' | 'BUFFER_OVERFLOW', detail: string): void {
    send({ type: 'error', detail, code })
    enter('idle')
  }
  function answer(): void {
    enter('thinking')
    inSteps([
      () => enter('streaming'),
      ...ANSWER.map((delta) => () => send({ type: 'assistant', delta })),
      () => {
        history.push(
          { role: 'user', text: 'Hello', ts: 1 },
          { role: 'assistant', text: ANSWER.join(''), ts: 2 },
        )
        send({ type: 'end' })
      },
      () => enter('idle'),
    ])
  }
  function transcribe(): void {
    const audio = recorded
    enter('transcribing')
    inSteps([
      () => {
        if (!audio.some(isSpoken)) return fail('TRANSCRIPTION_FAILED', 'Nothing was said')
        send({ type: 'transcription', text: TRANSCRIPT })
        answer()
      },
    ])
  }
  function hear(frame: unknown): void {
    const isFirst = fresh
    fresh = false
    if (quirks.in?.(frame, phone)) return
    if (frame instanceof Uint8Array) {
      if (frame.length % 2 !== 0) return refuse('INVALID_FRAME', 'Half a sample')
      if (frame.length > MAX_FRAME_BYTES)
        return refuse('INVALID_FRAME', 'No microphone sends so much at once')
      if (phone.state !== 'recording') return refuse('INVALID_STATE', 'Not recording')
      recorded.push(frame)
      const bytes = recorded.reduce((sum, { length }) => sum + length, 0)
      if (bytes > MAX_BYTES) fail('BUFFER_OVERFLOW', 'Too long')
      return
    }
    const { type, message, ...format } = (frame ?? {}) as Record<string, unknown>
    switch (type) {
      case 'pong':
        return cancelPong()
      case 'status_request':
        if (isFirst && history.length > 0) send({ type: 'history', entries: history })
        return send({ type: 'status', status: phone.state })
      case 'reset_session':
        if (phone.state !== 'idle') return refuse('INVALID_STATE', 'Not now')
        history = []
        return send({ type: 'session_reset', reason: 'user_request' })
      case 'text':
        if (typeof message !== 'string') return refuse('INVALID_FRAME', 'No message')
        return phone.state === 'idle' ? answer() : refuse('INVALID_STATE', 'Not now')
      case 'start_audio': {
        const isRight =
          format['sampleRate'] === 16_000 && format['channels'] === 1 && format['sampleWidth'] === 2
        if (!isRight) return refuse('INVALID_FRAME', 'Another format')
        if (phone.state === 'loading') {
          refuse('INVALID_STATE', 'Still loading')
          inSteps([() => enter('idle')])
          return
        }
        if (phone.state !== 'idle') return refuse('INVALID_STATE', 'Not now')
        recorded = []
        return enter('recording')
      }
      case 'stop_audio':
        if (phone.state === 'recording') return transcribe()
        return refuse('INVALID_STATE', 'Cannot stop audio — not recording')
      default:
        return refuse('INVALID_FRAME', 'No such frame')
    }
  }
  function ping(): void {
    cancelPing = clock!.after(pingEveryMs, () => {
      send({ type: 'ping' })
      cancelPong = clock!.after(pongWithinMs, () => socket.close(1000, 'No pong'))
      ping()
    })
  }

  function leave(): void {
    current = null
    cancelPing()
    cancelPong()
    // An incomplete recording is not asked.
    if (phone.state === 'recording') phone.state = 'idle'
    missed = phone.state === 'idle' ? [] : [{ type: 'status', status: phone.state }]
  }

  return {
    accept(here) {
      const before = current
      if (before !== null) leave()
      if (!quirks.keepsOldPhones) before?.close(1000, 'Replaced')
      current = here
      fresh = true
      send({ type: 'connected', version: '1.0' })
      for (const frame of quirks.replayed?.(missed) ?? missed) send(frame)
      if (clock !== undefined) ping()
      return {
        hear(frame) {
          if (current === here) hear(typeof frame === 'string' ? parsed(frame) : frame)
        },
        leave() {
          if (current === here) leave()
        },
      }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
