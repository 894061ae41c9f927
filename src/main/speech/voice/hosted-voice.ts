// A voice engine that runs in the speech process, as one that is asked for sentences.
import type { VoiceEngine } from '../../../core/ports/voice.ts'
import type { VoiceClient } from '../process/voice-client.ts'

type Described = Pick<VoiceEngine, 'id' | 'name' | 'sampleRate' | 'voices'>

export function createHostedVoice(client: VoiceClient, described: Described): VoiceEngine {
  const speak: VoiceEngine['speak'] = async function* (text, style, signal) {
    for await (const { samples } of client.speak(described.id, text, style, signal)) yield samples
  }
  return {
    ...described,
    speak,
    async prepare(style) {
      for await (const _ of speak('Ready.', style, new AbortController().signal)) continue
    },
    // The process is closed by whoever opened it.
    close: async () => {},
  }
}
