// All events of a journal, as a list.
import type { Journal, JournalRange } from '../../src/core/ports/journal.ts'
import type { RecordedEvent } from '../../src/shared/conversation.ts'

/** Oldest first; null if the range names an unknown event. */
export async function readJournal(
  journal: Journal,
  range: JournalRange = {},
): Promise<RecordedEvent[] | null> {
  const reading = await journal.read(range)
  if (!reading) return null
  const newestFirst: RecordedEvent[] = []
  for await (const entry of reading.events) {
    const record = await entry.read()
    if (record) newestFirst.push(record)
  }
  return reading.foundAfter() ? newestFirst.toReversed() : null
}
