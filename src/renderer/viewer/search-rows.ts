// The rows of a list of search results: files in the order they were found, each followed by its hits.
import type { SearchHit } from '../../shared/artifacts.ts'

export type SearchRow =
  { type: 'file'; file: string; count: number } | { type: 'hit'; file: string; line: number; content: string }

/** A hit on line 0 is the file itself, from a search by file name; it needs no separate row. */
export function searchRows(hits: readonly SearchHit[]): SearchRow[] {
  const files = new Map<string, SearchHit[]>()
  for (const hit of hits) {
    const found = files.get(hit.file)
    if (found) found.push(hit)
    else files.set(hit.file, [hit])
  }
  const rows: SearchRow[] = []
  for (const [file, found] of files) {
    const lines = found.filter(({ line }) => line > 0)
    rows.push({ type: 'file', file, count: lines.length })
    for (const { line, content } of lines) rows.push({ type: 'hit', file, line, content })
  }
  return rows
}

/** The hits that contain every word of the filter in their file name or line. */
export function filterHits(hits: readonly SearchHit[], filter: string): readonly SearchHit[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return hits
  return hits.filter(({ file, content }) => {
    const text = `${file}\n${content}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export interface TextPart {
  /** Its position in the shown text, which identifies it. */
  at: number
  text: string
  match: boolean
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * What to mark in the line of a hit: the query itself, or if that is not there, the plain words of a pattern like
 * `\b(todo|fixme)\b`. The query is never run as a pattern: it may come from outside and may never end.
 */
export function markerOf(query: string): (content: string) => RegExp | null {
  const literal = query.trim() === '' ? null : new RegExp(escaped(query), 'gi')
  const words = query
    .split('|')
    .map((word) => word.replace(/\\[bB]|[\^$()]|\(\?:|\.\*/g, '').replace(/\\(.)/g, '$1'))
    .filter((word) => word.trim() !== '')
  const loose = words.length > 0 ? new RegExp(words.map(escaped).join('|'), 'gi') : null
  return (content) => {
    if (literal && content.search(literal) >= 0) return literal
    return loose && content.search(loose) >= 0 ? loose : null
  }
}

const LEAD = 40
const LONGEST = 400

/** The part of a line to show: without its indent, and starting near the match if that is far to the right. */
export function excerpt(content: string, marker: RegExp | null): TextPart[] {
  const line = content.trimStart()
  const first = marker ? line.search(marker) : -1
  const start = first > LEAD * 2 ? first - LEAD : 0
  const shown = line.slice(start, start + LONGEST)
  const parts: TextPart[] = []
  if (start > 0) parts.push({ at: -1, text: '…', match: false })
  let at = 0
  for (const found of marker ? shown.matchAll(marker) : []) {
    if (found[0] === '') continue
    if (found.index > at) parts.push({ at, text: shown.slice(at, found.index), match: false })
    parts.push({ at: found.index, text: found[0], match: true })
    at = found.index + found[0].length
  }
  if (at < shown.length) parts.push({ at, text: shown.slice(at), match: false })
  if (start + LONGEST < line.length) parts.push({ at: LONGEST, text: '…', match: false })
  return parts
}
