import { beforeEach, describe, expect, it } from 'vitest'
import { createSegments, type Segments } from '../../../../src/renderer/room/segments.ts'
import type { RoomAction } from '../../../../src/renderer/store/state.ts'

let segments: Segments
let streams: number

beforeEach(() => {
  segments = createSegments()
  streams = 0
})

/** A participant sends a whole stream for a segment. */
function send(sender: string, segment: string, text: string): RoomAction[] {
  const streamId = `stream-${streams++}`
  const attributes = { 'lk.segment_id': segment, 'lk.transcription_final': 'true' }
  return [
    ...segments.opened({ streamId, topic: 'lk.transcription', sender, attributes }, 'parley', 1),
    ...(text === '' ? [] : segments.appended(streamId, text)),
    ...segments.closed(streamId),
  ]
}

describe('a transcript stream', () => {
  it('belongs to a user unless the agent sent it', () => {
    expect(send('ada', 'one', 'Hello.')).toMatchObject([
      { type: 'segment.replaced', entry: { role: 'user', text: 'Hello.' } },
      { type: 'segment.closed' },
    ])
    expect(send('parley', 'two', 'Hello, Ada.')).toMatchObject([
      { type: 'segment.appended', entry: { role: 'agent', text: 'Hello, Ada.' } },
      { type: 'segment.closed' },
    ])
  })

  it('of the agent cannot be changed or withdrawn by others', () => {
    send('parley', 'reply', 'It is safe.')
    expect(send('mallory', 'reply', 'It is not.')).toEqual([])
    expect(send('mallory', 'reply', '')).toEqual([])
    expect(send('parley', 'reply', ' Quite.')).toHaveLength(2)
  })

  it('is limited to a million characters', () => {
    const stream = { streamId: 's', topic: 'lk.transcription', sender: 'mallory', attributes: {} }
    segments.opened(stream, 'parley', 1)
    const piece = 'x'.repeat(400_000)
    const lengths = [1, 2, 3].map(() => segments.appended('s', piece).length)
    expect(lengths).toEqual([1, 1, 0])
  })
})
