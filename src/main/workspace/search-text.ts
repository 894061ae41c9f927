// Finds the lines that contain a text, and stops once there are enough.
import type { SearchOptions, SearchOutcome } from '../../core/ports/workspace.ts'
import type { SearchHit } from '../../shared/artifacts.ts'
import { FaultError } from '../../shared/errors.ts'
import { globFilter } from '../../core/tools/glob-filter.ts'
import { runRipgrep, withoutDotSlash } from './ripgrep.ts'
import { decodeLine } from './text-encoding.ts'
import type { AbortSignalLike } from '../../core/ports/clock.ts'

/** Ripgrep truncates longer lines, so that a line of minified code never fills our memory. */
const MAX_COLUMNS = 400

/** With `anyOrder`, the first hits that ripgrep finds: faster, and not the same each time if there are more. */
export async function searchText(
  root: string,
  text: string,
  options: SearchOptions,
  { anyOrder = false }: { anyOrder?: boolean } = {},
): Promise<SearchOutcome> {
  if (text.trim() === '') {
    throw new FaultError('bad_request', 'There is nothing to search for.', 'Say what text to find.')
  }
  // No line contains the end of a line.
  if (/[\n\r\0]/.test(text)) return { hits: [], truncated: false }

  const wanted = globFilter(options.globs ?? {})
  const hits: SearchHit[] = []
  let truncated = false
  let reported = 0
  const reader = createHitReader((hit) => {
    if (!wanted(hit.file)) return true
    truncated = hits.length >= options.limit
    if (!truncated) hits.push(hit)
    return !truncated
  })
  const flags = [
    ...(options.regex ? [] : ['--fixed-strings']),
    '--smart-case',
    '--line-number',
    '--with-filename',
    '--no-heading',
    '--null',
    `--max-columns=${MAX_COLUMNS}`,
    '--max-columns-preview',
    // The listener gets hits as soon as they are found, not only in blocks.
    ...(options.onHits ? ['--line-buffered'] : []),
  ]
  await runRipgrep(flags, [text], {
    cwd: root,
    isSorted: !anyOrder,
    ...(options.signal && { signal: options.signal }),
    onOutput(chunk) {
      const wantsMore = reader.read(chunk)
      if (hits.length > reported) options.onHits?.(hits.slice(reported))
      reported = hits.length
      return wantsMore
    },
  })
  return { hits, truncated }
}

export interface HitReader {
  /** False once `take` wants no more hits. */
  read(chunk: Buffer): boolean
}

const NUL = 0
const NEWLINE = 10
/** A file name and a truncated line are far shorter; anything longer is not a hit. */
const MAX_PENDING = 65_536

/** Appears between two hits, without a NUL, if a file turns out to be binary after a match. */
const WARNING = /^.*: WARNING: stopped searching binary file after match \(.*\)\n/
const CUT = / \[\.\.\. (?:omitted end of long line|\d+ more match(?:es)?)\]$/

export function createHitReader(take: (hit: SearchHit) => boolean): HitReader {
  let pending: Buffer = Buffer.alloc(0)
  return {
    read(chunk) {
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      let from = 0
      for (;;) {
        const nul = bytes.indexOf(NUL, from)
        const end = nul === -1 ? -1 : bytes.indexOf(NEWLINE, nul)
        if (end === -1) break
        const hit = hitOf(bytes.toString('utf8', from, nul), decodeLine(bytes.subarray(nul + 1, end)))
        from = end + 1
        if (hit && !take(hit)) return false
      }
      pending = bytes.length - from > MAX_PENDING ? Buffer.alloc(0) : bytes.subarray(from)
      return true
    },
  }
}

function hitOf(file: string, rest: string): SearchHit | null {
  const found = /^(\d+):(.*)$/s.exec(rest)
  if (!found) return null
  let name = file
  while (WARNING.test(name)) name = name.replace(WARNING, '')
  return {
    file: withoutDotSlash(name),
    line: Number(found[1]),
    content: (found[2] ?? '').replace(/\r$/, '').replace(CUT, '…'),
  }
}

const MAX_HITS = 400
const MAX_FILES = 40

export async function likelyFiles(root: string, said: string, signal?: AbortSignalLike): Promise<string[]> {
  const words = said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  // "parse header" may be parseHeader, parse_header or parse-header.
  const pattern = words.join('[-_ ]?')
  const { hits } = await searchText(
    root,
    pattern,
    { regex: true, limit: MAX_HITS, ...(signal && { signal }) },
    { anyOrder: true },
  )
  return [...new Set(hits.map(({ file }) => file))].slice(0, MAX_FILES)
}
