// What guests said and were answered, safe on disk. The log is opened when there is something to write; what could not be
// written is tried again with whatever comes next.
import type { Journal } from '../../../core/ports.ts'
import type { ConversationEvent, RecordedEvent } from '../../../shared/conversation.ts'

interface Deps {
  open(): Promise<Journal>
  newId(): string
  now(): number
  onError(what: string, error: unknown): void
}

export interface GuestLog {
  record(event: ConversationEvent): void
  /** Resolves once all that was recorded would survive; rejects where it may not. */
  kept(): Promise<void>
  close(): Promise<void>
}

/** As many as the journal itself holds on to. */
const MOST_WAITING = 10_000

export function createGuestLog(deps: Deps): GuestLog {
  let journal: Promise<Journal> | null = null
  /** Not written yet, oldest first. */
  const waiting = new Set<RecordedEvent>()
  let writing: Promise<void> = Promise.resolve()
  /** Some were given up, and nobody may rely on this log any more. */
  let lost = false

  function opened(): Promise<Journal> {
    if (journal) return journal
    const opening = deps.open()
    journal = opening
    opening.catch(() => (journal = null))
    return opening
  }

  async function write(): Promise<void> {
    if (waiting.size === 0) return
    const file = await opened()
    for (const record of waiting) {
      await file.append(record)
      waiting.delete(record)
    }
  }

  function flush(): Promise<void> {
    writing = writing.catch(() => {}).then(write)
    return writing
  }

  return {
    record(event) {
      waiting.add({ id: deps.newId(), at: deps.now(), event })
      const [oldest] = waiting
      if (waiting.size > MOST_WAITING && oldest) lost = waiting.delete(oldest)
      flush().catch((error: unknown) => deps.onError('a guest’s words could not be kept', error))
    },
    async kept() {
      await flush()
      if (lost) throw new Error('Too much could not be written to be tried again.')
      await (await journal)?.sync()
    },
    async close() {
      await flush().catch(() => {})
      await (await journal?.catch(() => null))?.close()
    },
  }
}
