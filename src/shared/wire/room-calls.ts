// The calls that a participant can make to the agent in any room. Payload and answer are JSON text.
import { z } from 'zod'
import { approvalDecisions, MAX_COMMENT, namedHunk, namedHunks, viewContext } from '../conversation.ts'

/** An empty call, to measure the round trip to the agent. */
export const PING_METHOD = 'parley.ping'

/** The most characters of a conversation to replay, in the format of the journal. */
const limit = z.number().int().positive()

/**
 * Replays missed events: `after` is the last event that the client has, null for all. With a `limit`, only the newest
 * events, of about so many characters.
 */
export const resumeRequest = z.object({ after: z.string().max(128).nullable(), limit: limit.optional() })

/**
 * The answer follows the last replayed event. `found` is false if the id is not in the log (any more), or too much was missed:
 * then nothing was replayed, and the client starts again with null. `last` is the id for the next resume. `earlier` is the
 * first replayed event, if the limit left out events before it.
 */
export const resumeAnswer = z.object({
  session: z.string(),
  found: z.boolean(),
  last: z.string().nullable(),
  events: z.number().int().nonnegative(),
  earlier: z.string().optional(),
})
export type ResumeAnswer = z.infer<typeof resumeAnswer>

/** Replays the newest events before this one. The answer follows the last of them, as with resume. */
export const earlierRequest = z.object({ before: z.string().max(128), limit })
/** `found` is false if the event is not in the log (any more). `earlier` is set if there are still more before. */
export const earlierAnswer = z.object({ found: z.boolean(), earlier: z.string().optional() })
export type EarlierAnswer = z.infer<typeof earlierAnswer>

/** Answers an approval. */
export const answerRequest = z.object({
  approvalId: z.string().min(1).max(128),
  decision: z.enum(approvalDecisions),
})

/** Says what the user looks at, for requests such as "explain this line". */
export const viewReport = viewContext

/** Shows the working or staged changes of this diff as they are now: the artifact is sent again, with the same id. */
export const refreshDiffRequest = z.object({ artifactId: z.string().min(1).max(128) })

/** Remembers hunks that the user keeps, or has not decided about any more. No file changes. */
export const decideHunksRequest = namedHunks.extend({ decision: z.enum(['kept', 'undecided']) })

/** Remembers a comment on a hunk; an empty text removes it. No file changes. */
export const commentHunkRequest = namedHunk.extend({ text: z.string().max(MAX_COMMENT) })

/**
 * Reverts a hunk in its file: `patch` is a unified diff of that hunk, with its file headers. `of` is where it was shown, to
 * remember that it was reverted.
 */
export const revertHunkRequest = z.object({
  patch: z.string().min(1),
  of: namedHunk.optional(),
})
/** The turn that reverts it. When the hunk is restored, `hunk_restored` names the same turn. */
export const revertHunkAnswer = z.object({ turnId: z.string().min(1).max(128) })
export type RevertHunkAnswer = z.infer<typeof revertHunkAnswer>
/** Puts the hunk back that this turn reverted. */
export const restoreHunkRequest = z.object({ turnId: z.string().min(1).max(128) })

/** Gets the symbols of a file, for an outline. */
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

/** Gets the lines around a line of a file, to show next to a search result. */
export const linesRequest = z.object({
  file: z.string().min(1).max(4096),
  line: z.number().int().positive(),
  /** How many lines above, and as many below. */
  around: z.number().int().nonnegative().max(200),
})
/** `startLine` is the number of the first line. */
export const linesAnswer = z.object({
  startLine: z.number().int().positive(),
  lines: z.array(z.string()),
})
export type LinesAnswer = z.infer<typeof linesAnswer>

/** Gets an image of the workspace, for markdown that contains it. */
export const imageRequest = z.object({ file: z.string().min(1).max(4096) })
export const imageAnswer = z.object({ dataUrl: z.string().startsWith('data:image/') })

/** Shows a file of the workspace, scrolled to a line. */
export const openFileRequest = z.object({
  file: z.string().min(1).max(4096),
  line: z.number().int().positive().optional(),
})

const takeId = z.string().min(1).max(128)

/**
 * Starts a take. `hold` ends when the user releases the key; in `hands_free` the agent detects the end of each utterance.
 * `playedMs` is how much of the agent's voice this window had played when the user interrupted it.
 */
export const talkStart = z.object({
  takeId,
  mode: z.enum(['hold', 'hands_free']),
  playedMs: z.number().nonnegative().optional(),
})
/** `limitMs` is the longest take, for the window to show. */
export const talkStartAnswer = z.object({
  limitMs: z.number().positive(),
  /** The agent already has the whole take and its end; only the answer was lost. */
  over: z.boolean().optional(),
})
/** The longest time between a key's release and this call. A longer one means that the clock was changed. */
export const MAX_SINCE_RELEASE_MS = 60_000
/** `sinceMs` is how long ago the user released the key: the window waits for the last audio before it makes this call. */
export const talkStop = z.object({
  takeId,
  sinceMs: z.number().nonnegative().max(MAX_SINCE_RELEASE_MS).optional(),
})
export const talkCancel = z.object({ takeId })

/** Interrupts the turn. `playedMs` is how much of the agent's voice this window has played. */
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
