// Every artifact shown, newest first, with the request that led to it.
import type { ShownArtifact, TranscriptEntry } from '../store/state.ts'
import { kinds } from '../../core/artifacts/kinds/kinds.ts'
import { fullTitle } from '../viewer/tab-labels.ts'

export interface HistoryRow {
  shown: ShownArtifact
  title: string
  /** What the user said or typed; empty for a click, and for another conversation's artifact. */
  asked: string
}

export function historyRows(
  artifacts: readonly ShownArtifact[],
  transcript: readonly TranscriptEntry[],
): HistoryRow[] {
  const asks = new Map(
    transcript.flatMap(({ turnId, role, text }) =>
      role === 'user' && turnId !== null ? [[turnId, text]] : [],
    ),
  )
  return artifacts.toReversed().map((shown) => ({
    shown,
    title: fullTitle(shown.artifact),
    asked: (isOwn(shown) ? asks.get(shown.turnId) : undefined)?.trim() ?? '',
  }))
}

/** Another conversation may use the same turn ids. */
const isOwn = (shown: ShownArtifact): shown is ShownArtifact & { turnId: string } =>
  shown.turnId !== null && shown.source === null

/** Finds the rows with all words of the query in their title, kind, file or request. */
export function searchHistory(rows: readonly HistoryRow[], query: string): HistoryRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...rows]
  return rows.filter(({ shown: { artifact, source }, title, asked }) => {
    const file = 'file' in artifact ? (artifact.file ?? '') : ''
    const found = artifact.kind === 'search_results' ? artifact.query : ''
    const text = [title, kinds.of(artifact).name, file, found, asked, source ?? ''].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
