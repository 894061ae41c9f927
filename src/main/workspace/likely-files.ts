// The files in which a symbol of that name may be, found by its words alone: for questions that come before all is indexed.
import type { AbortSignalLike } from '../../core/ports.ts'
import { searchText } from './search-text.ts'

const MAX_HITS = 400
const MAX_FILES = 40

export async function likelyFiles(root: string, said: string, signal?: AbortSignalLike): Promise<string[]> {
  const words = said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  // "parse header" is written parseHeader, parse_header or parse-header.
  const pattern = words.join('[-_ ]?')
  const { hits } = await searchText(root, pattern, {
    regex: true,
    limit: MAX_HITS,
    ...(signal && { signal }),
  })
  return [...new Set(hits.map(({ file }) => file))].slice(0, MAX_FILES)
}
