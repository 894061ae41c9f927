// Finds the lines that contain a text, and stops looking as soon as there are enough.
import type { AbortSignalLike, SearchOutcome } from '../../core/ports.ts'
import type { SearchHit } from '../../shared/artifacts.ts'
import { FaultError } from '../../shared/errors.ts'
import { createHitReader } from './hit-reader.ts'
import { runRipgrep } from './ripgrep.ts'

/** Ripgrep itself cuts lines here, so that one line of minified code never fills our memory. */
const MAX_COLUMNS = 400

export async function searchText(
  root: string,
  text: string,
  options: { limit: number; signal?: AbortSignalLike },
): Promise<SearchOutcome> {
  if (text.trim() === '') {
    throw new FaultError('bad_request', 'There is nothing to search for.', 'Say what text to find.')
  }
  // No line contains the end of a line.
  if (/[\n\r\0]/.test(text)) return { hits: [], truncated: false }

  const hits: SearchHit[] = []
  let truncated = false
  const reader = createHitReader((hit) => {
    truncated = hits.length >= options.limit
    if (!truncated) hits.push(hit)
    return !truncated
  })
  const flags = [
    '--fixed-strings',
    '--smart-case',
    '--line-number',
    '--with-filename',
    '--no-heading',
    '--null',
    `--max-columns=${MAX_COLUMNS}`,
    '--max-columns-preview',
  ]
  await runRipgrep(flags, [text], {
    cwd: root,
    ...(options.signal && { signal: options.signal }),
    onOutput: (chunk) => reader.read(chunk),
  })
  return { hits, truncated }
}
