// A text stream into a LiveKit room. It is written to at once and sent in its turn; what is written while it waits goes
// out together.
import type { LocalParticipant } from '@livekit/rtc-node'
import type { TextStreamOptions, TextStreamWriter } from '../../../core/ports.ts'
import type { Outgoing } from './outgoing.ts'

export function openTextWriter(
  participant: LocalParticipant,
  outgoing: Outgoing,
  { topic, attributes, senderIdentity, to }: TextStreamOptions,
): TextStreamWriter {
  let stream: Awaited<ReturnType<LocalParticipant['streamText']>> | null = null
  let unsent = ''

  outgoing.send(0, async () => {
    stream = await participant.streamText({
      topic,
      attributes,
      ...(senderIdentity !== undefined && { senderIdentity }),
      ...(to !== undefined && { destinationIdentities: [to] }),
    })
  })
  return {
    write(text) {
      if (text === '') return
      const waits = unsent !== ''
      unsent += text
      if (waits) return
      outgoing.send(text.length, async () => {
        const piece = unsent
        unsent = ''
        await stream?.write(piece)
      })
    },
    close() {
      outgoing.send(0, async () => {
        await stream?.close()
      })
    },
  }
}
