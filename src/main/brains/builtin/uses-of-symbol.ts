// The uses of a symbol, without its own declaration and without longer names that contain its name.
import { globFilter } from '../../../core/tools/glob-filter.ts'
import { findRelationsTool } from '../../../core/tools/find-relations.ts'
import type { CodeSymbol } from '../../../core/tools/codebase.ts'
import type { SearchResult } from '../../../core/tools/search-files.ts'
import type { Turn } from './turn.ts'

/** Null if the search failed. */
export async function usesOfSymbol(
  symbol: CodeSymbol,
  include: readonly string[] | undefined,
  turn: Turn,
): Promise<SearchResult | null> {
  const { name } = symbol
  const found = await turn.use(findRelationsTool, { pattern: name, symbol })
  if (!found.ok) return null
  const { uses, truncated, moreTests } = found.value
  const wanted = globFilter({ include })
  const hits = uses
    .filter(({ file }) => wanted(file))
    .map(({ file, line, content }) => ({ file, line, content }))
  const result = { query: name, hits, truncated: truncated || moreTests }
  if (hits.length > 0) {
    turn.show(
      {
        kind: 'search_results',
        title: `Usages: ${name}`,
        query: name,
        results: hits,
        ...(result.truncated && { truncated: true }),
      },
      'usages',
    )
  }
  return result
}
