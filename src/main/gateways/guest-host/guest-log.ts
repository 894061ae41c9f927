// The log of guests' requests and replies on disk. It opens with the first event. After a failed write, it tries again with
// the next event.
import type { Journal } from '../../../core/ports/journal.ts'
import type { ConversationEvent, RecordedEvent } from '../../../shared/conversation.ts'

interface Deps {
  open(): Journal
  newId(): string
  now(): number
  onError(what: string, error: unknown): void
}

export interface GuestLog {
  record(event: ConversationEvent): void
  /** Resolves when all recorded events would survive a crash; rejects if they may not. */
  synced(): Promise<void>
  close(): Promise<void>
}

/** The same limit as in the journal. */
const MAX_WAITING = 10_000
const MAX_WAITING_CHARACTERS = 64 * 1024 * 1024

export function createGuestLog(deps: Deps): GuestLog {
  let journal: Journal | null = null
  /** Events that are not written yet, oldest first. */
  const waiting: { record: RecordedEvent; characters: number }[] = []
  /** Some events were dropped, so the log is incomplete. */
  let lost = false

  function write(record: RecordedEvent): void {
    journal ??= deps.open()
    journal.append(record)
  }

  function writeWaiting(): void {
    while (waiting.length > 0) {
      write(waiting[0]!.record)
      waiting.shift()
    }
  }

  function queue(record: RecordedEvent): void {
    waiting.push({ record, characters: JSON.stringify(record).length })
    let characters = waiting.reduce((sum, one) => sum + one.characters, 0)
    while (waiting.length > MAX_WAITING || characters > MAX_WAITING_CHARACTERS) {
      characters -= waiting.shift()!.characters
      lost = true
    }
  }

  return {
    record(event) {
      const record = { id: deps.newId(), at: deps.now(), event }
      try {
        writeWaiting()
        write(record)
      } catch (error) {
        queue(record)
        deps.onError('The log of a guest could not be written', error)
      }
    },
    async synced() {
      writeWaiting()
      if (lost) throw new Error('Too many events could not be written, and some were dropped.')
      await journal?.sync()
    },
    async close() {
      try {
        writeWaiting()
      } catch (error) {
        deps.onError('The log of a guest could not be written', error)
      }
      await journal?.close()
    },
  }
}
