// How the agent's ears and voice are, as it tells the room in its attributes.
import { z } from 'zod'

const engineState = z.discriminatedUnion('tag', [
  /** The weights are being loaded, or fetched: `progress` runs from 0 to 1 where it is known. */
  z.object({ tag: z.literal('loading'), progress: z.number().min(0).max(1).optional() }),
  z.object({ tag: z.literal('ready') }),
  z.object({
    tag: z.literal('failed'),
    message: z.string().max(500),
    remedy: z.string().max(500),
  }),
  /** Turned off by the person. */
  z.object({ tag: z.literal('off') }),
])

/** What listens or speaks, by a name a person can read, and how it is. */
export const speechState = z.object({ name: z.string().max(80), state: engineState })
export type SpeechState = z.infer<typeof speechState>
