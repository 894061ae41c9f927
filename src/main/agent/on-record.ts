// What was said in a turn of long ago, looked up in the log.
import type { MatchedWords } from '../../core/ears/code-words.ts'
import { matchedAgain } from '../../core/ears/matched-again.ts'
import type { Journal } from '../../core/ports.ts'
import type { ConversationEvent, ConversationEventOf } from '../../shared/conversation.ts'

export interface OnRecord {
  /** What the agent said in a turn; null where it is not there. */
  replyOf(turnId: string): Promise<string | null>
  /** The person's own words of a turn, with the names that were put into them; null where there are none. */
  wordsOf(turnId: string): Promise<MatchedWords | null>
}

export function lookUp(journal: Journal): OnRecord {
  async function lastOf<K extends ConversationEvent['type']>(
    turnId: string,
    type: K,
  ): Promise<ConversationEventOf<K> | null> {
    const { records } = await journal.after(null)
    const found = records.findLast(
      ({ event }) => event.type === type && 'turnId' in event && event.turnId === turnId,
    )
    return (found?.event as ConversationEventOf<K> | undefined) ?? null
  }
  return {
    async replyOf(turnId) {
      return (await lastOf(turnId, 'reply.ended'))?.text ?? null
    },
    async wordsOf(turnId) {
      const said = await lastOf(turnId, 'transcript.updated')
      const corrected = await lastOf(turnId, 'words.corrected')
      return said && corrected ? matchedAgain(said.text, corrected.corrections) : null
    },
  }
}
