// Everything that was shown, newest first, with the words that asked for it.
import type { ShownArtifact, TranscriptEntry } from '../store/state.ts'
import { kindNames } from '../viewer/artifact-view.tsx'
import { fullTitle } from '../viewer/tab-labels.ts'

export interface HistoryRow {
  shown: ShownArtifact
  title: string
  /** What the person said; empty where a click brought it, or somebody elsewhere asked for it. */
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

/** A turn of somebody else's conversation is none of this one's, whatever it is called. */
const isOwn = (shown: ShownArtifact): shown is ShownArtifact & { turnId: string } =>
  shown.turnId !== null && shown.source === null

/** Each of the words must be somewhere: in the name, the kind, the file or what was asked. */
export function searchHistory(rows: readonly HistoryRow[], query: string): HistoryRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...rows]
  return rows.filter(({ shown: { artifact, source }, title, asked }) => {
    const file = 'file' in artifact ? (artifact.file ?? '') : ''
    const found = artifact.kind === 'search_results' ? artifact.query : ''
    const text = [title, kindNames[artifact.kind], file, found, asked, source ?? ''].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
