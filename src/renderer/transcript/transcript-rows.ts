// The conversation as rows to draw: what was said in order, and under a turn's reply what the turn showed.
import type { ShownArtifact, TranscriptEntry } from '../store/state.ts'

export interface TranscriptRow {
  key: string
  /** Null for a row of artifacts that no words belong to, as when a search result is opened by a click. */
  entry: TranscriptEntry | null
  artifacts: readonly ShownArtifact[]
  /** Whether to name the speaker: not again while the same one goes on. */
  named: boolean
}

/** For each turn, the entry its artifacts go under: the last reply, or without one, a row after the last words. */
function places(transcript: readonly TranscriptEntry[]): Map<string, { index: number; reply: boolean }> {
  const found = new Map<string, { index: number; reply: boolean }>()
  transcript.forEach(({ turnId, role }, index) => {
    if (turnId === null) return
    const reply = role === 'agent'
    if (reply || !found.get(turnId)?.reply) found.set(turnId, { index, reply })
  })
  return found
}

export function transcriptRows(
  transcript: readonly TranscriptEntry[],
  artifacts: readonly ShownArtifact[],
): TranscriptRow[] {
  const placeOf = places(transcript)
  const under = new Map<number, ShownArtifact[]>()
  const alone: ShownArtifact[] = []
  for (const shown of artifacts) {
    const place = shown.turnId === null ? undefined : placeOf.get(shown.turnId)
    if (!place) alone.push(shown)
    else under.set(place.index, [...(under.get(place.index) ?? []), shown])
  }

  const rows: TranscriptRow[] = []
  const addArtifacts = (list: readonly ShownArtifact[]): void => {
    const first = list[0]
    if (first) {
      rows.push({ key: `artifacts ${first.artifact.id}`, entry: null, artifacts: list, named: false })
    }
  }
  let waiting = 0
  const addAloneBefore = (time: number): void => {
    const start = waiting
    while (waiting < alone.length && alone[waiting]!.at < time) waiting += 1
    addArtifacts(alone.slice(start, waiting))
  }
  transcript.forEach((entry, index) => {
    addAloneBefore(entry.timestamp)
    const shown = under.get(index) ?? []
    const named = rows.findLast((row) => row.entry)?.entry?.role !== entry.role
    const reply = entry.role === 'agent'
    rows.push({ key: entry.id, entry, artifacts: reply ? shown : [], named })
    if (!reply) addArtifacts(shown)
  })
  addAloneBefore(Infinity)
  return rows
}

/** Whether two rows would be drawn the same; rows are made anew for every word that arrives. */
export function sameRow(one: TranscriptRow, other: TranscriptRow): boolean {
  return (
    one.entry === other.entry &&
    one.named === other.named &&
    one.artifacts.length === other.artifacts.length &&
    one.artifacts.every((shown, index) => shown === other.artifacts[index])
  )
}
