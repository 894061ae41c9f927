import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDocumentEvent } from '../../../../src/core/openclaw/document-event.ts'
import { readGatewayEvent } from '../../../../src/core/openclaw/gateway-event.ts'
import { followRun, newRun } from '../../../../src/core/openclaw/run.ts'
import { wordsWithHeard, wordsWithView } from '../../../../src/core/openclaw/words-with-view.ts'

const read = (payload: unknown, alias: string | null = 'run_abc123') =>
  readDocumentEvent('agent', payload, { key: 'k', alias })

describe('A gateway of document 004’s form', () => {
  it('is heard as the document has it', () => {
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
    expect(read({ stream: 'lifecycle', phase: 'start' })).toEqual({ type: 'stirred', key: 'k' })
  })

  it('is heard about its tools too, whose fields are at the top', () => {
    expect(
      read({ stream: 'tool', phase: 'start', name: 'read', toolCallId: 'c', args: { path: 'a' } }),
    ).toEqual({ type: 'tool.started', key: 'k', callId: 'c', name: 'read', args: { path: 'a' } })
  })

  it('is not heard about another run, nor in what is malformed', () => {
    expect(read({ stream: 'assistant', delta: 'x', runId: 'run_other' })).toBeNull()
    expect(read({ stream: 'assistant', delta: 'x', runId: 'run_abc123' })).not.toBeNull()
    expect(read({ stream: 'assistant' })).toBeNull()
    expect(read(null)).toBeNull()
    expect(readDocumentEvent('tick', {}, { key: 'k', alias: null })).toBeNull()
  })
})

describe('Whatever a gateway says', () => {
  it('is read without a failure, and what is not understood is passed over', () => {
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
        const heard = readGatewayEvent(name, value)
        if (heard && 'key' in heard.event) followRun(newRun('r', heard.event.key), heard.event)
        readDocumentEvent(name, value, { key: 'k', alias: null })
      }),
    )
  })
})

describe('Words that point at something', () => {
  it('come with what the person looks at', () => {
    expect(wordsWithView('explain this file', { file: 'src/a.ts', line: 3 })).toBe(
      'explain this file\n\n[I am looking at src/a.ts, line 3]',
    )
    expect(wordsWithView('what is in here', { file: 'src/a.ts' })).toContain('[I am looking at src/a.ts]')
  })

  it('come alone where they do not, or nothing is open', () => {
    expect(wordsWithView('run the tests', { file: 'src/a.ts' })).toBe('run the tests')
    expect(wordsWithView('explain this', {})).toBe('explain this')
    expect(wordsWithView('explain this', undefined)).toBe('explain this')
  })

  it('come with what was heard of a reply that was interrupted, in one line', () => {
    expect(wordsWithHeard('and the tests', { heard: 'There are three\nplaces' })).toBe(
      '[I heard your last reply only up to: There are three places]\n\nand the tests',
    )
    expect(wordsWithHeard('go on', { heard: '' })).toBe('[I heard none of your last reply]\n\ngo on')
    expect(wordsWithHeard('go on', { heard: 'x'.repeat(10_000) }).length).toBeLessThan(250)
    expect(wordsWithHeard('/new', { heard: 'There' })).toBe('/new')
    expect(wordsWithHeard('go on', undefined)).toBe('go on')
  })
})
