import { describe, expect, it } from 'vitest'
import { agentStateOf, type ConversationInput } from '../../../../src/core/conversation/conversation-state.ts'
import type { BusyPolicy } from '../../../../src/shared/conversation.ts'
import { runConversation } from './run-conversation.ts'

function run(inputs: readonly ConversationInput[]) {
  const { state, events, requests } = runConversation(inputs)
  const states = events.flatMap((event) => (event.type === 'state.changed' ? [event.state] : []))
  const words = events.flatMap((event) =>
    event.type === 'transcript.updated' ? [`${event.text}${event.final ? '.' : '…'}`] : [],
  )
  return { state, states, requests: requests.map(({ type }) => type), words }
}

const talks = (turnId: string, whenBusy: BusyPolicy = 'interrupt'): ConversationInput => ({
  type: 'talk.started',
  turnId,
  whenBusy,
})
const hears = (turnId: string, text: string): ConversationInput => ({ type: 'talk.heard', turnId, text })
const asks = (turnId: string, text: string, whenBusy: BusyPolicy = 'interrupt'): ConversationInput => ({
  type: 'ask',
  ask: { turnId, text },
  whenBusy,
})
const replies = (runId: string, delta: string): ConversationInput => ({
  type: 'brain',
  event: { type: 'text.appended', runId, delta },
})
const ends = (runId: string): ConversationInput => ({
  type: 'brain',
  event: { type: 'run.ended', runId, outcome: 'completed' },
})

describe('a spoken conversation', () => {
  it('listens, thinks, speaks, and goes on speaking after the run has ended', () => {
    const { states, words, requests } = run([
      talks('t1'),
      hears('t1', 'run'),
      hears('t1', 'run the tests'),
      asks('t1', 'run the tests'),
      replies('t1', 'They pass.'),
      { type: 'voice.started', turnId: 't1' },
      ends('t1'),
      { type: 'voice.ended', turnId: 't1' },
    ])
    expect(states).toEqual(['listening', 'thinking', 'speaking', 'idle'])
    expect(words).toEqual(['run…', 'run the tests…', 'run the tests.'])
    expect(requests).toEqual(['voice.stop', 'voice.stop', 'brain.ask'])
  })

  it('removes a partial transcript when nothing was said after all', () => {
    const dropped = run([talks('t1'), hears('t1', 'hm'), { type: 'talk.dropped', turnId: 't1' }])
    expect(dropped.words).toEqual(['hm…', '.'])
    expect(dropped.states).toEqual(['listening', 'idle'])
    expect(run([talks('t1'), { type: 'talk.dropped', turnId: 't1' }]).words).toEqual([])
  })

  it('stops speaking and interrupts the reply as soon as somebody talks', () => {
    const { requests, states } = run([
      asks('t1', 'explain'),
      replies('t1', 'It is'),
      { type: 'voice.started', turnId: 't1' },
      talks('t2'),
    ])
    expect(requests).toEqual(['voice.stop', 'brain.ask', 'voice.stop', 'brain.abort'])
    expect(states.at(-1)).toBe('listening')
  })

  it('only falls silent while the user talks when follow-ups wait, and goes on working', () => {
    const { requests, state } = run([
      asks('t1', 'explain'),
      replies('t1', 'It is'),
      { type: 'voice.started', turnId: 't1' },
      talks('t2', 'followup'),
      asks('t2', 'and the tests', 'followup'),
    ])
    expect(requests).toEqual(['voice.stop', 'brain.ask', 'voice.stop', 'voice.resume'])
    expect(state.queue).toEqual([{ turnId: 't2', text: 'and the tests' }])
  })

  it('does not interrupt a turn without a reply: the utterance may be meant for it', () => {
    const { requests, state } = run([asks('t1', 'run the tests'), talks('t2')])
    // An aside may be about to be played.
    expect(requests).toEqual(['voice.stop', 'brain.ask', 'voice.stop'])
    expect(agentStateOf(state)).toBe('listening')
  })

  it('is silenced by a stop even after the run has ended', () => {
    const { requests, states } = run([
      asks('t1', 'explain'),
      replies('t1', 'It is so.'),
      { type: 'voice.started', turnId: 't1' },
      ends('t1'),
      { type: 'interrupt' },
    ])
    expect(requests).toEqual(['voice.stop', 'brain.ask', 'voice.stop'])
    expect(states.at(-1)).toBe('idle')
  })

  it('drops a partial transcript of a turn that nobody talks for', () => {
    expect(run([talks('t1'), hears('t9', 'ghost'), { type: 'talk.dropped', turnId: 't9' }]).words).toEqual([])
  })
})
