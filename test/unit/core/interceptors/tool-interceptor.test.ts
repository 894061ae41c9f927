import { describe, expect, it } from 'vitest'
import { createToolInterceptor } from '../../../../src/core/interceptors/tool-interceptor.ts'
import type { ToolOutcome } from '../../../../src/core/ports.ts'
import { conversationEvent, type ConversationEvent } from '../../../../src/shared/conversation.ts'

const read = { callId: 'c1', name: 'Read', args: { path: 'src/a.ts' } }
const found: ToolOutcome = { ok: true, output: { text: 'const a = 1' } }

function createWatched() {
  const events: ConversationEvent[] = []
  const interceptor = createToolInterceptor({ emit: (event) => void events.push(event), now: () => 42 })
  return { events, interceptor }
}

describe('The tool interceptor', () => {
  it('says what a tool is about to do', () => {
    const { events, interceptor } = createWatched()
    interceptor.started('t1', read)
    expect(events).toEqual([
      {
        type: 'status.changed',
        turnId: 't1',
        action: 'reading_file',
        detail: 'src/a.ts',
        tool: 'Read',
        startedAt: 42,
      },
    ])
  })

  it('shows what a tool brought back', () => {
    const { events, interceptor } = createWatched()
    interceptor.ended('t1', read, found)
    expect(events).toMatchObject([
      { type: 'artifact.created', turnId: 't1', artifact: { kind: 'code', id: 't1:c1' } },
    ])
    for (const event of events) conversationEvent.parse(event)
  })

  it('shows why a tool failed', () => {
    const { events, interceptor } = createWatched()
    interceptor.ended('t1', read, { ok: false, message: 'No such file' })
    expect(events).toMatchObject([{ artifact: { kind: 'error', message: 'No such file' } }])
  })

  it('says nothing after a tool that leaves nothing to look at', () => {
    const { events, interceptor } = createWatched()
    interceptor.ended('t1', { callId: 'c', name: 'Bash', args: { command: 'ls' } }, found)
    expect(events).toEqual([])
  })

  it('never fails the tool when publishing fails, but tells of it', () => {
    const errors: unknown[] = []
    const broken = new Error('the room is gone')
    const interceptor = createToolInterceptor({
      emit: () => {
        throw broken
      },
      now: () => 0,
      onError: (error) => void errors.push(error),
    })
    interceptor.started('t1', read)
    interceptor.ended('t1', read, found)
    expect(errors).toEqual([broken, broken])
  })

  it('never fails the tool when a call is not what it should be, nor when telling of it fails too', () => {
    const interceptor = createToolInterceptor({
      emit: () => undefined,
      now: () => 0,
      onError: () => {
        throw new Error('nobody listens')
      },
    })
    const nonsense = { callId: 'c', name: 'Read', args: null } as unknown as typeof read
    expect(() => interceptor.started('t1', nonsense)).not.toThrow()
    expect(() => interceptor.ended('t1', read, null as unknown as ToolOutcome)).not.toThrow()
  })
})
