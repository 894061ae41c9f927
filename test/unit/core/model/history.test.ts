import { describe, expect, it } from 'vitest'
import {
  asText,
  withoutOpenCalls,
  withoutRepeatedRoles,
  type ModelMessage,
} from '../../../../src/core/model/history.ts'

const user = (text: string): ModelMessage => ({ role: 'user', text })
const call = { id: 'c1', name: 'read_file', input: { path: 'a' } }
const wants: ModelMessage = { role: 'assistant', text: '', calls: [call] }
const result = (text: string): ModelMessage => ({
  role: 'tool',
  answers: [{ id: 'c1', name: 'read_file', text, failed: false }],
})

describe('The history of a model', () => {
  it('answers calls that a limit left open, because endpoints refuse open calls', () => {
    const closed = withoutOpenCalls([user('a'), wants, user('b')])
    expect(closed).toHaveLength(4)
    expect(closed[2]).toMatchObject({ role: 'tool', answers: [{ id: 'c1', failed: true }] })
    expect(withoutOpenCalls([user('a'), wants, result('x')])).toHaveLength(3)
  })

  it('joins requests that nobody answered', () => {
    expect(withoutRepeatedRoles([user('a'), user('b'), wants, result('x'), user('c')])).toEqual([
      user('a\n\nb'),
      wants,
      result('x'),
      user('c'),
    ])
  })

  it('is a text of bounded length for a summary, whose end counts most', () => {
    const text = asText([user('First. '.repeat(500)), user('Last.')], 300)
    expect(text).toHaveLength(301)
    expect(text).toMatch(/^….*User: Last\.$/s)
  })
})
