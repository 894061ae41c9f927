// How fast the engines are on this computer. Measured once and stored.
import { z } from 'zod'

export const measuredSpeeds = z.object({
  /** Milliseconds the larger recognizer took for three seconds of audio. */
  recogniserMs: z.number().positive().optional(),
  /** Seconds of work for each second of speech. */
  naturalVoiceSpeed: z.number().positive().optional(),
})
export type MeasuredSpeeds = z.infer<typeof measuredSpeeds>

export interface SpeechMemory {
  get(): MeasuredSpeeds
  store(part: MeasuredSpeeds): Promise<void>
}
