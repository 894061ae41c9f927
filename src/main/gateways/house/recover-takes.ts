// What a guest said when Parley stopped: the guest is long gone, but the words are put on record.
import { userSegment } from '../../../core/conversation-state.ts'
import type { Ears } from '../../../core/ports/ears.ts'
import type { ConversationEvent } from '../../../shared/conversation.ts'
import type { GuestLog } from './guest-log.ts'

/** What was said in a take and never asked. */
export const wordsOfTake = (takeId: string, text: string): ConversationEvent => ({
  type: 'transcript.updated',
  turnId: takeId,
  segmentId: userSegment(takeId),
  text,
  final: true,
})

export async function recoverTakes(ears: Ears, session: string, log: GuestLog): Promise<void> {
  for await (const { takeId, text, spoke } of ears.recover(session)) {
    // Somebody speaks in it and it cannot be made out: it is tried again another time.
    if (text === null && spoke) continue
    if (text) {
      log.record(wordsOfTake(takeId, text))
      await log.kept()
    }
    await ears.acknowledge(takeId)
  }
}
