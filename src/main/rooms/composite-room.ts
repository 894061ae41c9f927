// Several rooms as one: windows on this computer and participants in a LiveKit room share a conversation. Rooms come and go
// meanwhile. Everything is sent to all of them, except what is for one participant, which goes to the room they are in.
import type { Unsubscribe } from '../../core/ports/clock.ts'
import type { Room } from '../../core/ports/room.ts'

export interface CompositeRoom extends Room {
  /** Adds a room, until the returned function is called. */
  admit(room: Room): Unsubscribe
}

/** Subscribes to something in one room. It is applied to every room, later ones too. */
type Subscription = (room: Room) => Unsubscribe

export function createCompositeRoom(agentIdentity: string): CompositeRoom {
  const rooms = new Map<Room, Map<Subscription, Unsubscribe>>()
  const subscriptions = new Set<Subscription>()
  let attributes: Record<string, string> = {}

  function subscribe(subscription: Subscription): Unsubscribe {
    subscriptions.add(subscription)
    for (const [room, active] of rooms) active.set(subscription, subscription(room))
    return () => {
      subscriptions.delete(subscription)
      for (const active of rooms.values()) {
        active.get(subscription)?.()
        active.delete(subscription)
      }
    }
  }

  const roomsOf = (to: string | undefined): Room[] =>
    [...rooms.keys()].filter((room) => to === undefined || room.participants().includes(to))

  return {
    agentIdentity,
    admit(room) {
      room.setAttributes(attributes)
      rooms.set(room, new Map([...subscriptions].map((one) => [one, one(room)])))
      return () => {
        for (const unsubscribe of rooms.get(room)?.values() ?? []) unsubscribe()
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
      // Only the participant's own room knows whether they are the owner.
      const theirs = roomsOf(identity)
      for (const room of theirs.length > 0 ? theirs : rooms.keys()) {
        const name = room.nameOf?.(identity)
        if (name) return name
      }
      return null
    },
    roleOf(identity) {
      // A stranger in one room who uses the identity of a window in another gets the lower role.
      const roles = new Set(roomsOf(identity).map((room) => room.roleOf(identity)))
      if (roles.size === 0 || roles.has('participant')) return 'participant'
      return roles.has('approver') ? 'approver' : 'owner'
    },
    async drained(identity) {
      await Promise.all(roomsOf(identity).map((room) => room.drained(identity)))
    },
    onText: (topic, listener) => subscribe((room) => room.onText(topic, listener)),
    onRpc: (method, handler) => subscribe((room) => room.onRpc(method, handler)),
    onAudio: (listener) => subscribe((room) => room.onAudio(listener)),
    onTalker: (listener) => subscribe((room) => room.onTalker?.(listener) ?? (() => {})),
    onNewcomer: (listener) => subscribe((room) => room.onNewcomer?.(listener) ?? (() => {})),
    close: () => rooms.forEach((_, room) => room.close()),
  }
}
