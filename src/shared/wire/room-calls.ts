// The calls a participant can make to the agent in a room, whatever carries it. Payload and answer are JSON text.
import { z } from 'zod'

/** Ask for what was missed: `after` is the last event id seen, null for everything. */
export const resumeRequest = z.object({ after: z.string().max(128).nullable() })

/**
 * The answer comes after the last replayed event. `found` is false when the id is not in the log (any more): nothing was
 * replayed, and the client starts afresh with null. `last` is the id to resume after from now on.
 */
export const resumeAnswer = z.object({
  session: z.string(),
  found: z.boolean(),
  last: z.string().nullable(),
  events: z.number().int().nonnegative(),
})
export type ResumeAnswer = z.infer<typeof resumeAnswer>

/** Ask to see a file of the workspace, scrolled to a line. */
export const openFileRequest = z.object({
  file: z.string().min(1).max(4096),
  line: z.number().int().positive().optional(),
})
