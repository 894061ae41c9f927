// A room that records what is sent into it, and lets a test act as its participants.
import { createEmitter } from '../../src/base/emitter.ts'
import type { ParticipantRole } from '../../src/shared/authorization.ts'
import type { Room, RpcCall } from '../../src/core/ports/room.ts'

export interface FakeRoom extends Room {
  readonly sent: unknown[]
  people: string[]
  names: Record<string, string>
  /** Owners, unless the test says otherwise. */
  roles: Record<string, ParticipantRole>
  attributes: Record<string, string>
  type(topic: string, text: string, from: string): void
  call(method: string, call: RpcCall): Promise<string> | string
  sound(samples: Int16Array, from: string): void
  talker(identity: string | null): void
  enter(identity: string): void
  /** How many listeners and handlers it has. */
  listenerCount(): number
}

export function createFakeRoom(people: string[] = []): FakeRoom {
  const texts = createEmitter<[topic: string, text: string, from: string]>()
  const calls = new Map<string, (call: RpcCall) => Promise<string> | string>()
  const audio = createEmitter<[samples: Int16Array, sampleRate: number, from: string]>()
  const talkers = createEmitter<[identity: string | null]>()
  const newcomers = createEmitter<[identity: string]>()
  const sent: unknown[] = []
  const room: FakeRoom = {
    agentIdentity: 'parley',
    sent,
    people,
    names: {},
    roles: {},
    attributes: {},
    publishData: (topic, bytes, options) => void sent.push(['data', topic, [...bytes], options?.to]),
    streamText(options) {
      sent.push([
        'text',
        options.topic,
        options.to,
        ...(options.except === undefined ? [] : [`not ${options.except}`]),
      ])
      return { write: (text) => void sent.push(['write', text]), close: () => void sent.push(['close']) }
    },
    publishAudio: (samples, sampleRate) => void sent.push(['audio', [...samples], sampleRate]),
    silence: () => void sent.push(['silence']),
    setAttributes: (changed) => void Object.assign(room.attributes, changed),
    participants: () => room.people,
    nameOf: (identity) => room.names[identity] ?? null,
    roleOf: (identity) => room.roles[identity] ?? 'owner',
    drained: async (identity) => void sent.push(['drained', identity]),
    onText: (topic, listener) =>
      texts.on((on, text, from) => {
        if (on === topic) listener(text, from)
      }),
    onRpc(method, handler) {
      calls.set(method, handler)
      return () => {
        if (calls.get(method) === handler) calls.delete(method)
      }
    },
    onAudio: audio.on,
    onTalker: talkers.on,
    onNewcomer: newcomers.on,
    close: () => void sent.push(['closed']),
    type: texts.emit,
    call: (method, call) => calls.get(method)?.(call) ?? 'nobody answers',
    sound: (samples, from) => audio.emit(samples, 16_000, from),
    talker: talkers.emit,
    enter(identity) {
      room.people = [...room.people, identity]
      newcomers.emit(identity)
    },
    listenerCount: () => texts.size + calls.size + audio.size + talkers.size + newcomers.size,
  }
  return room
}
