// Packets of `ganglia-events` to actions: joins chunks, guards types, drops what was heard before.
import { decodePacket } from '../../core/codecs/ganglia.ts'
import type { Heard } from '../../core/codecs/heard.ts'
import { createJoiner } from '../../core/joining.ts'
import type { RoomAction } from '../store/state.ts'

/** How many event ids are remembered, so that nothing is shown twice after a replay. */
const REMEMBERED = 20_000

export interface GangliaReceiver {
  receive(packet: Uint8Array, now: number): { actions: RoomAction[]; eventId: string | null }
  /** Incomplete transfers end with the link they came over. */
  dropTransfers(): void
  /** Another conversation: what was heard before says nothing about it. */
  forget(): void
}

const NOTHING = { actions: [], eventId: null }

export function createGangliaReceiver(newId: () => string): GangliaReceiver {
  const joiner = createJoiner()
  const heardIds = new Set<string>()

  function isNew(id: string): boolean {
    if (heardIds.has(id)) return false
    heardIds.add(id)
    if (heardIds.size > REMEMBERED) heardIds.delete(heardIds.values().next().value!)
    return true
  }

  function receive(packet: Uint8Array, now: number): { actions: RoomAction[]; eventId: string | null } {
    const decoded = decodePacket(packet, newId)
    if (decoded.tag === 'unknown') return NOTHING
    if (decoded.tag === 'chunk') {
      const joined = joiner.accept(decoded.chunk, now)
      if (joined.tag !== 'complete') return NOTHING
      const whole = decodePacket(joined.bytes, newId)
      // A chunk inside a chunk is nobody's protocol.
      return whole.tag === 'heard' ? heard(whole.heard, now) : NOTHING
    }
    return heard(decoded.heard, now)
  }

  function heard(event: Heard, now: number): { actions: RoomAction[]; eventId: string | null } {
    const known = event.id !== null && !isNew(event.id)
    // A status told again says that it still holds; anything else told again was heard before.
    if (known && event.type !== 'status') return NOTHING
    return { actions: [actionOf(event, now)], eventId: known ? null : event.id }
  }

  return {
    receive,
    dropTransfers: () => joiner.drop(),
    forget() {
      joiner.drop()
      heardIds.clear()
    },
  }
}

function actionOf(event: Heard, now: number): RoomAction {
  const at = event.at ?? now
  switch (event.type) {
    case 'status': {
      const { action, detail, startedAt } = event
      return { type: 'status.shown', status: { action, detail, startedAt: startedAt ?? at } }
    }
    case 'content':
      return { type: 'content.appended', turnId: event.turnId, delta: event.delta, at }
    case 'artifact':
      return {
        type: 'artifact.arrived',
        shown: { artifact: event.artifact, at, turnId: event.turnId, source: event.source },
      }
  }
}
