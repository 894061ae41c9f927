// A voice without an engine: a tone as long as its text, in parts, at a pace that the test controls.
import { boundedRate, type VoiceEngine } from '../../src/core/ports/voice-engine.ts'
import { FaultError } from '../../src/shared/errors.ts'

const SAMPLE_RATE = 16_000
const SAMPLES_A_CHARACTER = 800

export interface FakeVoice extends VoiceEngine {
  /** The texts it was asked to speak, in order. */
  readonly asked: string[]
  /** The texts it spoke to their end. */
  readonly finished: string[]
  /** From now on it waits before each part until the test lets it continue. */
  hold(): void
  release(): void
}

export function createFakeVoice(options: { failsAt?: string } = {}): FakeVoice {
  const asked: string[] = []
  const finished: string[] = []
  let held: Promise<void> = Promise.resolve()
  let release = (): void => undefined
  let closed = false
  return {
    id: 'fake',
    name: 'A tone',
    sampleRate: SAMPLE_RATE,
    voices: [
      { id: 'low', name: 'Low' },
      { id: 'high', name: 'High' },
    ],
    asked,
    finished,
    hold() {
      held = new Promise((resolve) => (release = resolve))
    },
    release: () => release(),
    async *speak(text, { voice, rate }, signal) {
      if (signal.aborted || !/[\p{L}\p{N}]/u.test(text)) return
      asked.push(text)
      if (closed || (options.failsAt !== undefined && text.includes(options.failsAt)))
        throw new FaultError('voice_failed', 'The tone broke.', 'Try again.')
      const pitch = voice === 'high' ? 880 : 440
      const length = Math.round((text.length * SAMPLES_A_CHARACTER) / boundedRate(rate))
      for (let at = 0; at < length; at += 4_000) {
        await held
        if (signal.aborted) return
        yield Int16Array.from({ length: Math.min(4_000, length - at) }, (_, index) =>
          Math.round(6_000 * Math.sin((2 * Math.PI * pitch * (at + index)) / SAMPLE_RATE)),
        )
      }
      finished.push(text)
    },
    prepare: () => Promise.resolve(),
    close() {
      closed = true
      return Promise.resolve()
    },
  }
}
