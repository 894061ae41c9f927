// Turns text into audio.
import type { VoiceChoice } from '../../shared/voices.ts'
import type { AbortSignalLike } from './clock.ts'

export interface VoiceStyle {
  /** One of the engine's voices. */
  voice: string
  /** 1 is the voice's normal pace, 2 twice as fast; the pitch stays. */
  rate: number
}

export const RATES = { min: 0.5, max: 2 } as const

export const boundedRate = (rate: number): number =>
  Number.isFinite(rate) ? Math.min(RATES.max, Math.max(RATES.min, rate)) : 1

export interface VoiceEngine {
  readonly id: string
  readonly name: string
  readonly sampleRate: number
  readonly voices: readonly VoiceChoice[]
  /**
   * Speaks about a sentence, as samples of one channel, in parts as they are ready. A text with nothing to say gives no
   * audio. Ends without more audio when aborted. Throws a FaultError, voice_failed or voice_unavailable, where it cannot
   * speak. An unknown voice means the first one.
   */
  speak(text: string, style: VoiceStyle, signal: AbortSignalLike): AsyncIterable<Int16Array>
  /** Loads the voice, so that the first sentence comes sooner. Optional. */
  prepare(style: VoiceStyle): Promise<void>
  close(): Promise<void>
}
