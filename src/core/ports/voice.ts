// What the agent needs to speak: something that makes sound of words.
import type { VoiceChoice } from '../../shared/voices.ts'
import type { AbortSignalLike } from '../ports.ts'

export interface VoiceStyle {
  /** One of the engine's voices. */
  voice: string
  /** 1 is the voice's own pace, 2 twice as fast; the pitch stays. */
  rate: number
}

export const RATES = { least: 0.5, most: 2 } as const

/** As an engine takes it, whatever was asked for. */
export const boundedRate = (rate: number): number =>
  Number.isFinite(rate) ? Math.min(RATES.most, Math.max(RATES.least, rate)) : 1

/** Makes speech of text: embedded, fetched, or a server's. */
export interface VoiceEngine {
  readonly id: string
  readonly name: string
  /** Of all it says. */
  readonly sampleRate: number
  readonly voices: readonly VoiceChoice[]
  /**
   * Says a sentence or so, as samples of one channel, in parts as they are ready. Text with nothing to say is no sound.
   * Stopped by its signal it ends without a word more; it throws a FaultError, voice_failed or voice_unavailable, where
   * it cannot speak. A voice it does not have is its first one.
   */
  speak(text: string, style: VoiceStyle, signal: AbortSignalLike): AsyncIterable<Int16Array>
  /** Gets ready, so that the first sentence is not kept waiting. It may be left out. */
  prepare(style: VoiceStyle): Promise<void>
  close(): Promise<void>
}
