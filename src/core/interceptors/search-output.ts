// Reads what search tools print: `file:line:content`, one hit a line, or one file name a line.
import { searchHit, type SearchHit } from '../../shared/artifacts.ts'
import { boundText } from './bound-text.ts'
import type { Fields } from './tool-fields.ts'

export interface SearchOutput {
  hits: SearchHit[]
  /** There was more than was read. */
  truncated: boolean
}

/** More than anybody looks through, and still a message of bearable size. */
const MAX_HITS = 1000
const MAX_CONTENT = 400
const MAX_LINE = 8192

/** Sentences that tools print between or instead of hits. */
const REMARK =
  /^(?:no (?:files|matches)(?: were)? found\.?|found \d+ \w+.*|(?:grep: )?binary file .+ matches)$/i

/**
 * Lines of `file:line:content`. The file ends at the first `:number:`, so a drive letter stays with the file and
 * everything after stays with the content: a column is not guessed at, for content may well begin with a number.
 * A line that holds no number is a file name, with line 0 for "somewhere in it".
 */
export function parseSearchOutput(text: string): SearchOutput {
  // Separators appear only between hits with lines of context, and those lines are no hits.
  const hasContext = /^--\r?$/m.test(text)
  return collect(text, (line) => {
    const found = /^(.+?):(\d{1,9}):(.*)$/.exec(line)
    if (found) {
      return { file: found[1] ?? '', line: Number(found[2]), content: boundText(found[3] ?? '', MAX_CONTENT) }
    }
    return hasContext ? null : { file: line, line: 0, content: '' }
  })
}

/** The same from a command line, which may print other things too: only places count, and they are named as files are. */
export function parseGrepOutput(text: string): SearchOutput {
  const { hits, truncated } = parseSearchOutput(text)
  const places = hits.filter(({ line }) => line > 0)
  return { hits: places.map((hit) => ({ ...hit, file: hit.file.replace(/^\.\//, '') })), truncated }
}

/** Lines that are file names, as a glob gives them. Opening one begins at its first line. */
export function parseFileList(text: string): SearchOutput {
  return collect(text, (file) => ({ file, line: 1, content: '' }))
}

/** Hits a tool reports beside its text: those need no reading, and survive file names no line format can hold. */
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

/** Line by line without splitting it all, since the rest of a huge output is never looked at. */
function* eachLine(text: string): Generator<string> {
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const until = end === -1 ? text.length : end
    yield text.slice(from, text[until - 1] === '\r' && until > from ? until - 1 : until)
    from = until + 1
  }
}
