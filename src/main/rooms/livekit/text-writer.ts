// A text stream into a LiveKit room. It is written to at once and sent in its turn; what is written while it waits goes
// out together.
import type { LocalParticipant } from '@livekit/rtc-node'
import type { TextStreamOptions, TextStreamWriter } from '../../../core/ports.ts'
import type { Outgoing } from './outgoing.ts'

/** In characters: far less than a packet holds. */
const FEW = 2_000

export function openTextWriter(
  participant: LocalParticipant,
  outgoing: Outgoing,
  { topic, attributes, senderIdentity, to }: TextStreamOptions,
): TextStreamWriter {
  let stream: Awaited<ReturnType<LocalParticipant['streamText']>> | null = null
  let unsent = ''
  let isFirst = true

  let opened: Promise<unknown> = Promise.resolve()
  // Only what is written to it waits until it is open. What is written to one that cannot be opened is lost with it.
  outgoing.begin(() => {
    const opening = open()
    opened = opening.catch(() => {})
    return opening
  })
  async function open(): Promise<void> {
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
      // The first words of a text are few: what is said next does not wait for them.
      if (isFirst && text.length < FEW) outgoing.begin(send)
      else outgoing.send(text.length, send)
      isFirst = false
    },
    close() {
      // Nobody waits for the end of a text: what is said next goes out at once.
      outgoing.begin(async () => {
        await opened
        await stream?.close()
      })
    },
  }
}
