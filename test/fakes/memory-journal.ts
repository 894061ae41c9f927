// A journal that forgets everything with its test.
import type { Journal } from '../../src/core/ports.ts'
import type { RecordedEvent } from '../../src/shared/conversation.ts'

export function createMemoryJournal(records: RecordedEvent[] = []): Journal {
  return {
    async append(record) {
      records.push(record)
    },
    async sync() {},
    async after(id) {
      if (id === null) return { found: true, records: [...records] }
      const at = records.findLastIndex((record) => record.id === id)
      return { found: at >= 0, records: records.slice(at + 1) }
    },
    async close() {},
  }
}
