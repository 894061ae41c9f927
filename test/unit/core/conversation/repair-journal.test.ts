import { describe, expect, it } from 'vitest'
import { repairJournal } from '../../../../src/core/conversation/repair-journal.ts'
import type { Approval, ConversationEvent } from '../../../../src/shared/conversation.ts'

const record = (event: ConversationEvent, index: number) => ({ id: String(index), at: index, event })

describe('a journal that was cut off', () => {
  it('is completed with the reply so far', () => {
    const events: ConversationEvent[] = [
      { type: 'turn.started', turnId: 't' },
      { type: 'reply.appended', turnId: 't', segmentId: 's', delta: 'It was ' },
      { type: 'reply.appended', turnId: 't', segmentId: 's', delta: 'half' },
    ]
    expect(repairJournal(events.map(record))).toEqual([
      { type: 'reply.ended', turnId: 't', segmentId: 's', text: 'It was half' },
      { type: 'turn.ended', turnId: 't', outcome: 'interrupted' },
    ])
  })

  it('lapses a question that nobody answered', () => {
    const approval: Approval = {
      id: 'q',
      kind: 'question',
      title: 'Which database?',
      action: '',
      choices: ['Postgres', 'SQLite'],
    }
    const events: ConversationEvent[] = [
      { type: 'turn.started', turnId: 't' },
      { type: 'approval.requested', turnId: 't', approval },
    ]
    const lapsed = { type: 'approval.settled', turnId: 't', approvalId: 'q', decision: 'lapsed' } as const
    expect(repairJournal(events.map(record))).toEqual([
      lapsed,
      { type: 'turn.ended', turnId: 't', outcome: 'interrupted' },
    ])
    const answered = { ...lapsed, decision: 'choice:2' } as const
    expect(repairJournal([...events, answered].map(record))).toHaveLength(1)
  })

  it('needs nothing if it ended well', () => {
    const events: ConversationEvent[] = [
      { type: 'turn.started', turnId: 't' },
      { type: 'reply.appended', turnId: 't', segmentId: 's', delta: 'Done' },
      { type: 'reply.ended', turnId: 't', segmentId: 's', text: 'Done' },
      { type: 'turn.ended', turnId: 't', outcome: 'completed' },
    ]
    expect(repairJournal(events.map(record))).toEqual([])
  })
})
