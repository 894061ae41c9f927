import { expect, test } from 'vitest'
import { disconnectedBecause } from '../../../../src/renderer/talk/connection-words.ts'

test('only a working connection needs no explanation', () => {
  expect(disconnectedBecause({ tag: 'connected', way: { tag: 'local' } })).toBeNull()
  expect(disconnectedBecause({ tag: 'connecting' })).toBe('Connecting to the agent…')
  expect(disconnectedBecause({ tag: 'reconnecting', reason: 'The agent went away.', attempt: 1 })).toBe(
    'The agent went away. Trying again…',
  )
  expect(disconnectedBecause({ tag: 'reconnecting', reason: 'The agent went away.', attempt: 4 })).toBe(
    'The agent went away. Trying again, attempt 4…',
  )
})
