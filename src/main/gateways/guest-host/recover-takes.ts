// Transcribes what guests said just before Parley stopped, and logs it.
import { userSegment } from '../../../core/conversation/conversation-state.ts'
import type { Recognizer } from '../../../core/ports/recognizer.ts'
import type { ConversationEvent } from '../../../shared/conversation.ts'
import type { GuestLog } from './guest-log.ts'

/** The transcript of a take that did not become a request. */
export const takeTranscript = (takeId: string, text: string): ConversationEvent => ({
  type: 'transcript.updated',
  turnId: takeId,
  segmentId: userSegment(takeId),
  text,
  final: true,
})

export async function recoverTakes(recognizer: Recognizer, session: string, log: GuestLog): Promise<void> {
  for await (const { takeId, text, spoke } of recognizer.recover(session)) {
    // There is speech in it, but it cannot be transcribed now. The next start tries again.
    if (text === null && spoke) continue
    if (text) {
      log.record(takeTranscript(takeId, text))
      await log.synced()
    }
    await recognizer.acknowledge(takeId)
  }
}
