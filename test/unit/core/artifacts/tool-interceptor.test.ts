import { describe, expect, it } from 'vitest'
import { createToolInterceptor, fileToShow } from '../../../../src/core/artifacts/tool-interceptor.ts'
import { createToolRegistry } from '../../../../src/core/tools/registry.ts'
import type { Artifact } from '../../../../src/shared/artifacts.ts'
import { conversationEvent, type ConversationEvent } from '../../../../src/shared/conversation.ts'

const read = { callId: 'c1', name: 'Read', args: { path: 'src/a.ts' } }
const shown: Artifact = { kind: 'code', id: 't1:c1', title: 'a.ts', content: 'const a = 1' }

function createWatched() {
  const events: ConversationEvent[] = []
  const interceptor = createToolInterceptor({ emit: (event) => void events.push(event), now: () => 42 })
  return { events, interceptor }
}

describe('The tool interceptor', () => {
  it('publishes the status before a tool runs', () => {
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

  it('publishes the status of a registered tool', () => {
    const events: ConversationEvent[] = []
    const registry = createToolRegistry([
      {
        name: 'Bake',
        failure: 'Burnt',
        status: ({ cake }) => ({ action: 'thinking', detail: String(cake) }),
      },
    ])
    const interceptor = createToolInterceptor({
      emit: (event) => void events.push(event),
      now: () => 42,
      registry,
    })
    interceptor.started('t1', { callId: 'c', name: 'Bake', args: { cake: 'apple' }, title: 'Baking' })
    expect(events).toMatchObject([{ action: 'thinking', detail: 'apple', tool: 'Bake', spoken: 'Baking' }])
  })

  it('publishes the artifact of a finished tool, if it has one', () => {
    const { events, interceptor } = createWatched()
    interceptor.ended('t1', shown)
    interceptor.ended('t1', null)
    expect(events).toEqual([{ type: 'artifact.created', turnId: 't1', artifact: shown }])
    for (const event of events) conversationEvent.parse(event)
  })

  it('never fails the tool when publishing fails, but reports it', () => {
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
    interceptor.ended('t1', shown)
    expect(errors).toEqual([broken, broken])
  })

  it('never fails the tool when a call is malformed, nor when reporting that fails too', () => {
    const interceptor = createToolInterceptor({
      emit: () => undefined,
      now: () => 0,
      onError: () => {
        throw new Error('nobody listens')
      },
    })
    const nonsense = { callId: 'c', name: 'Read', args: null } as unknown as typeof read
    expect(() => interceptor.started('t1', nonsense)).not.toThrow()
  })
})

describe('The task summary', () => {
  const edit = { callId: 'c', name: 'edit', args: { path: 'tasks/SUMMARY.md' } }

  it('is shown as a page after an edit that did not report its new text', () => {
    expect(fileToShow(edit, null)).toBe('tasks/SUMMARY.md')
    expect(fileToShow(edit, { kind: 'diff', id: 'i', title: '', file: '', diff: '' })).toBe(
      'tasks/SUMMARY.md',
    )
  })

  it('is not shown again when the edit shows it, when the edit failed, or when it was only read', () => {
    expect(fileToShow(edit, { kind: 'markdown', id: 'i', title: '', content: '' })).toBeNull()
    expect(fileToShow(edit, { kind: 'error', id: 'i', title: '', message: '' })).toBeNull()
    expect(fileToShow({ ...edit, name: 'read' }, null)).toBeNull()
    expect(fileToShow({ ...edit, args: { path: 'notes.md' } }, null)).toBeNull()
  })
})
