// What a session log says was still going on when it ended. After a crash these are the events that bring the record to
// an honest end: the reply as far as it got, and the turn as interrupted.
import type { ConversationEvent, RecordedEvent } from '../shared/conversation.ts'

export function unfinished(records: readonly RecordedEvent[]): ConversationEvent[] {
  const replies = new Map<string, { turnId: string; segmentId: string; text: string }>()
  const turns = new Set<string>()
  const questions = new Map<string, string>()
  for (const { event } of records) {
    if (event.type === 'turn.started') turns.add(event.turnId)
    if (event.type === 'turn.ended') turns.delete(event.turnId)
    if (event.type === 'approval.requested') questions.set(event.approval.id, event.turnId)
    if (event.type === 'approval.settled') questions.delete(event.approvalId)
    if (event.type === 'reply.appended') {
      const text = (replies.get(event.segmentId)?.text ?? '') + event.delta
      replies.set(event.segmentId, { turnId: event.turnId, segmentId: event.segmentId, text })
    }
    if (event.type === 'reply.replaced') {
      replies.set(event.segmentId, { turnId: event.turnId, segmentId: event.segmentId, text: event.text })
    }
    if (event.type === 'reply.ended') replies.delete(event.segmentId)
  }
  return [
    ...[...questions].map(
      ([approvalId, turnId]) =>
        ({ type: 'approval.settled', turnId, approvalId, decision: 'lapsed' }) as const,
    ),
    ...[...replies.values()].map((reply) => ({ type: 'reply.ended', ...reply }) as const),
    ...[...turns].map((turnId) => ({ type: 'turn.ended', turnId, outcome: 'interrupted' }) as const),
  ]
}
