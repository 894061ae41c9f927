// How fast the engines are on this machine, measured once and kept: neither the machine nor they change by themselves.
import { z } from 'zod'

export const measuredSpeeds = z.object({
  /** What the larger recogniser took for three seconds of sound, in milliseconds. */
  recogniserMs: z.number().positive().optional(),
  /** Seconds of work for a second of speech. */
  naturalVoiceSpeed: z.number().positive().optional(),
})
export type MeasuredSpeeds = z.infer<typeof measuredSpeeds>

export interface SpeechMemory {
  get(): MeasuredSpeeds
  keep(part: MeasuredSpeeds): Promise<void>
}
