import { describe, expect, it } from 'vitest'
import { unfinished } from '../../../src/core/unfinished.ts'
import type { ConversationEvent } from '../../../src/shared/conversation.ts'

const record = (event: ConversationEvent, index: number) => ({ id: String(index), at: index, event })

describe('a log that was cut off', () => {
  it('is brought to an end with the reply as far as it got', () => {
    const events: ConversationEvent[] = [
      { type: 'turn.started', turnId: 't' },
      { type: 'reply.appended', turnId: 't', segmentId: 's', delta: 'It was ' },
      { type: 'reply.appended', turnId: 't', segmentId: 's', delta: 'half' },
    ]
    expect(unfinished(events.map(record))).toEqual([
      { type: 'reply.ended', turnId: 't', segmentId: 's', text: 'It was half' },
      { type: 'turn.ended', turnId: 't', outcome: 'interrupted' },
    ])
  })

  it('needs nothing when it ended well', () => {
    const events: ConversationEvent[] = [
      { type: 'turn.started', turnId: 't' },
      { type: 'reply.appended', turnId: 't', segmentId: 's', delta: 'Done' },
      { type: 'reply.ended', turnId: 't', segmentId: 's', text: 'Done' },
      { type: 'turn.ended', turnId: 't', outcome: 'completed' },
    ]
    expect(unfinished(events.map(record))).toEqual([])
  })
})
