import { expect, test } from 'vitest'
import { initialConversation, type ConversationState } from '../../../src/core/conversation-state.ts'
import { createWaitingWords } from '../../../src/main/agent/waiting-words.ts'
import { createFakeClock } from '../../fakes/fake-clock.ts'

function start() {
  const clock = createFakeClock()
  const said: string[] = []
  let state: ConversationState = { ...initialConversation, phase: { tag: 'thinking', turnId: 't1' } }
  const waiting = createWaitingWords({
    clock,
    state: () => state,
    say: (turnId, words) => said.push(`${turnId}: ${words}`),
  })
  const pass = (seconds: number): void => {
    for (let steps = 0; steps < seconds * 2; steps++) clock.advance(500)
  }
  return {
    waiting,
    said,
    pass,
    become: (part: Partial<ConversationState>) => (state = { ...state, ...part }),
  }
}

test('a short wait has no word, a long one has few, and they say what is done', () => {
  const { waiting, said, pass } = start()
  waiting.follow({ type: 'turn.started', turnId: 't1' })
  pass(3.5)
  expect(said).toEqual([])
  pass(1)
  expect(said).toEqual(['t1: One moment.'])
  waiting.follow({ type: 'status.changed', turnId: 't1', action: 'executing_command', startedAt: 0 })
  pass(60)
  expect(said.slice(1, 3)).toEqual(['t1: It is still running.', 't1: Still running.'])
  expect(said.length).toBeLessThan(6)
})

test('a step is named as whoever answers names it, and what comes after it is not', () => {
  const { waiting, said, pass } = start()
  const status = { type: 'status.changed', turnId: 't1', startedAt: 0 } as const
  waiting.follow({ type: 'turn.started', turnId: 't1' })
  waiting.follow({ ...status, action: 'reading_file', spoken: 'Read from hello.txt' })
  pass(4.5)
  expect(said).toEqual(['t1: Read from hello.txt.'])
  waiting.follow({ ...status, action: 'thinking' })
  pass(8)
  expect(said).toEqual(['t1: Read from hello.txt.', 't1: Still thinking.'])
})

test('nobody is talked over, and whoever is asked is not told to wait', () => {
  const { waiting, said, pass, become } = start()
  waiting.follow({ type: 'turn.started', turnId: 't1' })
  become({ listening: { turnId: 't2', heard: false } })
  pass(20)
  become({ listening: null, pending: [{ id: 'q' }] })
  pass(20)
  become({ pending: [], voice: { turnId: 't1' } })
  pass(20)
  expect(said).toEqual([])
})

test('after the turn there is nothing to wait for', () => {
  const { waiting, said, pass, become } = start()
  waiting.follow({ type: 'turn.started', turnId: 't1' })
  become({ phase: { tag: 'idle' } })
  pass(20)
  waiting.follow({ type: 'turn.ended', turnId: 't1', outcome: 'completed' })
  pass(20)
  expect(said).toEqual([])
})
