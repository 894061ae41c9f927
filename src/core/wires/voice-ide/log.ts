// A session's log: its newest records, and a summary of the older ones.
import type { VoiceIdeEvent } from '../../../shared/wire/voice-ide.ts'
import { emptyMemory, remember, type VoiceIdeMemory, type VoiceIdeRecord } from './memory.ts'

export interface VoiceIdeLog {
  /** The summary of the removed records; null if none was removed. */
  before: VoiceIdeMemory | null
  records: readonly VoiceIdeRecord[]
}

export const memoryOf = ({ before, records }: VoiceIdeLog): VoiceIdeMemory =>
  records.reduce(remember, before ?? emptyMemory)

/**
 * The events after this one; null if the log does not reach back to it. Without an id, all events, unless the client has
 * answered one of them: then it has lost its state, and would speak old replies again.
 */
export function eventsAfter(log: VoiceIdeLog, lastEventId: string | null): VoiceIdeEvent[] | null {
  const events = log.records.flatMap((record) => (record.type === 'told' ? [record.event] : []))
  if (lastEventId === null) {
    const calls = new Set(events.flatMap(({ kind }) => ('toolCall' in kind ? [kind.toolCall.callId] : [])))
    const answered = log.records.some((record) => record.type === 'answered' && calls.has(record.callId))
    return log.before !== null || answered ? null : events
  }
  if (log.before?.lastEventId === lastEventId) return events
  const at = events.findLastIndex(({ id }) => id === lastEventId)
  return at < 0 ? null : events.slice(at + 1)
}

/** The log with all but the last records replaced by a summary. */
export function shortened({ before, records }: VoiceIdeLog, keep: number): VoiceIdeLog {
  const cut = Math.max(0, records.length - keep)
  if (cut === 0) return { before, records }
  return { before: memoryOf({ before, records: records.slice(0, cut) }), records: records.slice(cut) }
}
