// A room of which a test knows everything: what was sent into it, and who wants to hear what.
import type { Room, RpcCall } from '../../src/core/ports.ts'

export interface FakeRoom extends Room {
  readonly sent: unknown[]
  people: string[]
  names: Record<string, string>
  attributes: Record<string, string>
  type(topic: string, text: string, from: string): void
  call(method: string, call: RpcCall): Promise<string> | string
  sound(samples: Int16Array, from: string): void
  talker(identity: string | null): void
  /** How many listeners and handlers it has. */
  wishes(): number
}

export function createFakeRoom(people: string[] = []): FakeRoom {
  const texts = new Set<[string, (text: string, from: string) => void]>()
  const calls = new Map<string, (call: RpcCall) => Promise<string> | string>()
  const sounds = new Set<(samples: Int16Array, sampleRate: number, from: string) => void>()
  const talkers = new Set<(identity: string | null) => void>()
  const sent: unknown[] = []
  const kept = <T>(set: Set<T>, one: T): (() => void) => {
    set.add(one)
    return () => void set.delete(one)
  }
  const room: FakeRoom = {
    agentIdentity: 'parley',
    sent,
    people,
    names: {},
    attributes: {},
    publishData: (topic, bytes, options) => void sent.push(['data', topic, [...bytes], options?.to]),
    streamText(options) {
      sent.push(['text', options.topic, options.to])
      return { write: (text) => void sent.push(['write', text]), close: () => void sent.push(['close']) }
    },
    publishAudio: (samples, sampleRate) => void sent.push(['audio', [...samples], sampleRate]),
    silence: () => void sent.push(['silence']),
    setAttributes: (changed) => void Object.assign(room.attributes, changed),
    participants: () => room.people,
    nameOf: (identity) => room.names[identity] ?? null,
    drained: async (identity) => void sent.push(['drained', identity]),
    onText: (topic, listener) => kept(texts, [topic, listener]),
    onRpc(method, handler) {
      calls.set(method, handler)
      return () => {
        if (calls.get(method) === handler) calls.delete(method)
      }
    },
    onAudio: (listener) => kept(sounds, listener),
    onTalker: (listener) => kept(talkers, listener),
    close: () => void sent.push(['closed']),
    type(topic, text, from) {
      for (const [wanted, listener] of texts) if (wanted === topic) listener(text, from)
    },
    call: (method, call) => calls.get(method)?.(call) ?? 'nobody answers',
    sound: (samples, from) => sounds.forEach((listener) => listener(samples, 16_000, from)),
    talker: (identity) => talkers.forEach((listener) => listener(identity)),
    wishes: () => texts.size + calls.size + sounds.size + talkers.size,
  }
  return room
}
