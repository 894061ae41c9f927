import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLegacyEvent } from '../../../../../src/core/wires/openclaw/legacy-event.ts'
import { readGatewayEvent } from '../../../../../src/core/wires/openclaw/gateway-event.ts'
import { followRun, newRun } from '../../../../../src/core/wires/openclaw/run.ts'
import { textWithHeard, textWithView } from '../../../../../src/core/wires/openclaw/request-text.ts'

const read = (payload: unknown, alias: string | null = 'run_abc123') =>
  readLegacyEvent('agent', payload, { key: 'k', alias })

describe('A gateway of the older form', () => {
  it('sends events that are read like those of a current one', () => {
    expect(read({ stream: 'assistant', delta: 'The answer' })).toEqual({
      type: 'piece',
      key: 'k',
      piece: 'The answer',
    })
    expect(read({ stream: 'lifecycle', phase: 'end' })).toEqual({ type: 'completed', key: 'k', text: null })
    expect(read({ stream: 'lifecycle', phase: 'error', error: 'No model.' })).toEqual({
      type: 'failed',
      key: 'k',
      message: 'No model.',
      kind: null,
    })
    expect(read({ stream: 'lifecycle', phase: 'start' })).toEqual({ type: 'alive', key: 'k' })
  })

  it('sends tool calls too, with their fields at the top level', () => {
    expect(
      read({ stream: 'tool', phase: 'start', name: 'read', toolCallId: 'c', args: { path: 'a' } }),
    ).toEqual({ type: 'tool.started', key: 'k', callId: 'c', name: 'read', args: { path: 'a' } })
  })

  it('is ignored for another run, and if an event is malformed', () => {
    expect(read({ stream: 'assistant', delta: 'x', runId: 'run_other' })).toBeNull()
    expect(read({ stream: 'assistant', delta: 'x', runId: 'run_abc123' })).not.toBeNull()
    expect(read({ stream: 'assistant' })).toBeNull()
    expect(read(null)).toBeNull()
    expect(readLegacyEvent('tick', {}, { key: 'k', alias: null })).toBeNull()
  })
})

describe('Whatever a gateway sends', () => {
  it('is read without a failure, and what Parley does not know is ignored', () => {
    const names = [
      'chat',
      'agent',
      'session.tool',
      'exec.approval.requested',
      'exec.approval.resolved',
      'tick',
    ]
    const payload = fc.oneof(
      fc.anything(),
      fc.record({
        runId: fc.string(),
        sessionKey: fc.string(),
        state: fc.constantFrom('status', 'delta', 'final', 'aborted', 'error'),
        stream: fc.constantFrom('tool', 'item', 'run_status', 'assistant'),
        message: fc.anything(),
        data: fc.oneof(
          fc.anything(),
          fc.record({
            phase: fc.constantFrom('start', 'update', 'result'),
            toolCallId: fc.string(),
            args: fc.anything(),
            result: fc.anything(),
          }),
        ),
      }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...names), payload, (name, value) => {
        const decoded = readGatewayEvent(name, value)
        if (decoded && 'key' in decoded.event) followRun(newRun('r', decoded.event.key), decoded.event)
        readLegacyEvent(name, value, { key: 'k', alias: null })
      }),
    )
  })
})

describe('A request that points at something', () => {
  it('comes with what the user looks at', () => {
    expect(textWithView('explain this file', { file: 'src/a.ts', line: 3 })).toBe(
      'explain this file\n\n[I am looking at src/a.ts, line 3]',
    )
    expect(textWithView('fix this', { file: 'src/a.ts', line: 3, endLine: 7 })).toBe(
      'fix this\n\n[I am looking at src/a.ts, lines 3 to 7]',
    )
    expect(textWithView('what is in here', { file: 'src/a.ts' })).toContain('[I am looking at src/a.ts]')
  })

  it('is unchanged if it does not point, or nothing is open', () => {
    expect(textWithView('run the tests', { file: 'src/a.ts' })).toBe('run the tests')
    expect(textWithView('explain this', {})).toBe('explain this')
    expect(textWithView('explain this', undefined)).toBe('explain this')
  })

  it('comes with what the user heard of an interrupted reply, in one line', () => {
    expect(textWithHeard('and the tests', { heard: 'There are three\nplaces' })).toBe(
      '[I heard your last reply only up to: There are three places]\n\nand the tests',
    )
    expect(textWithHeard('go on', { heard: '' })).toBe('[I heard none of your last reply]\n\ngo on')
    expect(textWithHeard('go on', { heard: 'x'.repeat(10_000) }).length).toBeLessThan(250)
    expect(textWithHeard('/new', { heard: 'There' })).toBe('/new')
    expect(textWithHeard('go on', undefined)).toBe('go on')
  })
})
