// Publishes what is said as `lk.transcription` text streams, as any LiveKit frontend expects: the person's words whole
// with every update, the agent's as one growing stream per segment.
import type { ConversationEventOf } from '../../shared/conversation.ts'
import {
  EVENT_ID,
  EVENT_TIME,
  REPLAY,
  SEGMENT_ID,
  SPEAKER,
  TRANSCRIPTION_FINAL,
  TRANSCRIPTION_TOPIC,
  TURN_ID,
} from '../../shared/wire/transcription.ts'
import type { Room, TextStreamWriter } from '../../core/ports.ts'

export interface Stamp {
  id: string
  at: number
}

export interface TranscriptPublisher {
  userSaid(event: ConversationEventOf<'transcript.updated'>, stamp: Stamp, replayTo?: string): void
  replyAppended(event: ConversationEventOf<'reply.appended'>, stamp: Stamp): void
  replyReplaced(event: ConversationEventOf<'reply.replaced'>, stamp: Stamp): void
  replyEnded(event: ConversationEventOf<'reply.ended'>, stamp: Stamp): void
  replayReply(event: ConversationEventOf<'reply.ended'>, stamp: Stamp, to: string): void
  /** Lets a latecomer into the reply that is being given: what was said so far, then the rest as it comes. */
  joinOpenReply(to: string): void
  close(): void
}

interface OpenReply {
  segmentId: string
  turnId: string
  text: string
  stamp: Stamp
  writers: TextStreamWriter[]
}

export function createTranscriptPublisher(
  room: Room,
  /** Who said the words of a turn. */
  identityOf: (turnId: string) => string,
): TranscriptPublisher {
  let open: OpenReply | null = null

  const attributesOf = (
    segmentId: string,
    turnId: string,
    stamp: Stamp,
    final: boolean,
  ): Record<string, string> => ({
    [SEGMENT_ID]: segmentId,
    [TRANSCRIPTION_FINAL]: String(final),
    [EVENT_ID]: stamp.id,
    [EVENT_TIME]: String(stamp.at),
    [TURN_ID]: turnId,
  })

  function whole(
    text: string,
    attributes: Record<string, string>,
    senderIdentity: string,
    to?: string,
  ): void {
    const writer = room.streamText({
      topic: TRANSCRIPTION_TOPIC,
      attributes: to === undefined ? attributes : { ...attributes, [REPLAY]: 'true' },
      senderIdentity,
      ...(to === undefined ? {} : { to }),
    })
    writer.write(text)
    writer.close()
  }

  function closeOpen(): void {
    for (const writer of open?.writers ?? []) writer.close()
    open = null
  }

  return {
    userSaid(event, stamp, replayTo) {
      whole(
        event.text,
        {
          ...attributesOf(event.segmentId, event.turnId, stamp, event.final),
          ...(event.speaker !== undefined && { [SPEAKER]: event.speaker }),
        },
        identityOf(event.turnId),
        replayTo,
      )
    },

    replyAppended({ segmentId, turnId, delta }, stamp) {
      if (open?.segmentId !== segmentId) {
        closeOpen()
        const writer = room.streamText({
          topic: TRANSCRIPTION_TOPIC,
          attributes: attributesOf(segmentId, turnId, stamp, false),
          senderIdentity: room.agentIdentity,
        })
        open = { segmentId, turnId, text: '', stamp, writers: [writer] }
      }
      open.text += delta
      for (const writer of open.writers) writer.write(delta)
    },

    // A stream that repeats the segment takes the place of the one before it.
    replyReplaced({ segmentId, turnId, text }, stamp) {
      closeOpen()
      const writer = room.streamText({
        topic: TRANSCRIPTION_TOPIC,
        attributes: { ...attributesOf(segmentId, turnId, stamp, false), [REPLAY]: 'true' },
        senderIdentity: room.agentIdentity,
      })
      writer.write(text)
      open = { segmentId, turnId, text, stamp, writers: [writer] }
    },

    replyEnded(event, stamp) {
      if (open?.segmentId === event.segmentId) return closeOpen()
      // A reply that was never streamed, such as a refusal, is said in one piece.
      whole(event.text, attributesOf(event.segmentId, event.turnId, stamp, true), room.agentIdentity)
    },

    replayReply(event, stamp, to) {
      whole(event.text, attributesOf(event.segmentId, event.turnId, stamp, true), room.agentIdentity, to)
    },

    joinOpenReply(to) {
      if (!open) return
      const { segmentId, turnId, stamp, text } = open
      const writer = room.streamText({
        topic: TRANSCRIPTION_TOPIC,
        attributes: { ...attributesOf(segmentId, turnId, stamp, false), [REPLAY]: 'true' },
        senderIdentity: room.agentIdentity,
        to,
      })
      writer.write(text)
      open.writers.push(writer)
    },

    close: closeOpen,
  }
}
