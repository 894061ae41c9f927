// A text stream into a LiveKit room. It is written to at once and sent in its turn; what is written while it waits goes
// out together. LiveKit's library lets what is handed over at the same time overtake each other: texts of one segment, such
// as a guess and the words it became, wait for each other, since the last of them is the one that counts.
import type { LocalParticipant } from '@livekit/rtc-node'
import type { TextStreamOptions, TextStreamWriter } from '../../../core/ports.ts'
import { SEGMENT_ID } from '../../../shared/wire/transcription.ts'
import type { Outgoing } from './outgoing.ts'

/** In characters: far less than a packet holds. */
const FEW = 2_000

/** What is under way of each segment. */
export type SegmentsUnderWay = Map<string, Promise<unknown>>

export function openTextWriter(
  participant: Pick<LocalParticipant, 'streamText'>,
  outgoing: Outgoing,
  segments: SegmentsUnderWay,
  { topic, attributes, senderIdentity, to }: TextStreamOptions,
): TextStreamWriter {
  let stream: Awaited<ReturnType<LocalParticipant['streamText']>> | null = null
  let unsent = ''
  let isFirst = true
  const segment = attributes[SEGMENT_ID]

  /** Whatever comes of this segment next comes after it. */
  function underWay(work: Promise<void>): Promise<void> {
    if (segment === undefined) return work
    const all = Promise.allSettled([segments.get(segment), work])
    segments.set(segment, all)
    void all.then(() => segments.get(segment) === all && segments.delete(segment))
    return work
  }

  let opened: Promise<unknown> = Promise.resolve()
  // Only what is written to it waits until it is open. What is written to one that cannot be opened is lost with it.
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
      ...(to !== undefined && { destinationIdentities: [to] }),
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
      // The first words of a text are few: what is said next does not wait for them.
      if (isFirst && text.length < FEW) outgoing.begin(sendInOrder)
      else outgoing.send(text.length, sendInOrder)
      isFirst = false
    },
    close() {
      // Nobody waits for the end of a text: what is said next goes out at once.
      const end = async (): Promise<void> => {
        await opened
        await stream?.close()
      }
      outgoing.begin(() => underWay(end()))
    },
  }
}
