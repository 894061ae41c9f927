// The conversation as rows: the transcript in order, and under a turn's reply its artifacts.
import type { Correction, TurnTiming } from '../../shared/conversation.ts'
import type { Conversation, ShownArtifact, ShownNotice, TranscriptEntry, Voiced } from '../store/state.ts'
import { answererLabels, type AnswererLabel } from './answerers.ts'

/** What is known about utterances, replies and turns besides their text, by segment and by turn. */
export type Aftermath = Pick<Conversation, 'corrections' | 'voiced' | 'timings' | 'answerers' | 'notices'>

const nothingKnown: Aftermath = { corrections: {}, voiced: {}, timings: {}, answerers: {}, notices: [] }

export interface TranscriptRow {
  key: string
  /** Null for a row of artifacts without text, such as a search result opened by a click. */
  entry: TranscriptEntry | null
  artifacts: readonly ShownArtifact[]
  /** The client that requested these artifacts, if it was in another conversation. */
  source?: string | null
  /** Whether to name the speaker or client: only in the first of several rows. */
  named: boolean
  corrections?: readonly Correction[] | undefined
  voiced?: Voiced | undefined
  /** How long the turn took, in its last row. */
  timing?: TurnTiming | undefined
  /** Who answered, where the row says so. */
  by?: string | undefined
  /** The turn ran beside another one. */
  isBeside?: boolean | undefined
  /** A remark of the agent, in a row of its own. */
  notice?: ShownNotice | undefined
}

/** For each turn, the entry its artifacts go under: the last reply, or without one, a row after the last entry. */
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
  aftermath: Partial<Aftermath> = {},
): TranscriptRow[] {
  const { corrections, voiced, timings, answerers, notices } = { ...nothingKnown, ...aftermath }
  const labels = answererLabels(transcript, answerers)
  const remarks = noticePlaces(transcript, notices)
  const placeOf = places(transcript)
  const under = new Map<number, ShownArtifact[]>()
  const alone: ShownArtifact[] = []
  for (const shown of artifacts) {
    // Artifacts of another conversation get their own row, whatever their turn id is.
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
      // Artifacts of this conversation must not seem to belong to the client named above.
      const named = source !== null || isFromElsewhere(rows.at(-1))
      rows.push({ key: `artifacts ${artifact.id}`, entry: null, artifacts: alike, source, named })
      rest = rest.slice(alike.length)
    }
  }
  let waiting = 0
  const addNotices = (list: readonly ShownNotice[] | undefined): void => {
    for (const [at, notice] of (list ?? []).entries())
      rows.push({
        key: `notice ${notice.turnId} ${notice.at} ${at}`,
        entry: null,
        artifacts: [],
        named: false,
        notice,
        isBeside: isBeside(answerers, notice.turnId),
      })
  }
  const addAloneBefore = (time: number): void => {
    const start = waiting
    while (waiting < alone.length && alone[waiting]!.at < time) waiting += 1
    addArtifacts(alone.slice(start, waiting))
  }
  transcript.forEach((entry, index) => {
    addAloneBefore(entry.timestamp)
    const shown = under.get(index) ?? []
    const before = rows.findLast((row) => row.entry !== null || row.named)
    const label: AnswererLabel | undefined = labels.get(entry.id)
    const named = before?.entry?.role !== entry.role || label?.isOther === true
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
      by: named ? label?.text : undefined,
      isBeside: isBeside(answerers, turnId),
    })
    if (!reply) addArtifacts(shown)
    addNotices(remarks.get(index))
  })
  addAloneBefore(Infinity)
  addNotices(remarks.get(-1))
  return rows
}

const isBeside = (answerers: Conversation['answerers'], turnId: string | null): boolean =>
  turnId !== null && typeof answerers[turnId]?.beside === 'string'

/** For each entry, by index, the remarks to show after it: in their turn, in the order of time. -1 is the end. */
function noticePlaces(
  transcript: readonly TranscriptEntry[],
  notices: readonly ShownNotice[],
): Map<number, ShownNotice[]> {
  const byEntry = new Map<number, ShownNotice[]>()
  for (const notice of notices) {
    const { turnId, at } = notice
    const last = transcript.findLastIndex((entry) => entry.turnId === turnId && entry.timestamp <= at)
    const place = last >= 0 ? last : transcript.findIndex((entry) => entry.turnId === turnId)
    byEntry.set(place, [...(byEntry.get(place) ?? []), notice])
  }
  return byEntry
}

const isFromElsewhere = (row: TranscriptRow | undefined): boolean => typeof row?.source === 'string'

/** Whether two rows render the same; every word that arrives makes new rows. */
export function sameRow(one: TranscriptRow, other: TranscriptRow): boolean {
  return (
    one.entry === other.entry &&
    one.named === other.named &&
    one.by === other.by &&
    one.isBeside === other.isBeside &&
    one.notice === other.notice &&
    one.corrections === other.corrections &&
    one.voiced === other.voiced &&
    one.timing === other.timing &&
    one.artifacts.length === other.artifacts.length &&
    one.artifacts.every((shown, index) => shown === other.artifacts[index])
  )
}
