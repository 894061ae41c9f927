// A session's log as a whole: its newest records, and before them what was known when they began.
import type { VoiceIdeEvent } from '../../shared/wire/voice-ide.ts'
import { emptyMemory, remember, type VoiceIdeMemory, type VoiceIdeRecord } from './voice-ide-memory.ts'

export interface VoiceIdeLog {
  /** What was known before the first record that is kept; null while all are. */
  before: VoiceIdeMemory | null
  records: readonly VoiceIdeRecord[]
}

export const memoryOf = ({ before, records }: VoiceIdeLog): VoiceIdeMemory =>
  records.reduce(remember, before ?? emptyMemory)

/**
 * What the client was told after this event; null when the log does not reach back to it. Without an event it is all there
 * is, unless the client has answered some of it: it knew more once, and would say aloud what it has said long ago.
 */
export function toldAfter(log: VoiceIdeLog, lastEventId: string | null): VoiceIdeEvent[] | null {
  const told = log.records.flatMap((record) => (record.type === 'told' ? [record.event] : []))
  if (lastEventId === null) {
    const calls = new Set(told.flatMap(({ kind }) => ('toolCall' in kind ? [kind.toolCall.callId] : [])))
    const answered = log.records.some((record) => record.type === 'answered' && calls.has(record.callId))
    return log.before !== null || answered ? null : told
  }
  if (log.before?.lastEventId === lastEventId) return told
  const at = told.findLastIndex(({ id }) => id === lastEventId)
  return at < 0 ? null : told.slice(at + 1)
}

/** The same log with its older records, all but the last few, made into what they left behind. */
export function shortened({ before, records }: VoiceIdeLog, keep: number): VoiceIdeLog {
  const cut = Math.max(0, records.length - keep)
  if (cut === 0) return { before, records }
  return { before: memoryOf({ before, records: records.slice(0, cut) }), records: records.slice(cut) }
}
