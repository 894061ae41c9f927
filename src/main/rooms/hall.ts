// Several rooms as one: windows here and people in a LiveKit room are in the same conversation. Rooms come and go while it
// goes on; what is said is said in all of them, and what is meant for one participant goes to the room they are in.
import type { Room, RpcCall, Unsubscribe } from '../../core/ports.ts'

export interface Hall extends Room {
  /** Opens this room to the conversation, until the function returned is called. */
  admit(room: Room): Unsubscribe
}

type RpcHandler = (call: RpcCall) => Promise<string> | string

/** What somebody wants of every room, those to come included. */
type Wish = (room: Room) => Unsubscribe

export function createHall(agentIdentity: string): Hall {
  const rooms = new Map<Room, Map<Wish, Unsubscribe>>()
  const wishes = new Set<Wish>()
  let attributes: Record<string, string> = {}

  function wish(of: Wish): Unsubscribe {
    wishes.add(of)
    for (const [room, granted] of rooms) granted.set(of, of(room))
    return () => {
      wishes.delete(of)
      for (const granted of rooms.values()) {
        granted.get(of)?.()
        granted.delete(of)
      }
    }
  }

  const roomsOf = (to: string | undefined): Room[] =>
    [...rooms.keys()].filter((room) => to === undefined || room.participants().includes(to))

  return {
    agentIdentity,
    admit(room) {
      room.setAttributes(attributes)
      rooms.set(room, new Map([...wishes].map((of) => [of, of(room)])))
      return () => {
        for (const withdraw of rooms.get(room)?.values() ?? []) withdraw()
        rooms.delete(room)
      }
    },
    publishData(topic, bytes, options = {}) {
      for (const room of roomsOf(options.to)) room.publishData(topic, bytes, options)
    },
    streamText(options) {
      const writers = roomsOf(options.to).map((room) => room.streamText(options))
      return {
        write: (text) => writers.forEach((writer) => writer.write(text)),
        close: () => writers.forEach((writer) => writer.close()),
      }
    },
    publishAudio: (samples, sampleRate) => rooms.forEach((_, room) => room.publishAudio(samples, sampleRate)),
    silence: () => rooms.forEach((_, room) => room.silence?.()),
    setAttributes(changed) {
      attributes = { ...attributes, ...changed }
      rooms.forEach((_, room) => room.setAttributes(changed))
    },
    participants: () => [...rooms.keys()].flatMap((room) => room.participants()),
    mayBeAway: (identity) => roomsOf(identity).some((room) => room.mayBeAway?.(identity) === true),
    nameOf(identity) {
      // Only the room somebody is in knows whether they are the owner.
      const theirs = roomsOf(identity)
      for (const room of theirs.length > 0 ? theirs : rooms.keys()) {
        const name = room.nameOf?.(identity)
        if (name) return name
      }
      return null
    },
    async drained(identity) {
      await Promise.all(roomsOf(identity).map((room) => room.drained(identity)))
    },
    onText: (topic, listener) => wish((room) => room.onText(topic, listener)),
    onRpc: (method: string, handler: RpcHandler) => wish((room) => room.onRpc(method, handler)),
    onAudio: (listener) => wish((room) => room.onAudio(listener)),
    onTalker: (listener) => wish((room) => room.onTalker?.(listener) ?? (() => {})),
    close: () => rooms.forEach((_, room) => room.close()),
  }
}
