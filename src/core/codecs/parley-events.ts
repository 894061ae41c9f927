// Our own topic, `parley-events`: questions, answers and wishes, to and from the vocabulary of the house.
import type { ConversationEventOf, RecordedEvent } from '../../shared/conversation.ts'
import { parleyEvent, type ParleyEvent } from '../../shared/wire/parley-events.ts'

/** The wire's form of an event, or null for one this wire does not carry. */
export function encodeParley(record: RecordedEvent): ParleyEvent | null {
  const { event } = record
  if (event.type === 'approval.requested') {
    return { type: 'approval', ...stampOf(record, event.turnId), approval: event.approval }
  }
  if (event.type === 'approval.settled') {
    const { approvalId, decision, turnId } = event
    return { type: 'approval_settled', ...stampOf(record, turnId), approval_id: approvalId, decision }
  }
  if (event.type === 'view.requested') {
    const { action, line, turnId } = event
    return { type: 'view', ...stampOf(record, turnId), action, ...(line !== undefined && { line }) }
  }
  return null
}

const stampOf = ({ id, at }: RecordedEvent, turnId: string) => ({ id, timestamp: at, turn_id: turnId })

export type HeardOwn = ConversationEventOf<'approval.requested' | 'approval.settled' | 'view.requested'>

/** What a message says, with its id and time; null when it is none of ours. */
export function decodeParley(value: unknown): { id: string; at: number; event: HeardOwn } | null {
  const parsed = parleyEvent.safeParse(value)
  if (!parsed.success) return null
  const { id, timestamp: at, turn_id: turnId } = parsed.data
  switch (parsed.data.type) {
    case 'approval':
      return { id, at, event: { type: 'approval.requested', turnId, approval: parsed.data.approval } }
    case 'approval_settled': {
      const { approval_id: approvalId, decision } = parsed.data
      return { id, at, event: { type: 'approval.settled', turnId, approvalId, decision } }
    }
    case 'view': {
      const { action, line } = parsed.data
      return {
        id,
        at,
        event: { type: 'view.requested', turnId, action, ...(line !== undefined && { line }) },
      }
    }
  }
}
