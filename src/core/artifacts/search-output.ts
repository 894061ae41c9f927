// Reads the output of search tools: `file:line:content`, one hit per line, or one file name per line.
import { searchHit, type SearchHit } from '../../shared/artifacts.ts'
import { truncate } from '../../base/truncate.ts'
import type { Fields } from './tool-fields.ts'

export interface SearchOutput {
  hits: SearchHit[]
  /** There were more hits than the limit. */
  truncated: boolean
}

/** More than anybody reads, and still a message of reasonable size. */
const MAX_HITS = 1000
const MAX_CONTENT = 400
const MAX_LINE = 8192

/** Sentences that tools print between or instead of hits. */
const REMARK =
  /^(?:no (?:files|matches)(?: were)? found\.?|found \d+ \w+.*|(?:grep: )?binary file .+ matches)$/i

/**
 * Reads lines of `file:line:content`. The file ends at the first `:number:`, so a drive letter belongs to the file. What
 * follows belongs to the content, a column too: content may begin with a number. A line without a number is a file name,
 * with line 0 for "somewhere in it".
 */
export function parseSearchOutput(text: string): SearchOutput {
  // Tools print separators only if they print lines of context, and those are no hits.
  const hasContext = /^--\r?$/m.test(text)
  return collect(text, (line) => {
    const found = /^(.+?):(\d{1,9}):(.*)$/.exec(line)
    if (found) {
      return { file: found[1] ?? '', line: Number(found[2]), content: truncate(found[3] ?? '', MAX_CONTENT) }
    }
    return hasContext ? null : { file: line, line: 0, content: '' }
  })
}

/** Reads the output of a command line, which may print other things too: only lines with a line number count. */
export function parseGrepOutput(text: string): SearchOutput {
  const { hits, truncated } = parseSearchOutput(text)
  const places = hits.filter(({ line }) => line > 0)
  return { hits: places.map((hit) => ({ ...hit, file: hit.file.replace(/^\.\//, '') })), truncated }
}

/** Reads one file name per line, the output of a glob. The window opens such a file at its first line. */
export function parseFileList(text: string): SearchOutput {
  return collect(text, (file) => ({ file, line: 1, content: '' }))
}

/** Hits a tool reports beside its text. They work for file names that no line format can express. */
export function reportedHits(details: Fields | undefined): SearchHit[] | null {
  const results = details?.['results']
  if (!Array.isArray(results)) return null
  const hits: SearchHit[] = []
  for (const result of results) {
    const hit = searchHit.safeParse(result)
    if (!hit.success) return null
    hits.push(hit.data)
  }
  return hits
}

function collect(text: string, read: (line: string) => SearchHit | null): SearchOutput {
  const hits: SearchHit[] = []
  for (const raw of eachLine(text)) {
    const line = raw.slice(0, MAX_LINE)
    if (line.trim() === '' || line === '--' || REMARK.test(line)) continue
    const hit = read(line)
    if (hit === null) continue
    if (hits.length === MAX_HITS) return { hits, truncated: true }
    hits.push(hit)
  }
  return { hits, truncated: false }
}

/** Line by line without splitting everything: the rest of a huge output is never needed. */
function* eachLine(text: string): Generator<string> {
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const until = end === -1 ? text.length : end
    yield text.slice(from, text[until - 1] === '\r' && until > from ? until - 1 : until)
    from = until + 1
  }
}
