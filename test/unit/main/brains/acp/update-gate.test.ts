import { describe, expect, it } from 'vitest'
import { createUpdateGate } from '../../../../../src/main/brains/acp/update-gate.ts'
import { isSessionUpdate } from '../../../../../src/main/brains/acp/update-shape.ts'

const text = (sessionId: string, words: string): unknown => ({
  sessionId,
  update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } },
})
const mode = (sessionId: string): unknown => ({
  sessionId,
  update: { sessionUpdate: 'current_mode_update', currentModeId: 'ask' },
})

function gateInTest(): { gate: ReturnType<typeof createUpdateGate>; passed: unknown[]; damaged(): number } {
  const passed: unknown[] = []
  let damaged = 0
  const gate = createUpdateGate({ onUpdate: (one) => passed.push(one), onDamaged: () => damaged++ })
  return { gate, passed, damaged: () => damaged }
}

describe('the gate for updates', () => {
  it('holds updates until the session is open, and lets those of other sessions never pass', () => {
    const { gate, passed } = gateInTest()
    gate.receive(text('a', 'before'))
    gate.opening(false)
    gate.receive(text('a', 'early'))
    gate.receive(text('b', 'of another'))
    expect(gate.opened('a')).toEqual([text('a', 'early')])
    gate.receive(text('b', 'of another'))
    gate.receive(text('a', 'now'))
    expect(passed).toEqual([text('a', 'now')])
    expect(gate.isOurs('a')).toBe(true)
    expect(gate.isOurs('b')).toBe(false)
  })

  it('drops what a loaded session tells again until the user asks something, but not its state', () => {
    const { gate, passed } = gateInTest()
    gate.opening(true)
    gate.receive(text('a', 'again'))
    gate.receive(mode('a'))
    expect(gate.opened('a')).toEqual([mode('a')])
    gate.receive(text('a', 'still again'))
    gate.prompted()
    gate.receive(text('a', 'new'))
    expect(passed).toEqual([text('a', 'new')])
  })

  it('reports updates that are none', () => {
    const { gate, damaged } = gateInTest()
    gate.opening(false)
    gate.opened('a')
    for (const one of [null, 7, [], {}, { sessionId: 'a' }, { sessionId: 'a', update: {} }]) gate.receive(one)
    expect(damaged()).toBe(6)
  })
})

describe('the form of an update', () => {
  const update = (sessionUpdate: string, fields: Record<string, unknown>): unknown => ({
    sessionId: 'a',
    update: { sessionUpdate, ...fields },
  })

  it.each([
    ['agent_message_chunk', { content: { type: 'image', data: '', mimeType: 'image/png' } }],
    ['tool_call', { toolCallId: '1', title: 'Edit', content: [{ type: 'diff', path: 'a', newText: '' }] }],
    ['tool_call_update', { toolCallId: '1', status: null, locations: [{ path: 'a' }] }],
    ['plan', { entries: [{ content: 'Read', status: 'pending' }] }],
    ['available_commands_update', { availableCommands: [{ name: 'plan', description: '' }] }],
    ['usage_update', { used: 1, size: 2 }],
    ['something_new', { anything: 1 }],
  ])('of %s is accepted', (kind, fields) => {
    expect(isSessionUpdate(update(kind, fields))).toBe(true)
  })

  it.each([
    ['agent_message_chunk', { content: { type: 'text' } }],
    ['agent_message_chunk', { content: 'text' }],
    ['tool_call', { toolCallId: '1' }],
    ['tool_call', { toolCallId: 1, title: 'Edit' }],
    ['tool_call_update', { toolCallId: '1', content: [{ type: 'diff', path: 'a' }] }],
    ['tool_call_update', { toolCallId: '1', content: 'text' }],
    ['tool_call_update', { toolCallId: '1', locations: [null] }],
    ['plan', { entries: [{}] }],
    ['plan', {}],
    ['available_commands_update', { availableCommands: [{ name: 7 }] }],
    ['current_mode_update', {}],
    ['config_option_update', { configOptions: [{ id: 'a' }] }],
    ['usage_update', { used: '1', size: 2 }],
    ['agent_message_chunk', { content: { type: 'resource' } }],
    ['agent_message_chunk', { content: { type: 'resource_link', uri: 'file:///a' } }],
    ['tool_call_update', { toolCallId: '1', content: [{ type: 'content', content: { type: 'resource' } }] }],
    [
      'tool_call_update',
      {
        toolCallId: '1',
        content: [{ type: 'content', content: { type: 'resource', resource: { uri: 'a', text: 1 } } }],
      },
    ],
    ['tool_call_update', { toolCallId: '1', name: 7 }],
    ['notice', { severity: 'info' }],
    ['compaction_update', { status: 'completed' }],
  ])('of %s is refused if a field is missing or of another type', (kind, fields) => {
    expect(isSessionUpdate(update(kind, fields))).toBe(false)
  })
})
