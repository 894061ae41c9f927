// Packets of `ganglia-events` and `parley-events` to actions: joins chunks, guards types, drops what was heard before.
import { decodeBase64 } from '../../core/base64.ts'
import { decodePacket } from '../../core/codecs/ganglia.ts'
import type { Heard } from '../../core/codecs/heard.ts'
import { decodeOpening } from '../../core/codecs/opening.ts'
import { decodeParley, type HeardOwn } from '../../core/codecs/parley-events.ts'
import { createJoiner } from '../../core/joining.ts'
import { parseJson } from '../../core/parse-json.ts'
import { fromUtf8 } from '../../core/utf8.ts'
import { GANGLIA_TOPIC, type ChunkMessage } from '../../shared/wire/ganglia.ts'
import { PARLEY_TOPIC } from '../../shared/wire/parley-events.ts'
import type { RoomAction } from '../store/state.ts'

/** How many event ids are remembered, so that nothing is shown twice after a replay. */
const REMEMBERED = 20_000

interface Received {
  actions: RoomAction[]
  eventId: string | null
}

export interface EventReceiver {
  receive(topic: string, packet: Uint8Array, now: number): Received
  /** Incomplete transfers end with the link they came over. */
  dropTransfers(): void
  /** Another conversation: what was heard before says nothing about it. */
  forget(): void
}

/** Fewer chunks than this are all there before anybody could wait for them. */
const WORTH_BEGINNING_FROM = 12

const NOTHING: Received = { actions: [], eventId: null }

export function createEventReceiver(newId: () => string): EventReceiver {
  const joiner = createJoiner()
  const heardIds = new Set<string>()
  let begun = false

  function isNew(id: string): boolean {
    if (heardIds.has(id)) return false
    heardIds.add(id)
    if (heardIds.size > REMEMBERED) heardIds.delete(heardIds.values().next().value!)
    return true
  }

  function receive(topic: string, packet: Uint8Array, now: number): Received {
    if (topic !== GANGLIA_TOPIC && topic !== PARLEY_TOPIC) return NOTHING
    const decoded = decodePacket(packet, newId)
    if (decoded.tag === 'chunk') {
      const joined = joiner.accept(decoded.chunk, now)
      if (joined.tag === 'pending') return topic === GANGLIA_TOPIC ? beginning(decoded.chunk, now) : NOTHING
      return joined.tag === 'complete' ? joinedWhole(topic, joined.bytes, now) : NOTHING
    }
    return whole(topic, packet, now)
  }

  /** A large diff is read from its beginning, which need not wait for its end. */
  function beginning(chunk: ChunkMessage, now: number): Received {
    if (chunk.chunk_index > 0 || chunk.total_chunks < WORTH_BEGINNING_FROM) return NOTHING
    const bytes = decodeBase64(chunk.data)
    const heard = bytes && decodeOpening(bytes)
    if (heard?.artifact.kind !== 'diff' || heard.id === null || heardIds.has(heard.id)) return NOTHING
    const { artifact, turnId, source } = heard
    const arriving = { length: bytes!.length * chunk.total_chunks }
    begun = true
    return {
      actions: [
        { type: 'artifact.begun', shown: { artifact, at: heard.at ?? now, turnId, source, arriving } },
      ],
      eventId: null,
    }
  }

  /** What began and turns out to be nothing must not stay. */
  function joinedWhole(topic: string, bytes: Uint8Array, now: number): Received {
    const received = whole(topic, bytes, now)
    if (received.actions.length > 0 || !begun) return received
    return { actions: [{ type: 'beginnings.withdrawn' }], eventId: null }
  }

  function whole(topic: string, bytes: Uint8Array, now: number): Received {
    if (topic === PARLEY_TOPIC) {
      const own = decodeParley(parseJson(fromUtf8(bytes) ?? ''))
      return own && isNew(own.id) ? { actions: [actionOfOwn(own.event, own.at)], eventId: own.id } : NOTHING
    }
    const decoded = decodePacket(bytes, newId)
    // A chunk inside a chunk is nobody's protocol.
    if (decoded.tag !== 'heard') return NOTHING
    const { heard } = decoded
    const known = heard.id !== null && !isNew(heard.id)
    // A status told again says that it still holds; anything else told again was heard before.
    if (known && heard.type !== 'status') return NOTHING
    return { actions: [actionOf(heard, now)], eventId: known ? null : heard.id }
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

function actionOfOwn(event: HeardOwn, at: number): RoomAction {
  switch (event.type) {
    case 'approval.requested':
      return { type: 'approval.requested', shown: { approval: event.approval, turnId: event.turnId, at } }
    case 'approval.settled':
      return { type: 'approval.settled', approvalId: event.approvalId }
    case 'view.requested':
      return { type: 'view.wished', action: event.action, line: event.line ?? null }
    case 'words.corrected':
      return { type: 'words.corrected', segmentId: event.segmentId, corrections: event.corrections }
    case 'reply.voiced': {
      const { segmentId, heard, complete } = event
      return { type: 'reply.voiced', segmentId, voiced: { heard, complete } }
    }
    case 'turn.timed': {
      const { type: _, turnId, ...timing } = event
      return { type: 'turn.timed', turnId, timing }
    }
    case 'control.heard':
      return { type: 'control.shown', control: { phrase: event.phrase, done: event.done, at } }
    case 'take.offered': {
      const { takeId, startedAt, durationMs, text } = event
      return { type: 'take.offered', take: { takeId, startedAt, durationMs, text } }
    }
    case 'take.settled':
      return { type: 'take.settled', takeId: event.takeId }
    case 'hunk.restored':
      return { type: 'hunk.restored', turnId: event.turnId }
  }
}
