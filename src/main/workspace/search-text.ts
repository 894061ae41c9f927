// Finds the lines that contain a text, and stops looking as soon as there are enough.
import type { SearchOptions, SearchOutcome } from '../../core/workspace.ts'
import type { SearchHit } from '../../shared/artifacts.ts'
import { FaultError } from '../../shared/errors.ts'
import { globFilter } from './glob-filter.ts'
import { createHitReader } from './hit-reader.ts'
import { runRipgrep } from './ripgrep.ts'

/** Ripgrep itself cuts lines here, so that one line of minified code never fills our memory. */
const MAX_COLUMNS = 400

export async function searchText(root: string, text: string, options: SearchOptions): Promise<SearchOutcome> {
  if (text.trim() === '') {
    throw new FaultError('bad_request', 'There is nothing to search for.', 'Say what text to find.')
  }
  // No line contains the end of a line.
  if (/[\n\r\0]/.test(text)) return { hits: [], truncated: false }

  const wanted = globFilter(options.globs ?? {})
  const hits: SearchHit[] = []
  let truncated = false
  let told = 0
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
    // Whoever waits for the first hits gets them when they are found, and not when there are many.
    ...(options.onHits ? ['--line-buffered'] : []),
  ]
  await runRipgrep(flags, [text], {
    cwd: root,
    ...(options.signal && { signal: options.signal }),
    onOutput(chunk) {
      const goOn = reader.read(chunk)
      if (hits.length > told) options.onHits?.(hits.slice(told))
      told = hits.length
      return goOn
    },
  })
  return { hits, truncated }
}
