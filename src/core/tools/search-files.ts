// Finds text, files by what the user called them, and all files that match a pattern.
import { z } from 'zod'
import type { SearchHit } from '../../shared/artifacts.ts'
import { shortTitle } from '../artifacts/artifact-title.ts'
import { isDocumentFile } from '../artifacts/file-language.ts'
import { parseFileList, parseSearchOutput, reportedHits } from '../artifacts/search-output.ts'
import { detailIn, filledField, PATTERN_KEYS, type Fields } from '../artifacts/tool-fields.ts'
import { clearlyBest, rankFiles } from '../understanding/rank-files.ts'
import { globFilter } from './glob-filter.ts'
import type { ArtifactContent, ForeignOutput, RunnableTool } from './tool.ts'

const MAX_HITS = 500
const MAX_FILES = 100
/** With more, an answer says so. */
export const MAX_LISTED = 1_000_000
/** The artifact shows at most this many; the result counts all. */
const MAX_SHOWN = 2_000

export interface SearchResult {
  query: string
  hits: SearchHit[]
  truncated: boolean
  title?: string | undefined
}

const searchStatus = (fields: Fields) =>
  ({ action: 'searching_files', detail: detailIn(fields, PATTERN_KEYS) }) as const

const globs = z.array(z.string()).readonly().optional()

const grepArgs = z.object({
  /** What the search is called on screen. */
  pattern: z.string(),
  /** What to search for instead of the pattern: the first of these that finds something. */
  attempts: z
    .array(z.object({ pattern: z.string(), regex: z.boolean() }))
    .readonly()
    .optional(),
  /** Only files that match one of these globs. */
  include: globs,
  title: z.string().optional(),
  /** Documents come last, because they explain code and call nothing. */
  codeFirst: z.boolean().optional(),
})

export const grepTool: RunnableTool<z.infer<typeof grepArgs>, SearchResult> = {
  name: 'Grep',
  aliases: ['grep', 'search'],
  failure: 'Search failed',
  status: searchStatus,
  args: grepArgs,
  async run({ pattern, attempts = [{ pattern, regex: false }], include, title, codeFirst }, context) {
    const { workspace, signal, show } = context
    const result: SearchResult = { query: pattern, hits: [], truncated: false, title }
    for (const attempt of attempts) {
      const hits: SearchHit[] = []
      const found = await workspace.search(attempt.pattern, {
        limit: MAX_HITS,
        regex: attempt.regex,
        ...(include && { globs: { include } }),
        signal,
        onHits(more) {
          for (const hit of more) hits.push(hit)
          show(() => searchArtifact({ ...result, hits: [...hits] }))
        },
      })
      Object.assign(result, found)
      if (result.hits.length > 0 || signal?.aborted) break
    }
    if (codeFirst)
      result.hits = result.hits.toSorted(
        (a, b) => Number(isDocumentFile(a.file)) - Number(isDocumentFile(b.file)),
      )
    return result
  },
  artifact: (result) => searchArtifact(result),
  foreignArtifact(call, output) {
    if (filledField(output.details, ['best']) !== undefined) return null
    return searchArtifact(foreignSearch(queryOf(call.args), output, parseSearchOutput))
  },
}

export const searchArtifact = ({ query, hits, truncated, title }: SearchResult): ArtifactContent => ({
  kind: 'search_results',
  title: shortTitle(title ?? `Search: ${query}`),
  query,
  results: hits,
  ...(truncated && { truncated }),
})

export function foreignSearch(
  query: string,
  { text, details }: ForeignOutput,
  parse: typeof parseSearchOutput,
): SearchResult {
  const reported = reportedHits(details)
  const { hits, truncated } = reported ? { hits: reported, truncated: false } : parse(text)
  return {
    query,
    hits,
    truncated: truncated || details?.['truncated'] === true,
    title: filledField(details, ['title']),
  }
}

const queryOf = (fields: Fields): string =>
  filledField(fields, PATTERN_KEYS) ?? detailIn(fields, PATTERN_KEYS) ?? ''

export interface FoundFiles {
  query: string
  /** Best first. */
  files: string[]
  truncated: boolean
  /** The one file the name can only mean. */
  best: string | null
}

const globArgs = z.object({ pattern: z.string() })

export const globTool: RunnableTool<z.infer<typeof globArgs>, FoundFiles> = {
  name: 'Glob',
  aliases: ['glob'],
  failure: 'Search failed',
  status: searchStatus,
  args: globArgs,
  async run({ pattern }, { workspace, signal }) {
    // One more than the limit, to know whether there are more.
    const found = await workspace.findFiles(pattern, { limit: MAX_FILES + 1, signal })
    const files = found.slice(0, MAX_FILES)
    const best = clearlyBest(rankFiles(files, pattern, 2))
    return { query: pattern, files, truncated: found.length > files.length, best }
  },
  artifact: ({ query, files, truncated, best }) =>
    // The brain is about to open that file; a list of one would be in the way.
    best === null ? filesArtifact(query, { hits: files.map(atFirstLine), truncated }) : null,
  foreignArtifact({ args }, output) {
    if (filledField(output.details, ['best']) !== undefined) return null
    const query = queryOf(args)
    return filesArtifact(query, foreignSearch(query, output, parseFileList))
  },
}

const atFirstLine = (file: string): SearchHit => ({ file, line: 1, content: '' })

const filesArtifact = (
  query: string,
  { hits, truncated, title = `Files: ${query}` }: Omit<SearchResult, 'query'>,
): ArtifactContent => searchArtifact({ query, hits, truncated, title })

const listArgs = z.object({ include: globs })

export interface ListedFiles {
  pattern: string
  files: string[]
  /** The workspace has more files than were looked at. */
  truncated: boolean
}

export const listFilesTool: RunnableTool<z.infer<typeof listArgs>, ListedFiles> = {
  name: 'ListFiles',
  failure: 'Search failed',
  status: ({ include }) => ({ action: 'searching_files', detail: patternOf(include) }),
  args: listArgs,
  async run({ include }, { workspace, signal }) {
    const { files, truncated } = await workspace.listFiles({ limit: MAX_LISTED, signal })
    return { pattern: patternOf(include), files: files.filter(globFilter({ include })), truncated }
  },
  artifact: ({ pattern, files, truncated }) =>
    filesArtifact(pattern, {
      hits: files.slice(0, MAX_SHOWN).map((file) => ({ file, line: 0, content: '' })),
      truncated: truncated || files.length > MAX_SHOWN,
    }),
}

const patternOf = (include: unknown): string => (Array.isArray(include) ? include.join(' ') : '**')
