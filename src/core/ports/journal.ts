// The journal: the log of a conversation on disk.
import type { ConversationEvent, RecordedEvent } from '../../shared/conversation.ts'

/** An event of the journal that has not been read in full yet. */
export interface JournalEntry {
  id: string
  type: ConversationEvent['type']
  turnId: string | null
  /** Its size in bytes, with the parts that are stored outside of its line. */
  size: number
  /** There is a newer version of the artifact it creates. */
  superseded: boolean
  /** Null when it is damaged. */
  read(): Promise<RecordedEvent | null>
  /** Remembers its place, so that a later `read({ before: id })` need not search for it. */
  remember(): void
}

export interface JournalRange {
  /** Only events before this one. */
  before?: string | null
  /** Only events after this one. */
  after?: string | null
  /** Only events of these types. */
  only?: ReadonlySet<ConversationEvent['type']>
}

export interface JournalReading {
  /** The newest event of any type. */
  newest: string | null
  /** Newest first. Only what is asked for is read from disk. */
  events: AsyncIterable<JournalEntry>
  /** Whether the event given as `after` is in the journal; known once all events have been read. */
  foundAfter(): boolean
}

export interface Journal {
  /**
   * Once this returns, the event survives a crash of this process. Throws where it cannot be written; the event is then
   * in memory only, and can still be read.
   */
  append(record: RecordedEvent): void
  /** Resolves when everything appended so far would survive a power cut; rejects where it may not. */
  sync(): Promise<void>
  /** Null when the event given as `before` is not in the journal. */
  read(range?: JournalRange): Promise<JournalReading | null>
  /** Whether another process has it open, and may be in the middle of a turn. */
  isShared(): boolean
  close(): Promise<void>
}
