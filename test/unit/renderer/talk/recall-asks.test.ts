import { describe, expect, test } from 'vitest'
import type { TranscriptEntry } from '../../../../src/renderer/store/state.ts'
import { earlierAsks, recallStep, rejoin } from '../../../../src/renderer/talk/recall-asks.ts'

const entry = (role: 'user' | 'agent', text: string, isFinal = true): TranscriptEntry => ({
  id: text,
  role,
  text,
  isFinal,
  timestamp: 0,
  turnId: null,
})

describe('recalling earlier requests', () => {
  test('the newest comes first, only the user’s requests, without repetitions', () => {
    const asks = earlierAsks([
      entry('user', 'one'),
      entry('agent', 'reply'),
      entry('user', 'two'),
      entry('user', 'two'),
      entry('user', 'still speaking', false),
    ])
    expect(asks).toEqual(['two', 'one'])
  })

  test('up walks back and down walks forward to the empty box', () => {
    const asks = ['two', 'one']
    expect(recallStep(asks, -1, '', 'ArrowUp')).toBe(0)
    expect(recallStep(asks, 0, 'two', 'ArrowUp')).toBe(1)
    expect(recallStep(asks, 1, 'one', 'ArrowUp')).toBeNull()
    expect(recallStep(asks, 1, 'one', 'ArrowDown')).toBe(0)
    expect(recallStep(asks, 0, 'two', 'ArrowDown')).toBe(-1)
    expect(recallStep(asks, -1, '', 'ArrowDown')).toBeNull()
  })

  test('text that was typed or changed is never replaced', () => {
    expect(recallStep(['two'], -1, 'half a question', 'ArrowUp')).toBeNull()
    expect(recallStep(['two'], 0, 'two and more', 'ArrowUp')).toBeNull()
  })
})

describe('restoring unsent text', () => {
  test('it fills the empty box', () => {
    expect(rejoin('find TODO', '')).toBe('find TODO')
  })

  test('it goes before what was typed since', () => {
    expect(rejoin('find TODO', 'and more')).toBe('find TODO\nand more')
  })

  test('it is not doubled', () => {
    expect(rejoin('find TODO', 'find TODO')).toBe('find TODO')
  })
})
