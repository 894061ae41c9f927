// Transcript streams to transcript entries. A person's update is a stream of its own with the whole text; the agent's
// reply is one stream of pieces. A stream that repeats a segment takes the place of the one before it.
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
  /** The text so far takes the place of what the segment had. */
  replaces: boolean
  replayed: boolean
  final: boolean
}

/** More streams than this at once and the oldest are forgotten: a sender that never closes costs us nothing. */
const MAX_OPEN = 256

/** As much as anybody says at once; what a sender goes on with beyond it is not kept. */
const MOST_TEXT = 1_000_000
/** So many replies are known to be the agent's, the newest ones. */
const MOST_REPLIES = 10_000

const MOST_OF_A_NAME = 60

export interface Segments {
  opened(stream: IncomingText, agentIdentity: string, now: number): RoomAction[]
  appended(streamId: string, text: string): RoomAction[]
  closed(streamId: string): RoomAction[]
  /** The link is gone: whatever was open has ended as it stands. */
  drop(): RoomAction[]
}

export function createSegments(): Segments {
  const streams = new Map<string, OpenStream>()
  const streamOfSegment = new Map<string, string>()
  /** What the agent said nobody else in the room may change or withdraw. */
  const replies = new Set<string>()

  function known(id: string): void {
    replies.add(id)
    if (replies.size > MOST_REPLIES) replies.delete(replies.values().next().value!)
  }

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
      if (role === 'agent') known(id)
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
        ...(attributes[SPEAKER] !== undefined && { speaker: attributes[SPEAKER].slice(0, MOST_OF_A_NAME) }),
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
      if (!stream || stream.text.length + text.length > MOST_TEXT) return []
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
