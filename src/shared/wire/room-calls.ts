// The calls a participant can make to the agent in a room, whatever carries it. Payload and answer are JSON text.
import { z } from 'zod'
import { approvalDecisions, viewContext } from '../conversation.ts'

/** How much of a conversation is told at once, counted as it is kept. */
const limit = z.number().int().positive()

/**
 * Ask for what was missed: `after` is the last event id seen, null for everything. With a `limit`, only the newest of it,
 * of about so many characters.
 */
export const resumeRequest = z.object({ after: z.string().max(128).nullable(), limit: limit.optional() })

/**
 * The answer comes after the last replayed event. `found` is false when the id is not in the log (any more): nothing was
 * replayed, and the client starts afresh with null. `last` is the id to resume after from now on. `earlier` is there when a
 * limit left something out: the first event that was told, before which there are more.
 */
export const resumeAnswer = z.object({
  session: z.string(),
  found: z.boolean(),
  last: z.string().nullable(),
  events: z.number().int().nonnegative(),
  earlier: z.string().optional(),
})
export type ResumeAnswer = z.infer<typeof resumeAnswer>

/** Ask for what came before an event, the newest of it first told; the answer comes after the last of it, as with resume. */
export const earlierRequest = z.object({ before: z.string().max(128), limit })
/** `found` is false when the event is not in the log (any more). `earlier` is there when there is still more before. */
export const earlierAnswer = z.object({ found: z.boolean(), earlier: z.string().optional() })
export type EarlierAnswer = z.infer<typeof earlierAnswer>

/** Answer a question of the agent. */
export const answerRequest = z.object({
  approvalId: z.string().min(1).max(128),
  decision: z.enum(approvalDecisions),
})

/** Say what the person is looking at, so that "this line" means something. */
export const viewReport = viewContext

/** Ask for a hunk to be taken out of its file again: a unified diff of that hunk, with its file headers. */
export const revertHunkRequest = z.object({ patch: z.string().min(1) })
/** The turn in which it was taken out; when that is undone, `hunk_restored` tells of the same turn. */
export const revertHunkAnswer = z.object({ turnId: z.string().min(1).max(128) })
export type RevertHunkAnswer = z.infer<typeof revertHunkAnswer>

/** Ask for the symbols of a file, for an outline. */
export const outlineRequest = z.object({ file: z.string().min(1).max(4096) })
export const outlineAnswer = z.object({
  symbols: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      line: z.number().int().positive(),
      endLine: z.number().int().positive(),
      depth: z.number().int().nonnegative(),
    }),
  ),
})
export type OutlineAnswer = z.infer<typeof outlineAnswer>

/** Ask for the lines around a line of a file, to be shown beside a search result. */
export const linesRequest = z.object({
  file: z.string().min(1).max(4096),
  line: z.number().int().positive(),
  /** How many above it, and how many below. */
  around: z.number().int().nonnegative().max(200),
})
/** `startLine` is the number of the first of them. */
export const linesAnswer = z.object({
  startLine: z.number().int().positive(),
  lines: z.array(z.string()),
})
export type LinesAnswer = z.infer<typeof linesAnswer>

/** Ask for a picture of the workspace, for a document that shows it. */
export const imageRequest = z.object({ file: z.string().min(1).max(4096) })
export const imageAnswer = z.object({ dataUrl: z.string().startsWith('data:image/') })

/** Ask to see a file of the workspace, scrolled to a line. */
export const openFileRequest = z.object({
  file: z.string().min(1).max(4096),
  line: z.number().int().positive().optional(),
})

const takeId = z.string().min(1).max(128)

/**
 * Begin to talk. `hold` ends when the person lets go; in `hands_free` the agent hears where one turn ends. `playedMs` is
 * how much of the agent's voice this window had played when it was talked over.
 */
export const talkStart = z.object({
  takeId,
  mode: z.enum(['hold', 'hands_free']),
  playedMs: z.number().nonnegative().optional(),
})
/** How long one take may be, so that the window can show it. */
export const talkStartAnswer = z.object({ limitMs: z.number().positive() })
/** The longest that a key can have been let go before that is told; more is a clock that was set. */
export const MAX_SINCE_RELEASE_MS = 60_000
/** `sinceMs` is how long ago the person let go: the end of the last word was still waited for, and travelled. */
export const talkStop = z.object({
  takeId,
  sinceMs: z.number().nonnegative().max(MAX_SINCE_RELEASE_MS).optional(),
})
export const talkCancel = z.object({ takeId })

/** Stop. `playedMs` is how much of the agent's voice this window had really played since the voice began. */
export const interruptRequest = z.object({ playedMs: z.number().nonnegative().optional() })

export const restoreRequest = z.object({
  turnId: z.string().min(1).max(128),
  at: z.number().int().nonnegative(),
})
export const repeatRequest = z.object({
  turnId: z.string().min(1).max(128),
  from: z.number().int().nonnegative(),
})
export const takeRequest = z.object({ takeId, decision: z.enum(['send', 'discard']) })
