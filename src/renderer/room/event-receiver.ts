// Packets of `ganglia-events` and `parley-events` to actions: joins chunks, validates, and drops duplicates.
import { decodeBase64 } from '../../base/base64.ts'
import { BoundedSet } from '../../base/bounded.ts'
import { parseJson } from '../../base/parse-json.ts'
import { fromUtf8 } from '../../base/utf8.ts'
import { kinds } from '../../core/artifacts/kinds/kinds.ts'
import { createChunkJoiner } from '../../core/wires/ganglia/chunk-joiner.ts'
import { decodePacket, decodePartialArtifact } from '../../core/wires/ganglia/decode-packet.ts'
import type { ReceivedMessage } from '../../core/wires/ganglia/received.ts'
import { decodeParley, type ReceivedParleyEvent } from '../../core/wires/parley-events/codec.ts'
import { GANGLIA_TOPIC, type ChunkMessage } from '../../shared/wire/ganglia.ts'
import { PARLEY_TOPIC } from '../../shared/wire/parley-events.ts'
import type { RoomAction } from '../store/state.ts'

/** Events of this many ids are recognized when a replay sends them again. */
const MAX_REMEMBERED = 20_000

/** Fewer chunks than this arrive so fast that showing the beginning is not worth it. */
const MIN_CHUNKS_TO_START = 12

interface Received {
  actions: RoomAction[]
  /** The id of a new event. */
  eventId: string | null
}

export interface EventReceiver {
  receive(topic: string, packet: Uint8Array, now: number): Received
  /** The link closed: drops incomplete transfers. */
  dropTransfers(): void
  /** The conversation is another one. */
  forget(): void
}

const NOTHING: Received = { actions: [], eventId: null }

export function createEventReceiver(newId: () => string): EventReceiver {
  const joiner = createChunkJoiner()
  const seen = new BoundedSet<string>(MAX_REMEMBERED)
  let hasStarted = false

  function isNew(id: string): boolean {
    if (seen.has(id)) return false
    seen.add(id)
    return true
  }

  function receive(topic: string, packet: Uint8Array, now: number): Received {
    if (topic !== GANGLIA_TOPIC && topic !== PARLEY_TOPIC) return NOTHING
    const decoded = decodePacket(packet, newId)
    if (decoded.tag !== 'chunk') return receiveMessage(topic, packet, now)
    const joined = joiner.accept(decoded.chunk, now)
    if (joined.tag === 'pending') return topic === GANGLIA_TOPIC ? startArtifact(decoded.chunk, now) : NOTHING
    return joined.tag === 'complete' ? receiveJoined(topic, joined.bytes, now) : NOTHING
  }

  /** A large diff is shown from its beginning while the rest is arriving. */
  function startArtifact(chunk: ChunkMessage, now: number): Received {
    if (chunk.chunk_index > 0 || chunk.total_chunks < MIN_CHUNKS_TO_START) return NOTHING
    const bytes = decodeBase64(chunk.data)
    const message = bytes && decodePartialArtifact(bytes)
    if (!message || message.id === null || seen.has(message.id)) return NOTHING
    const { artifact, turnId, source } = message
    if (!kinds.of(artifact).showsBeginning) return NOTHING
    const arriving = { length: bytes.length * chunk.total_chunks }
    hasStarted = true
    return {
      actions: [
        { type: 'artifact.started', shown: { artifact, at: message.at ?? now, turnId, source, arriving } },
      ],
      eventId: null,
    }
  }

  /** An artifact that started and turns out to be invalid must not stay. */
  function receiveJoined(topic: string, bytes: Uint8Array, now: number): Received {
    const received = receiveMessage(topic, bytes, now)
    if (received.actions.length > 0 || !hasStarted) return received
    return { actions: [{ type: 'started.withdrawn' }], eventId: null }
  }

  function receiveMessage(topic: string, bytes: Uint8Array, now: number): Received {
    if (topic === PARLEY_TOPIC) {
      const own = decodeParley(parseJson(fromUtf8(bytes) ?? ''))
      return own && isNew(own.id) ? { actions: [parleyAction(own.event, own.at)], eventId: own.id } : NOTHING
    }
    const decoded = decodePacket(bytes, newId)
    // A chunk inside a chunk is not allowed.
    if (decoded.tag !== 'message') return NOTHING
    const { message } = decoded
    const isDuplicate = message.id !== null && !isNew(message.id)
    // A repeated status means that it still holds; anything else that is repeated has been handled.
    if (isDuplicate && message.type !== 'status') return NOTHING
    return { actions: [gangliaAction(message, now)], eventId: isDuplicate ? null : message.id }
  }

  return {
    receive,
    dropTransfers: () => joiner.drop(),
    forget() {
      joiner.drop()
      seen.clear()
    },
  }
}

function gangliaAction(message: ReceivedMessage, now: number): RoomAction {
  const at = message.at ?? now
  switch (message.type) {
    case 'status': {
      const { action, detail, startedAt } = message
      return { type: 'status.shown', status: { action, detail, startedAt: startedAt ?? at } }
    }
    case 'content':
      return { type: 'content.appended', turnId: message.turnId, delta: message.delta, at }
    case 'artifact': {
      const { artifact, turnId, source } = message
      return { type: 'artifact.arrived', shown: { artifact, at, turnId, source } }
    }
  }
}

function parleyAction(event: ReceivedParleyEvent, at: number): RoomAction {
  switch (event.type) {
    case 'approval.requested':
      return { type: 'approval.requested', shown: { approval: event.approval, turnId: event.turnId, at } }
    case 'approval.settled':
      return {
        type: 'approval.settled',
        approvalId: event.approvalId,
        isDenied: event.decision === 'deny',
      }
    case 'view.requested': {
      const { turnId: _, ...request } = event
      return { ...request, line: event.line ?? null }
    }
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
      return { type: 'command.shown', command: { phrase: event.phrase, done: event.done, at } }
    case 'take.offered': {
      const { takeId, startedAt, durationMs, text } = event
      return { type: 'take.offered', take: { takeId, startedAt, durationMs, text } }
    }
    case 'take.settled':
      return { type: 'take.settled', takeId: event.takeId }
    case 'hunk.restored':
      return { type: 'hunk.restored', turnId: event.turnId }
    case 'hunks.decided':
    case 'hunk.commented':
      return { ...event, at }
    case 'review.moved': {
      const { turnId: _, type, ...review } = event
      return { type, review, at }
    }
    case 'thought.updated':
      return { type: 'thought.shown', thought: { turnId: event.turnId, text: event.text } }
    case 'notice.shown': {
      const { turnId, text, warning = false } = event
      return { type: 'notice.shown', notice: { turnId, text, isWarning: warning, at } }
    }
    case 'lines.pointed': {
      const { file, line, endLine, said } = event
      return { type: 'lines.pointed', pointed: { file, line, endLine, ...(said && { said }) } }
    }
    case 'turn.started': {
      const { turnId, by = '', beside = null } = event
      return { type: 'answerer.shown', turnId, answerer: { name: by, beside } }
    }
  }
}
