// A text stream into a LiveKit room. What is written while it waits for its turn is sent together. LiveKit's library does not
// keep the order of texts that are sent at the same time: texts of one segment, such as a partial and the final transcript,
// wait for each other, because the last one counts.
import type { LocalParticipant } from '@livekit/rtc-node'
import type { TextStreamOptions, TextStreamWriter } from '../../../core/ports/room.ts'
import { SEGMENT_ID } from '../../../shared/wire/transcription.ts'
import type { Outgoing } from './outgoing.ts'

/** In characters: far less than a packet holds. */
const SHORT_TEXT = 2_000

/** What is being sent of each segment. */
export type SegmentsUnderWay = Map<string, Promise<unknown>>

export function openTextWriter(
  participant: Pick<LocalParticipant, 'streamText'>,
  outgoing: Outgoing,
  segments: SegmentsUnderWay,
  { topic, attributes, senderIdentity }: TextStreamOptions,
  /** Everyone in the room when absent. */
  destinations?: readonly string[],
): TextStreamWriter {
  let stream: Awaited<ReturnType<LocalParticipant['streamText']>> | null = null
  let unsent = ''
  let isFirst = true
  const segment = attributes[SEGMENT_ID]

  /** The next text of this segment waits for this one. */
  function underWay(work: Promise<void>): Promise<void> {
    if (segment === undefined) return work
    const all = Promise.allSettled([segments.get(segment), work])
    segments.set(segment, all)
    void all.then(() => segments.get(segment) === all && segments.delete(segment))
    return work
  }

  let opened: Promise<unknown> = Promise.resolve()
  // Only writes to this stream wait until it is open. When it cannot be opened, they are lost.
  outgoing.begin(() => {
    const opening = open(segments.get(segment ?? ''))
    opened = opening.catch(() => {})
    return underWay(opening)
  })
  async function open(before: Promise<unknown> | undefined): Promise<void> {
    await before
    stream = await participant.streamText({
      topic,
      attributes,
      ...(senderIdentity !== undefined && { senderIdentity }),
      ...(destinations && { destinationIdentities: [...destinations] }),
    })
  }
  return {
    write(text) {
      if (text === '') return
      const waits = unsent !== ''
      unsent += text
      if (waits) return
      const send = async (): Promise<void> => {
        await opened
        const piece = unsent
        unsent = ''
        await stream?.write(piece)
      }
      const sendInOrder = (): Promise<void> => underWay(send())
      // The first piece of a text is short, so nothing needs to wait for it.
      if (isFirst && text.length < SHORT_TEXT) outgoing.begin(sendInOrder)
      else outgoing.send(text.length, sendInOrder)
      isFirst = false
    },
    close() {
      // Nothing waits for the end of a text.
      const end = async (): Promise<void> => {
        await opened
        await stream?.close()
      }
      outgoing.begin(() => underWay(end()))
    },
  }
}
