// Finds what was said in an old turn in the journal.
import type { Journal } from '../../core/ports/journal.ts'
import { rematchWords, type MatchedWords } from '../../core/speech/hearing/code-words.ts'
import type { ConversationEvent, ConversationEventOf } from '../../shared/conversation.ts'

export interface JournalLookup {
  /** Null where the turn has no reply. */
  replyOf(turnId: string): Promise<string | null>
  /** The user's text with its corrections; null where nothing was corrected. */
  correctedTextOf(turnId: string): Promise<MatchedWords | null>
}

/** A request for a turn that never existed must not read the whole journal. */
const MAX_EVENTS = 50_000

export function createJournalLookup(journal: Journal): JournalLookup {
  async function lastOf<K extends ConversationEvent['type']>(
    turnId: string,
    type: K,
  ): Promise<ConversationEventOf<K> | null> {
    let events = 0
    for await (const entry of (await journal.read({ only: new Set([type]) }))?.events ?? []) {
      if (++events > MAX_EVENTS) break
      const record = entry.turnId === turnId ? await entry.read() : null
      if (record) return record.event as ConversationEventOf<K>
    }
    return null
  }
  return {
    async replyOf(turnId) {
      return (await lastOf(turnId, 'reply.ended'))?.text ?? null
    },
    async correctedTextOf(turnId) {
      const said = await lastOf(turnId, 'transcript.updated')
      const corrected = await lastOf(turnId, 'words.corrected')
      return said && corrected ? rematchWords(said.text, corrected.corrections) : null
    },
  }
}
