// A spoken turn with everything the window can show about one.
import type { RemoteAgent } from './talk-fixture.ts'

export const utterance = { segmentId: 't1:user', turnId: 't1', role: 'user' as const }
const reply = { segmentId: 't1:agent', turnId: 't1', role: 'agent' as const }
const text = 'Here it is. It is used in four places.'

/** A turn with a corrected name, an interrupted reply, and its times. */
export async function showTurn(agent: RemoteAgent): Promise<void> {
  await agent.write({ ...utterance, text: 'open parseConfig', final: true })
  await agent.publish({
    type: 'words_corrected',
    segment_id: utterance.segmentId,
    corrections: [{ at: 5, from: 'parse config', to: 'parseConfig', alternatives: ['parseConfigs'] }],
  })
  await agent.write({ ...reply, text, final: true })
  await agent.publish({ type: 'reply_voiced', segment_id: reply.segmentId, heard: 11, complete: false })
  await agent.publish({
    type: 'timing',
    talked: 1900,
    recognised: 180,
    first_word: 440,
    first_sound: 530,
    ended: 2900,
    tools: 120,
  })
}
