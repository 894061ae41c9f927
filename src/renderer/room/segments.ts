// Transcript streams to transcript entries. Each update of a user's text is a new stream with the whole text; the agent's
// reply is one stream of pieces. A stream that repeats a segment replaces the earlier text.
import { BoundedSet } from '../../base/bounded.ts'
import {
  EVENT_TIME,
  REPLAY,
  SEGMENT_ID,
  SPEAKER,
  TRANSCRIPTION_FINAL,
  TURN_ID,
} from '../../shared/wire/transcription.ts'
import type { RoomAction, TranscriptEntry } from '../store/state.ts'
import type { IncomingText } from './room-link.ts'

interface OpenStream {
  entry: TranscriptEntry
  text: string
  /** The text replaces that of the segment instead of adding to it. */
  replaces: boolean
  replayed: boolean
  final: boolean
}

/** With more open streams than this, the oldest is closed: a sender may never close its streams. */
const MAX_OPEN = 256
/** Of one segment, in characters; the rest is dropped. */
const MAX_TEXT = 1_000_000
/** This many segments are known to be the agent's. */
const MAX_REPLIES = 10_000
const MAX_NAME = 60

export interface Segments {
  opened(stream: IncomingText, agentIdentity: string, now: number): RoomAction[]
  appended(streamId: string, text: string): RoomAction[]
  closed(streamId: string): RoomAction[]
  /** The link closed: every open stream ends with its text so far. */
  drop(): RoomAction[]
}

export function createSegments(): Segments {
  const streams = new Map<string, OpenStream>()
  const streamOfSegment = new Map<string, string>()
  /** No other participant may change or withdraw the agent's segments. */
  const replies = new BoundedSet<string>(MAX_REPLIES)

  function close(streamId: string): RoomAction[] {
    const stream = streams.get(streamId)
    if (!stream) return []
    streams.delete(streamId)
    const { id } = stream.entry
    if (streamOfSegment.get(id) === streamId) streamOfSegment.delete(id)
    if (stream.entry.role === 'agent') return [{ type: 'segment.closed', id }]
    if (!stream.final) return []
    return [{ type: stream.text === '' ? 'segment.withdrawn' : 'segment.closed', id }]
  }

  return {
    opened({ streamId, attributes, sender }, agentIdentity, now) {
      const id = attributes[SEGMENT_ID] ?? streamId
      const role = sender === agentIdentity ? 'agent' : 'user'
      if (role === 'agent') replies.add(id)
      else if (replies.has(id)) return []
      const replayed = attributes[REPLAY] === 'true'
      const at = Number(attributes[EVENT_TIME])
      const entry: TranscriptEntry = {
        id,
        role,
        text: '',
        isFinal: false,
        timestamp: Number.isFinite(at) && at > 0 ? at : now,
        turnId: attributes[TURN_ID] ?? null,
        ...(attributes[SPEAKER] !== undefined && { speaker: attributes[SPEAKER].slice(0, MAX_NAME) }),
      }
      const superseded = streamOfSegment.get(id)
      if (superseded !== undefined) streams.delete(superseded)
      streamOfSegment.set(id, streamId)
      streams.set(streamId, {
        entry,
        text: '',
        replaces: role === 'user' || replayed,
        replayed,
        final: attributes[TRANSCRIPTION_FINAL] !== 'false',
      })
      return streams.size > MAX_OPEN ? close(streams.keys().next().value!) : []
    },

    appended(streamId, text) {
      const stream = streams.get(streamId)
      if (!stream || stream.text.length + text.length > MAX_TEXT) return []
      stream.text += text
      if (stream.replaces) {
        const entry = { ...stream.entry, text: stream.text }
        return [{ type: 'segment.replaced', entry, replayed: stream.replayed && stream.final }]
      }
      return [{ type: 'segment.appended', entry: { ...stream.entry, text } }]
    },

    closed: close,

    drop: () => [...streams.keys()].flatMap(close),
  }
}
