import { describe, expect, it } from 'vitest'
import {
  createEventInterceptor,
  type GangliaDialect,
} from '../../../../src/core/artifacts/event-interceptor.ts'
import { createChunkJoiner } from '../../../../src/core/wires/ganglia/chunk-joiner.ts'
import { fromUtf8 } from '../../../../src/base/utf8.ts'
import type { ConversationEvent, StatusAction } from '../../../../src/shared/conversation.ts'
import { chunkMessage, MAX_PACKET_BYTES } from '../../../../src/shared/wire/ganglia.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

function setUp(dialect: GangliaDialect = 'flat') {
  const clock = createFakeClock(0)
  const sent: { at: number; message: Record<string, unknown>; to: string | undefined }[] = []
  const packets: Uint8Array[] = []
  const errors: unknown[] = []
  let failing = false
  const interceptor = createEventInterceptor({
    dialect,
    clock,
    send(_topic, packet, to) {
      if (failing) throw new Error('no room')
      packets.push(packet)
      sent.push({ at: clock.now(), message: JSON.parse(fromUtf8(packet)!), to })
    },
    onError: (error) => errors.push(error),
  })
  let next = 0
  const publish = (event: ConversationEvent): void =>
    interceptor.publish({ id: `e${next++}`, at: clock.now(), event })
  const status = (action: StatusAction, detail: string): void =>
    publish({ type: 'status.changed', turnId: 't', action, detail, startedAt: clock.now() })
  return {
    clock,
    interceptor,
    packets,
    errors,
    publish,
    status,
    sent: () =>
      sent.map(({ at, message }) => [
        at,
        message['detail'] ?? (message['payload'] as { message?: string })?.message,
      ]),
    raw: sent,
    fail: () => (failing = true),
  }
}

const ends: ConversationEvent[] = [
  { type: 'reply.appended', turnId: 't', segmentId: 's', delta: 'Here' },
  { type: 'reply.replaced', turnId: 't', segmentId: 's', text: 'Here' },
  { type: 'reply.ended', turnId: 't', segmentId: 's', text: 'Here it is.' },
  { type: 'turn.ended', turnId: 't', outcome: 'interrupted' },
]

describe.each(['flat', 'enveloped'] as const)('a status held back in the %s dialect', (dialect) => {
  it.each(ends)('is dropped once its turn answers or ends: $type', (end) => {
    const { status, sent, clock, publish } = setUp(dialect)
    status('reading_file', 'a')
    clock.advance(100)
    status('reading_file', 'b')
    publish(end)
    clock.advance(5_000)
    expect(sent().filter(([, detail]) => detail === 'b')).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  it('is sent when another turn ends, or its own turn only shows something', () => {
    const { status, sent, clock, publish } = setUp(dialect)
    status('reading_file', 'a')
    clock.advance(100)
    status('reading_file', 'b')
    publish({ type: 'turn.ended', turnId: 'another', outcome: 'completed' })
    publish({ type: 'transcript.updated', turnId: 't', segmentId: 'u', text: 'words', final: true })
    clock.advance(400)
    expect(sent()).toContainEqual([500, 'b'])
  })
})

describe('status pacing of the flat dialect', () => {
  it('sends another action at once', () => {
    const { status, sent } = setUp()
    status('reading_file', 'a')
    status('searching_files', 'b')
    status('executing_command', 'c')
    expect(sent()).toEqual([
      [0, 'a'],
      [0, 'b'],
      [0, 'c'],
    ])
  })

  it('holds the same action for 500 ms, then sends the newest one', () => {
    const { status, sent, clock } = setUp()
    status('reading_file', 'a')
    clock.advance(100)
    status('reading_file', 'b')
    clock.advance(100)
    status('reading_file', 'c')
    clock.advance(299)
    expect(sent()).toEqual([[0, 'a']])
    clock.advance(1)
    expect(sent()).toEqual([
      [0, 'a'],
      [500, 'c'],
    ])
  })

  it('drops a held status when a newer one was sent', () => {
    const { status, sent, clock } = setUp()
    status('reading_file', 'a')
    status('reading_file', 'b')
    status('searching_files', 'c')
    clock.advance(5_000)
    expect(sent()).toEqual([
      [0, 'a'],
      [0, 'c'],
    ])
  })

  it('sends the same action again once its window is over', () => {
    const { status, sent, clock } = setUp()
    status('reading_file', 'a')
    clock.advance(500)
    status('reading_file', 'b')
    expect(sent()).toEqual([
      [0, 'a'],
      [500, 'b'],
    ])
  })
})

describe('status pacing of the enveloped dialect', () => {
  it('sends at most two per second, and never loses the last', () => {
    const { status, sent, clock } = setUp('enveloped')
    const actions = ['reading_file', 'searching_files', 'executing_command'] as const
    for (let i = 0; i < 30; i++) {
      status(actions[i % 3]!, `step ${String.fromCharCode(97 + i)}`)
      clock.advance(50)
    }
    clock.advance(1_000)
    const times = sent().map(([at]) => at as number)
    for (const [index, at] of times.entries())
      if (index > 0) expect(at - times[index - 1]!).toBeGreaterThanOrEqual(500)
    expect(sent().at(-1)![1]).toBe('step ~')
  })

  it('skips a repeat of the same status', () => {
    const { status, sent, clock } = setUp('enveloped')
    status('searching_files', 'Searching for auth')
    clock.advance(600)
    status('searching_files', 'searching  for auth')
    clock.advance(600)
    status('web_search', 'searching for auth ')
    clock.advance(600)
    expect(sent()).toEqual([[0, 'Searching for auth']])
  })

  it('sends it again when the message differs, or clients no longer show the last one', () => {
    const { status, sent, clock } = setUp('enveloped')
    status('reading_file', 'migrations/001.sql')
    clock.advance(600)
    status('reading_file', 'migrations/002.sql')
    clock.advance(4_000)
    status('reading_file', 'migrations/002.sql')
    expect(sent().map(([, message]) => message)).toEqual([
      'migrations/001.sql',
      'migrations/002.sql',
      'migrations/002.sql',
    ])
  })
})

describe('publishing', () => {
  it('splits a large artifact into packets within the limit that join to the same message', () => {
    const { publish, packets } = setUp()
    const content = 'häuser und bäume\n'.repeat(20_000)
    publish({
      type: 'artifact.created',
      turnId: 't',
      artifact: { kind: 'code', id: 'x', title: 'big', content },
    })
    expect(packets.length).toBeGreaterThan(20)
    const joiner = createChunkJoiner()
    const results = packets.map((packet) => {
      expect(packet.length).toBeLessThanOrEqual(MAX_PACKET_BYTES)
      return joiner.accept(chunkMessage.parse(JSON.parse(fromUtf8(packet)!)), 0)
    })
    const last = results.at(-1)!
    expect(last.tag).toBe('complete')
    if (last.tag === 'complete') expect(JSON.parse(fromUtf8(last.bytes)!)).toMatchObject({ content })
  })

  it('goes on when the room fails, and reports it', () => {
    const { publish, fail, errors } = setUp()
    fail()
    publish({ type: 'reply.appended', turnId: 't', segmentId: 's', delta: 'x' })
    expect(errors).toHaveLength(1)
  })

  it('replays to one participant only, without pacing', () => {
    const { interceptor, raw, clock } = setUp()
    const event = { type: 'status.changed', turnId: 't', action: 'thinking', startedAt: 0 } as const
    for (const id of ['1', '2']) interceptor.replay({ id, at: clock.now(), event }, 'phone')
    expect(raw.map(({ to }) => to)).toEqual(['phone', 'phone'])
  })

  it('leaves no timer behind when it is closed', () => {
    const { status, interceptor, clock } = setUp()
    status('thinking', 'a')
    status('thinking', 'b')
    interceptor.close()
    expect(clock.pending()).toBe(0)
  })
})
