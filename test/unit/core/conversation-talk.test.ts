import { describe, expect, it } from 'vitest'
import { converse } from '../../../src/core/conversation.ts'
import {
  agentStateOf,
  initialConversation,
  type ConversationInput,
  type ConversationState,
} from '../../../src/core/conversation-state.ts'
import type { BusyPolicy } from '../../../src/shared/conversation.ts'

function run(inputs: readonly ConversationInput[]) {
  let state: ConversationState = initialConversation
  const states: string[] = []
  const requests: string[] = []
  const words: string[] = []
  for (const input of inputs) {
    const step = converse(state, input)
    state = step.state
    for (const event of step.events) {
      if (event.type === 'state.changed') states.push(event.state)
      if (event.type === 'transcript.updated') words.push(`${event.text}${event.final ? '.' : '…'}`)
    }
    requests.push(...step.requests.map(({ type }) => type))
  }
  return { state, states, requests, words }
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
  it('listens, thinks, speaks, and speaks on after the brain is done', () => {
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

  it('takes back words that were shown when nothing was said after all', () => {
    const dropped = run([talks('t1'), hears('t1', 'hm'), { type: 'talk.dropped', turnId: 't1' }])
    expect(dropped.words).toEqual(['hm…', '.'])
    expect(dropped.states).toEqual(['listening', 'idle'])
    expect(run([talks('t1'), { type: 'talk.dropped', turnId: 't1' }]).words).toEqual([])
  })

  it('falls silent and stops the reply as soon as somebody talks', () => {
    const { requests, states } = run([
      asks('t1', 'explain'),
      replies('t1', 'It is'),
      { type: 'voice.started', turnId: 't1' },
      talks('t2'),
    ])
    expect(requests).toEqual(['voice.stop', 'brain.ask', 'voice.stop', 'brain.abort'])
    expect(states.at(-1)).toBe('listening')
  })

  it('only falls silent when new words are to wait, and goes on with its work', () => {
    const { requests, state } = run([
      asks('t1', 'explain'),
      replies('t1', 'It is'),
      { type: 'voice.started', turnId: 't1' },
      talks('t2', 'followup'),
      asks('t2', 'and the tests', 'followup'),
    ])
    expect(requests).toEqual(['voice.stop', 'brain.ask', 'voice.stop'])
    expect(state.queue).toEqual([{ turnId: 't2', text: 'and the tests' }])
  })

  it('does not stop work it has not begun to tell about: the words may be an answer to it', () => {
    const { requests, state } = run([asks('t1', 'run the tests'), talks('t2')])
    // A word on the way may be about to sound.
    expect(requests).toEqual(['voice.stop', 'brain.ask', 'voice.stop'])
    expect(agentStateOf(state)).toBe('listening')
  })

  it('is silenced by a stop even when only its voice is left', () => {
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

  it('drops what is heard for a turn nobody talks for', () => {
    expect(run([talks('t1'), hears('t9', 'ghost'), { type: 'talk.dropped', turnId: 't9' }]).words).toEqual([])
  })
})
