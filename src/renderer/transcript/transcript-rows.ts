// The conversation as rows to draw: what was said in order, and under a turn's reply what the turn showed.
import type { Correction, TurnTiming } from '../../shared/conversation.ts'
import type { RoomState, ShownArtifact, TranscriptEntry, Voiced } from '../store/state.ts'

/** What became of spoken words, by segment and by turn. */
export type Aftermath = Pick<RoomState, 'corrections' | 'voiced' | 'timings'>

export interface TranscriptRow {
  key: string
  /** Null for a row of artifacts that no words belong to, as when a search result is opened by a click. */
  entry: TranscriptEntry | null
  artifacts: readonly ShownArtifact[]
  /** Who asked for these artifacts, where that was in another conversation. */
  source?: string | null
  /** Whether to name the speaker, or who asked: not again while the same one goes on. */
  named: boolean
  corrections?: readonly Correction[] | undefined
  voiced?: Voiced | undefined
  /** Where the time of the turn went, in its last row. */
  timing?: TurnTiming | undefined
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
  { corrections, voiced, timings }: Aftermath = { corrections: {}, voiced: {}, timings: {} },
): TranscriptRow[] {
  const placeOf = places(transcript)
  const under = new Map<number, ShownArtifact[]>()
  const alone: ShownArtifact[] = []
  for (const shown of artifacts) {
    // What belongs to another conversation stands by itself, whatever its turn is called there.
    const place = shown.turnId === null || shown.source !== null ? undefined : placeOf.get(shown.turnId)
    if (!place) alone.push(shown)
    else under.set(place.index, [...(under.get(place.index) ?? []), shown])
  }

  const rows: TranscriptRow[] = []
  const addArtifacts = (list: readonly ShownArtifact[]): void => {
    let rest = list
    while (rest[0]) {
      const { artifact, source } = rest[0]
      const other = rest.findIndex((shown) => shown.source !== source)
      const alike = other < 0 ? rest : rest.slice(0, other)
      // What is shown here after what is from elsewhere must not seem to be from there too.
      const named = source !== null || isFromElsewhere(rows.at(-1))
      rows.push({ key: `artifacts ${artifact.id}`, entry: null, artifacts: alike, source, named })
      rest = rest.slice(alike.length)
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
    const before = rows.findLast((row) => row.entry !== null || row.named)
    const named = before?.entry?.role !== entry.role
    const reply = entry.role === 'agent'
    const { id, turnId } = entry
    const timed = turnId !== null && placeOf.get(turnId)?.index === index
    rows.push({
      key: id,
      entry,
      artifacts: reply ? shown : [],
      named,
      corrections: corrections[id],
      voiced: voiced[id],
      timing: timed ? timings[turnId] : undefined,
    })
    if (!reply) addArtifacts(shown)
  })
  addAloneBefore(Infinity)
  return rows
}

const isFromElsewhere = (row: TranscriptRow | undefined): boolean => typeof row?.source === 'string'

/** Whether two rows would be drawn the same; rows are made anew for every word that arrives. */
export function sameRow(one: TranscriptRow, other: TranscriptRow): boolean {
  return (
    one.entry === other.entry &&
    one.named === other.named &&
    one.corrections === other.corrections &&
    one.voiced === other.voiced &&
    one.timing === other.timing &&
    one.artifacts.length === other.artifacts.length &&
    one.artifacts.every((shown, index) => shown === other.artifacts[index])
  )
}
