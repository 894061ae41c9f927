// A journal in memory.
import type { Journal, JournalReading, JournalEntry } from '../../src/core/ports/journal.ts'
import type { RecordedEvent } from '../../src/shared/conversation.ts'

export function createMemoryJournal(records: RecordedEvent[] = []): Journal {
  const entryOf = (record: RecordedEvent, at: number): JournalEntry => ({
    id: record.id,
    type: record.event.type,
    turnId: 'turnId' in record.event ? record.event.turnId : null,
    size: JSON.stringify(record).length,
    superseded:
      artifactIn(record) !== null &&
      records.slice(at + 1).some((later) => artifactIn(later) === artifactIn(record)),
    read: async () => record,
    remember() {},
  })
  return {
    append: (record) => void records.push(record),
    async sync() {},
    async read({ before = null, after = null, only } = {}): Promise<JournalReading | null> {
      const end = before === null ? records.length : records.findLastIndex(({ id }) => id === before)
      if (end < 0) return null
      const from = after === null ? 0 : records.findLastIndex(({ id }) => id === after) + 1
      const newestFirst = records
        .slice(0, end)
        .map(entryOf)
        .filter(({ type }, at) => at >= from && (!only || only.has(type)))
        .toReversed()
      return {
        newest: records.at(-1)?.id ?? null,
        events: (async function* () {
          yield* newestFirst
        })(),
        foundAfter: () => after === null || from > 0,
      }
    },
    isShared: () => false,
    async close() {},
  }
}

const artifactIn = ({ event }: RecordedEvent): string | null =>
  event.type === 'artifact.created' ? event.artifact.id : null
