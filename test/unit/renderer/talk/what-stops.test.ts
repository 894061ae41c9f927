import { expect, test } from 'vitest'
import type { Take } from '../../../../src/renderer/talk/talk-state.ts'
import { whatStops } from '../../../../src/renderer/talk/what-stops.ts'

const take: Take = { id: 'k', mode: 'hold', pressedAt: 0, held: true, latched: false, begun: true }
const handsFree: Take = { ...take, mode: 'hands_free' }

test('there is a way out of every state that somebody can be in', () => {
  expect(whatStops({ take, sent: null }, 'speaking')).toBe('words')
  expect(whatStops({ take: { ...take, begun: false }, sent: null }, 'idle')).toBe('words')
  expect(whatStops({ take: null, sent: 'k' }, 'listening')).toBe('both')
  expect(whatStops({ take: null, sent: 'k' }, 'thinking')).toBe('agent')
  expect(whatStops({ take: null, sent: null }, 'speaking')).toBe('agent')
  expect(whatStops({ take: handsFree, sent: null }, 'speaking')).toBe('agent')
  expect(whatStops({ take: handsFree, sent: null }, 'listening')).toBe('words')
  expect(whatStops({ take: handsFree, sent: null }, 'idle')).toBe('words')
})

test('where nothing goes on, or somebody else talks, there is nothing to stop', () => {
  expect(whatStops({ take: null, sent: 'k' }, 'idle')).toBeNull()
  expect(whatStops({ take: null, sent: null }, 'listening')).toBeNull()
})
