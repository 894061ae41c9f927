import { describe, expect, it } from 'vitest'
import { readDocumentEvent } from '../../../../src/core/openclaw/document-event.ts'
import { wordsWithView } from '../../../../src/core/openclaw/words-with-view.ts'

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
})
