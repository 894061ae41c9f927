// How long a voice takes on this machine for each second it speaks.
import type { VoiceEngine, VoiceStyle } from '../../../core/ports/voice.ts'
import { MEASURED_SENTENCE } from '../../../core/voice/voice-speed.ts'

/** Once for loading and warming up, once to be measured. */
export async function measureVoice(
  engine: VoiceEngine,
  style: VoiceStyle,
  signal: AbortSignal,
): Promise<number> {
  let measured = Number.POSITIVE_INFINITY
  for (let round = 0; round < 2 && !signal.aborted; round++) {
    const from = performance.now()
    let samples = 0
    for await (const part of engine.speak(MEASURED_SENTENCE, style, signal)) samples += part.length
    measured =
      samples === 0
        ? Number.POSITIVE_INFINITY
        : (performance.now() - from) / 1000 / (samples / engine.sampleRate)
  }
  return measured
}
