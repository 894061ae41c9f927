import { openApproval } from '../../../../src/core/conversation/approvals/open-approvals.ts'
import { expect, test } from 'vitest'
import {
  initialConversation,
  type ConversationState,
} from '../../../../src/core/conversation/conversation-state.ts'
import { createSpokenProgress } from '../../../../src/main/agent/spoken-progress.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

function start() {
  const clock = createFakeClock()
  const said: string[] = []
  let state: ConversationState = { ...initialConversation, phase: { tag: 'thinking', turnId: 't1' } }
  const progress = createSpokenProgress({
    clock,
    state: () => state,
    say: (turnId, text) => said.push(`${turnId}: ${text}`),
  })
  const pass = (seconds: number): void => {
    for (let steps = 0; steps < seconds * 2; steps++) clock.advance(500)
  }
  return {
    progress,
    said,
    pass,
    become: (part: Partial<ConversationState>) => (state = { ...state, ...part }),
  }
}

test('the agent says nothing during a short wait, and says what it does during a long one', () => {
  const { progress, said, pass } = start()
  progress.follow({ type: 'turn.started', turnId: 't1' })
  pass(3.5)
  expect(said).toEqual([])
  pass(1)
  expect(said).toEqual(['t1: One moment.'])
  progress.follow({ type: 'status.changed', turnId: 't1', action: 'executing_command', startedAt: 0 })
  pass(60)
  expect(said.slice(1, 3)).toEqual(['t1: It is still running.', 't1: Still running.'])
  expect(said.length).toBeLessThan(6)
})

test('a step is named as the brain names it, and the step after it is not', () => {
  const { progress, said, pass } = start()
  const status = { type: 'status.changed', turnId: 't1', startedAt: 0 } as const
  progress.follow({ type: 'turn.started', turnId: 't1' })
  progress.follow({ ...status, action: 'reading_file', spoken: 'Read from hello.txt' })
  pass(4.5)
  expect(said).toEqual(['t1: Read from hello.txt.'])
  progress.follow({ ...status, action: 'thinking' })
  pass(8)
  expect(said).toEqual(['t1: Read from hello.txt.', 't1: Still thinking.'])
})

test('the agent talks over nobody, and says nothing while it waits for an answer', () => {
  const { progress, said, pass, become } = start()
  progress.follow({ type: 'turn.started', turnId: 't1' })
  become({ listening: { turnId: 't2', heard: false } })
  pass(20)
  become({
    listening: null,
    pending: [openApproval({ id: 'q', kind: 'command', title: 'Run', action: 'ls' }, 't1')],
  })
  pass(20)
  become({ pending: [], voice: { turnId: 't1' } })
  pass(20)
  expect(said).toEqual([])
})

test('the agent says nothing after the turn', () => {
  const { progress, said, pass, become } = start()
  progress.follow({ type: 'turn.started', turnId: 't1' })
  become({ phase: { tag: 'idle' } })
  pass(20)
  progress.follow({ type: 'turn.ended', turnId: 't1', outcome: 'completed' })
  pass(20)
  expect(said).toEqual([])
})

test('turns beside the running one leave its wait alone', () => {
  const { progress, said, pass } = start()
  progress.follow({ type: 'turn.started', turnId: 't1' })
  progress.follow({ type: 'status.changed', turnId: 't1', action: 'reading_file', startedAt: 0 })
  progress.follow({ type: 'turn.started', turnId: 's', by: 'Built-in', beside: 't1' })
  progress.follow({ type: 'status.changed', turnId: 's', action: 'web_search', startedAt: 0 })
  progress.follow({ type: 'turn.ended', turnId: 's', outcome: 'completed' })
  pass(5)
  expect(said).toEqual(['t1: Reading.'])
})
