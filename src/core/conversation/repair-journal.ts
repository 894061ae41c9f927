// Completes a journal that a crash cut off: gives the events that end open replies, approvals and turns.
import type { ConversationEvent, RecordedEvent } from '../../shared/conversation.ts'

/** The types of events that matter for this. */
export const mayNeedRepair: ReadonlySet<ConversationEvent['type']> = new Set([
  'turn.started',
  'turn.ended',
  'approval.requested',
  'approval.settled',
  'reply.appended',
  'reply.replaced',
  'reply.ended',
])

export function repairJournal(records: readonly RecordedEvent[]): ConversationEvent[] {
  const replies = new Map<string, { turnId: string; segmentId: string; text: string }>()
  const turns = new Set<string>()
  const approvals = new Map<string, string>()
  for (const { event } of records) {
    if (event.type === 'turn.started') turns.add(event.turnId)
    if (event.type === 'turn.ended') turns.delete(event.turnId)
    if (event.type === 'approval.requested') approvals.set(event.approval.id, event.turnId)
    if (event.type === 'approval.settled') approvals.delete(event.approvalId)
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
    ...[...approvals].map(
      ([approvalId, turnId]) =>
        ({ type: 'approval.settled', turnId, approvalId, decision: 'lapsed' }) as const,
    ),
    ...[...replies.values()].map((reply) => ({ type: 'reply.ended', ...reply }) as const),
    ...[...turns].map((turnId) => ({ type: 'turn.ended', turnId, outcome: 'interrupted' }) as const),
  ]
}
