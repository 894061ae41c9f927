import { expect, test } from 'vitest'
import type { Take } from '../../../../src/renderer/talk/talk-state.ts'
import { stopTarget } from '../../../../src/renderer/talk/stop-target.ts'

const take: Take = { id: 'k', mode: 'hold', pressedAt: 0, held: true, latched: false, begun: true }
const handsFree: Take = { ...take, mode: 'hands_free' }

test('every state has something to stop', () => {
  expect(stopTarget({ take, sent: null }, 'speaking')).toBe('take')
  expect(stopTarget({ take: { ...take, begun: false }, sent: null }, 'idle')).toBe('take')
  expect(stopTarget({ take: null, sent: 'k' }, 'listening')).toBe('both')
  expect(stopTarget({ take: null, sent: 'k' }, 'thinking')).toBe('agent')
  expect(stopTarget({ take: null, sent: null }, 'speaking')).toBe('agent')
  expect(stopTarget({ take: handsFree, sent: null }, 'speaking')).toBe('agent')
  expect(stopTarget({ take: handsFree, sent: null }, 'listening')).toBe('take')
  expect(stopTarget({ take: handsFree, sent: null }, 'idle')).toBe('take')
})

test('there is nothing to stop if nothing happens or somebody else talks', () => {
  expect(stopTarget({ take: null, sent: 'k' }, 'idle')).toBeNull()
  expect(stopTarget({ take: null, sent: null }, 'listening')).toBeNull()
})
