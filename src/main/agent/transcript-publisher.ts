// Publishes transcripts and replies as `lk.transcription` text streams, as LiveKit frontends expect: the user's text
// whole with every update, the agent's as one growing stream per segment.
import type { ConversationEventOf } from '../../shared/conversation.ts'
import {
  CHAT_TOPIC,
  EVENT_ID,
  EVENT_TIME,
  REPLAY,
  SEGMENT_ID,
  SPEAKER,
  TRANSCRIPTION_FINAL,
  TRANSCRIPTION_TOPIC,
  TURN_ID,
} from '../../shared/wire/transcription.ts'
import type { Room, TextStreamWriter } from '../../core/ports/room.ts'
import type { Participants } from './participants.ts'

export interface Stamp {
  id: string
  at: number
}

export interface TranscriptPublisher {
  userSaid(event: ConversationEventOf<'transcript.updated'>, stamp: Stamp, replayTo?: string): void
  replyAppended(event: ConversationEventOf<'reply.appended'>, stamp: Stamp): void
  replyReplaced(event: ConversationEventOf<'reply.replaced'>, stamp: Stamp): void
  replyEnded(event: ConversationEventOf<'reply.ended'>, stamp: Stamp): void
  /** Sends something that is not part of a reply to one participant, as transcription and as chat. */
  announce(text: string, stamp: Stamp, to: string): void
  replayReply(event: ConversationEventOf<'reply.ended'>, stamp: Stamp, to: string): void
  /** Sends the unfinished replies to a newcomer: the text so far, then the rest as it comes. */
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
  { identityOf, alreadyShownBy }: Pick<Participants, 'identityOf' | 'alreadyShownBy'>,
): TranscriptPublisher {
  /** More than one while a turn runs beside another. */
  const open = new Map<string, OpenReply>()

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
    { to, except }: { to?: string | undefined; except?: string | undefined } = {},
  ): void {
    const writer = room.streamText({
      topic: TRANSCRIPTION_TOPIC,
      attributes: to === undefined ? attributes : { ...attributes, [REPLAY]: 'true' },
      senderIdentity,
      ...(to !== undefined && { to }),
      ...(except !== undefined && { except }),
    })
    writer.write(text)
    writer.close()
  }

  function closeOpen(segmentId: string): boolean {
    const reply = open.get(segmentId)
    for (const writer of reply?.writers ?? []) writer.close()
    return open.delete(segmentId)
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
        // A window that resumes gets everything.
        replayTo === undefined ? { except: alreadyShownBy(event.turnId) } : { to: replayTo },
      )
    },

    replyAppended({ segmentId, turnId, delta }, stamp) {
      let reply = open.get(segmentId)
      if (!reply) {
        const writer = room.streamText({
          topic: TRANSCRIPTION_TOPIC,
          attributes: attributesOf(segmentId, turnId, stamp, false),
          senderIdentity: room.agentIdentity,
        })
        reply = { segmentId, turnId, text: '', stamp, writers: [writer] }
        open.set(segmentId, reply)
      }
      reply.text += delta
      for (const writer of reply.writers) writer.write(delta)
    },

    // A new stream of the same segment replaces the previous one.
    replyReplaced({ segmentId, turnId, text }, stamp) {
      closeOpen(segmentId)
      const writer = room.streamText({
        topic: TRANSCRIPTION_TOPIC,
        attributes: { ...attributesOf(segmentId, turnId, stamp, false), [REPLAY]: 'true' },
        senderIdentity: room.agentIdentity,
      })
      writer.write(text)
      open.set(segmentId, { segmentId, turnId, text, stamp, writers: [writer] })
    },

    replyEnded(event, stamp) {
      if (closeOpen(event.segmentId)) return
      // A reply that was never streamed, such as a refusal, is sent in one piece.
      whole(event.text, attributesOf(event.segmentId, event.turnId, stamp, true), room.agentIdentity)
    },

    announce(text, stamp, to) {
      const segmentId = `said-${stamp.id}`
      const topics: Record<string, Record<string, string>> = {
        [TRANSCRIPTION_TOPIC]: attributesOf(segmentId, segmentId, stamp, true),
        [CHAT_TOPIC]: {},
      }
      for (const [topic, attributes] of Object.entries(topics)) {
        const writer = room.streamText({ topic, attributes, senderIdentity: room.agentIdentity, to })
        writer.write(text)
        writer.close()
      }
    },

    replayReply(event, stamp, to) {
      whole(event.text, attributesOf(event.segmentId, event.turnId, stamp, true), room.agentIdentity, { to })
    },

    joinOpenReply(to) {
      for (const { segmentId, turnId, stamp, text, writers } of open.values()) {
        const writer = room.streamText({
          topic: TRANSCRIPTION_TOPIC,
          attributes: { ...attributesOf(segmentId, turnId, stamp, false), [REPLAY]: 'true' },
          senderIdentity: room.agentIdentity,
          to,
        })
        writer.write(text)
        writers.push(writer)
      }
    },

    close() {
      for (const segmentId of open.keys()) closeOpen(segmentId)
    },
  }
}
