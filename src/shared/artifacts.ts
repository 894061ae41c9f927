// What the agent shows: six kinds of artifact, each of which becomes one tab in the viewer.
import { z } from 'zod'

const id = z.string().min(1).max(128)
const title = z.string().max(1024)

/** One line found by a search. */
export const searchHit = z.object({
  file: z.string(),
  line: z.number().int().nonnegative(),
  content: z.string(),
})
export type SearchHit = z.infer<typeof searchHit>

/** A change to one or more files, as a unified diff. */
const diffArtifact = z.object({ kind: z.literal('diff'), id, title, file: z.string(), diff: z.string() })

/** A piece of source code. `startLine` numbers its first line; `focusLine` is the line to scroll to. */
const codeArtifact = z.object({
  kind: z.literal('code'),
  id,
  title,
  content: z.string(),
  language: z.string().optional(),
  file: z.string().optional(),
  startLine: z.number().int().positive().optional(),
  focusLine: z.number().int().positive().optional(),
})

/** A document to be read as rendered text. */
const markdownArtifact = z.object({
  kind: z.literal('markdown'),
  id,
  title,
  content: z.string(),
  file: z.string().optional(),
})

/** A file as a whole: written, or one whose text cannot be shown, in which case `note` says why. */
const fileArtifact = z.object({
  kind: z.literal('file'),
  id,
  title,
  file: z.string(),
  content: z.string().optional(),
  language: z.string().optional(),
  size: z.number().int().nonnegative().optional(),
  note: z.string().optional(),
})

/** Where something was found. `truncated` says that there was more than is listed. */
const searchResultsArtifact = z.object({
  kind: z.literal('search_results'),
  id,
  title,
  query: z.string(),
  results: z.array(searchHit),
  truncated: z.boolean().optional(),
})

/** Something that failed, in words a person can act on. */
const errorArtifact = z.object({
  kind: z.literal('error'),
  id,
  title,
  message: z.string(),
  stack: z.string().optional(),
})

export const artifact = z.discriminatedUnion('kind', [
  diffArtifact,
  codeArtifact,
  markdownArtifact,
  fileArtifact,
  searchResultsArtifact,
  errorArtifact,
])
export type Artifact = z.infer<typeof artifact>
export type ArtifactKind = Artifact['kind']
export type ArtifactOf<K extends ArtifactKind> = Extract<Artifact, { kind: K }>

export const artifactKinds = [
  'diff',
  'code',
  'markdown',
  'file',
  'search_results',
  'error',
] as const satisfies readonly ArtifactKind[]
