// The state of the recognizer and the voice, as the agent publishes it in its attributes.
import { z } from 'zod'

const engineState = z.discriminatedUnion('tag', [
  /** Loading or downloading the model; `progress` is from 0 to 1 if known. */
  z.object({ tag: z.literal('loading'), progress: z.number().min(0).max(1).optional() }),
  z.object({ tag: z.literal('ready') }),
  z.object({
    tag: z.literal('failed'),
    message: z.string().max(500),
    remedy: z.string().max(500),
  }),
  /** Turned off by the user. */
  z.object({ tag: z.literal('off') }),
])

/** The engine's name and its state. */
export const speechState = z.object({ name: z.string().max(80), state: engineState })
export type SpeechState = z.infer<typeof speechState>
