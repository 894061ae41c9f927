// An agent without recognizer and voice in a real room: it records what a window sends while the user talks, and plays
// what the test gives it.
import type { LocalRoom } from '../../src/main/rooms/local/local-room.ts'
import {
  AGENT_STATE,
  RECOGNIZER_STATE,
  SESSION,
  VOICE,
  VOICE_STOPPED,
} from '../../src/shared/wire/transcription.ts'
import { PARLEY_TOPIC } from '../../src/shared/wire/parley-events.ts'
import { TRANSCRIPTION_TOPIC, RESUME_METHOD } from '../../src/shared/wire/transcription.ts'

export interface HeardTake {
  takeId: string
  mode: string
  end: 'open' | 'stopped' | 'cancelled'
  /** How many audio frames came. */
  frames: number
  /** Whether each had 20 to 40 milliseconds. */
  small: boolean
}

export interface TalkingAgent {
  /** All calls of the window, in order. */
  calls(): { method: string; payload: unknown }[]
  takes(): HeardTake[]
  /** All samples of the newest take. */
  sound(): number[]
  /** Audio frames outside of a take. */
  strayFrames(): number
  state(state: string): void
  /** Sends audio as the agent's voice, all at once, in frames of 20 milliseconds. */
  say(samples: number[], sampleRate: number): void
  /** Says that the voice was stopped before its end. */
  stopVoice(): void
  publish(event: Record<string, unknown>): void
  /** Writes into the transcript: the user's whole text, or a reply. */
  write(words: {
    segmentId: string
    turnId: string
    role: 'user' | 'agent'
    text: string
    final: boolean
  }): void
  refuseWith(message: string | null): void
}

const METHODS = [
  'parley.talk.start',
  'parley.talk.stop',
  'parley.talk.cancel',
  'parley.interrupt',
  'parley.restore_words',
  'parley.repeat',
  'parley.take',
]

export function createTalkingAgent(room: LocalRoom, limitMs = 60_000): TalkingAgent {
  const calls: { method: string; payload: unknown }[] = []
  const takes: HeardTake[] = []
  const sounds = new Map<string, number[]>()
  let stray = 0
  let refusal: string | null = null
  let events = 0
  let stops = 0

  const open = (): HeardTake | undefined => takes.findLast(({ end }) => end === 'open')

  function answer(method: string, payload: { takeId?: string; mode?: string }): string {
    calls.push({ method, payload })
    if (method === 'parley.talk.start') {
      if (refusal !== null) throw new Error(refusal)
      takes.push({ takeId: payload.takeId!, mode: payload.mode!, end: 'open', frames: 0, small: true })
      sounds.set(payload.takeId!, [])
      return JSON.stringify({ limitMs })
    }
    const take = takes.find(({ takeId }) => takeId === payload.takeId)
    if (take && method === 'parley.talk.stop') take.end = 'stopped'
    if (take && method === 'parley.talk.cancel') take.end = 'cancelled'
    return '{}'
  }

  room.setAttributes({
    [AGENT_STATE]: 'idle',
    [SESSION]: 'talking',
    [RECOGNIZER_STATE]: JSON.stringify({ name: 'Test recognizer', state: { tag: 'ready' } }),
    [VOICE]: JSON.stringify({ name: 'Test voice', state: { tag: 'ready' } }),
  })
  room.onRpc(RESUME_METHOD, () => JSON.stringify({ session: 'talking', found: true, last: null, events: 0 }))
  room.onRpc('parley.view', () => '{}')
  for (const method of METHODS)
    room.onRpc(method, ({ payload }) => answer(method, JSON.parse(payload) as { takeId?: string }))
  room.onAudio((samples) => {
    const take = open()
    if (!take) return void stray++
    take.frames++
    take.small &&= samples.length >= 160 && samples.length <= 640
    sounds.get(take.takeId)!.push(...samples)
  })

  return {
    calls: () => calls,
    takes: () => takes,
    sound: () => sounds.get(takes.at(-1)?.takeId ?? '') ?? [],
    strayFrames: () => stray,
    state: (state) => room.setAttributes({ [AGENT_STATE]: state }),
    say(samples, sampleRate) {
      const size = sampleRate / 50
      for (let at = 0; at < samples.length; at += size)
        room.publishAudio(Int16Array.from(samples.slice(at, at + size)), sampleRate)
    },
    stopVoice: () => room.setAttributes({ [VOICE_STOPPED]: String(++stops) }),
    publish(event) {
      const whole = { id: `event-${++events}`, timestamp: Date.now(), turn_id: 't1', ...event }
      room.publishData(PARLEY_TOPIC, new TextEncoder().encode(JSON.stringify(whole)))
    },
    write({ segmentId, turnId, role, text, final }) {
      const [window = ''] = room.participants()
      const stream = room.streamText({
        topic: TRANSCRIPTION_TOPIC,
        attributes: {
          'lk.segment_id': segmentId,
          'lk.transcription_final': String(final),
          'parley.turn_id': turnId,
        },
        ...(role === 'user' && { senderIdentity: window }),
      })
      stream.write(text)
      stream.close()
    },
    refuseWith(message) {
      refusal = message
    },
  }
}
