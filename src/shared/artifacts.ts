// The kinds of artifact and their schemas. What else Parley knows about a kind is in core/artifacts/kinds.
import { z } from 'zod'

const base = { id: z.string().min(1).max(128), title: z.string().max(1024) }

/** One line that a search found. */
export const searchHit = z.object({
  file: z.string(),
  line: z.number().int().nonnegative(),
  content: z.string(),
})
export type SearchHit = z.infer<typeof searchHit>

export const artifactSchemas = {
  /** A change to one or more files, as a unified diff. */
  diff: z.object({ kind: z.literal('diff'), ...base, file: z.string(), diff: z.string() }),

  /** Source code. `startLine` numbers its first line; the view scrolls to `focusLine`. */
  code: z.object({
    kind: z.literal('code'),
    ...base,
    content: z.string(),
    language: z.string().optional(),
    file: z.string().optional(),
    startLine: z.number().int().positive().optional(),
    focusLine: z.number().int().positive().optional(),
  }),

  /** A document to show as rendered text. */
  markdown: z.object({
    kind: z.literal('markdown'),
    ...base,
    content: z.string(),
    file: z.string().optional(),
    /** The question it answers: the next answer to the same question takes its tab. */
    query: z.string().optional(),
  }),

  /** A whole file. `note` explains why `content` is missing. */
  file: z.object({
    kind: z.literal('file'),
    ...base,
    file: z.string(),
    content: z.string().optional(),
    language: z.string().optional(),
    size: z.number().int().nonnegative().optional(),
    note: z.string().optional(),
  }),

  /** The hits of a search. `truncated` means that there are more hits than listed. */
  search_results: z.object({
    kind: z.literal('search_results'),
    ...base,
    query: z.string(),
    results: z.array(searchHit),
    truncated: z.boolean().optional(),
  }),

  /** What an agent plans to do, step by step. The agent updates it under the same id. */
  checklist: z.object({
    kind: z.literal('checklist'),
    ...base,
    entries: z
      .array(
        z.object({
          text: z.string().max(2000),
          state: z.enum(['pending', 'in_progress', 'completed']),
          priority: z.enum(['high', 'medium', 'low']).optional(),
        }),
      )
      .max(500),
  }),

  /** A failure, in a sentence the user can act on. */
  error: z.object({
    kind: z.literal('error'),
    ...base,
    message: z.string(),
    stack: z.string().optional(),
  }),
}

export type ArtifactKind = keyof typeof artifactSchemas
export type ArtifactOf<K extends ArtifactKind> = z.infer<(typeof artifactSchemas)[K]>
export type Artifact = { [K in ArtifactKind]: ArtifactOf<K> }[ArtifactKind]

export const artifactKinds = Object.keys(artifactSchemas) as ArtifactKind[]

/** Every kind in `artifactSchemas`, told apart by `kind`. */
export const artifact: z.ZodType<Artifact> = z.discriminatedUnion(
  'kind',
  Object.values(artifactSchemas) as unknown as [(typeof artifactSchemas)[ArtifactKind]],
)
