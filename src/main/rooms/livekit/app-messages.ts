// What participants' apps send on `ganglia-events`: typed requests, and whether they play replies. The agent has one voice
// for the whole room, so it is silent only while nobody in the room wants to hear it.
import { decodeClientMessage } from '../../../core/wires/ganglia/decode-packet.ts'

interface Deps {
  people(): readonly { identity: string }[]
  onTyped(text: string, from: string): void
  /** From now on nobody wants to hear replies. */
  onVoiceUnwanted(): void
}

export function createAppMessages({ people, onTyped, onVoiceUnwanted }: Deps) {
  /** Participants whose app shows replies and does not play them. */
  const readers = new Set<string>()

  function isVoiceWanted(): boolean {
    const present = people()
    return present.length === 0 || present.some(({ identity }) => !readers.has(identity))
  }

  return {
    isVoiceWanted,
    receive(packet: Uint8Array, from: string): void {
      const message = decodeClientMessage(packet)
      if (message?.type === 'text_message') return onTyped(message.text, from)
      if (message?.type !== 'tts-mode') return
      if (message.value === 'on') return void readers.delete(from)
      readers.add(from)
      if (!isVoiceWanted()) onVoiceUnwanted()
    },
    left: (identity: string): void => void readers.delete(identity),
  }
}
