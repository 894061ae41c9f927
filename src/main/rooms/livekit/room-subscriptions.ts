// Everything the agent listens to in a LiveKit room. Subscriptions outlive a connection: each new one gets them all.
import { createEmitter, type Emitter } from '../../../base/emitter.ts'
import type { Room } from '../../../core/ports/room.ts'
import type { RpcHandler } from './calls.ts'
import type { RoomConnection } from './room-connection.ts'

type Subscribe = Required<Pick<Room, 'onText' | 'onRpc' | 'onAudio' | 'onTalker' | 'onNewcomer'>>

export interface RoomSubscriptions extends Subscribe {
  topics(): Iterable<string>
  text(topic: string, text: string, from: string): void
  audio(samples: Int16Array, sampleRate: number, from: string): void
  /** Whose open microphone is heard from now on. */
  setTalker(identity: string | null): void
  /** Reports the people who have come since the last call. */
  setPeople(identities: readonly string[]): void
  attach(to: RoomConnection): void
  detach(): void
}

export function createRoomSubscriptions(): RoomSubscriptions {
  const texts = new Map<string, Emitter<[text: string, from: string]>>()
  const audio = createEmitter<[samples: Int16Array, sampleRate: number, from: string]>()
  const talkers = createEmitter<[string | null]>()
  const newcomers = createEmitter<[string]>()
  const calls = new Map<string, RpcHandler>()
  let connection: RoomConnection | null = null
  let talker: string | null = null
  let present: ReadonlySet<string> = new Set()

  return {
    onText(topic, listener) {
      const listeners = texts.get(topic) ?? createEmitter()
      texts.set(topic, listeners)
      connection?.subscribe(topic)
      return listeners.on(listener)
    },
    onRpc(method, handler) {
      calls.set(method, handler)
      connection?.answer(method, handler)
      return () => {
        if (calls.get(method) !== handler) return
        calls.delete(method)
        connection?.stopAnswering(method)
      }
    },
    onAudio: audio.on,
    onTalker(listener) {
      // A conversation that begins while somebody talks would otherwise learn of it only at the next change.
      if (talker !== null) listener(talker)
      return talkers.on(listener)
    },
    onNewcomer: newcomers.on,

    topics: () => texts.keys(),
    text: (topic, text, from) => texts.get(topic)?.emit(text, from),
    audio: audio.emit,
    setTalker(identity) {
      talker = identity
      talkers.emit(identity)
    },
    setPeople(identities) {
      const before = present
      present = new Set(identities)
      for (const identity of present) if (!before.has(identity)) newcomers.emit(identity)
    },
    attach(to) {
      connection = to
      for (const topic of texts.keys()) to.subscribe(topic)
      for (const [method, handler] of calls) to.answer(method, handler)
    },
    detach() {
      connection = null
      present = new Set()
    },
  }
}
