import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { converse, MAX_QUEUE } from '../../../src/core/conversation.ts'
import {
  initialConversation,
  type ConversationInput,
  type ConversationRequest,
  type ConversationState,
} from '../../../src/core/conversation-state.ts'
import type { BrainEvent } from '../../../src/core/ports.ts'
import type { BusyPolicy, ConversationEvent } from '../../../src/shared/conversation.ts'

const ask = (
  turnId: string,
  text = `words of ${turnId}`,
  whenBusy: BusyPolicy = 'interrupt',
): ConversationInput => ({
  type: 'ask',
  ask: { turnId, text },
  whenBusy,
})
const said = (runId: string, delta: string): ConversationInput => ({
  type: 'brain',
  event: { type: 'text.appended', runId, delta },
})
const ended = (runId: string): ConversationInput => ({
  type: 'brain',
  event: { type: 'run.ended', runId, outcome: 'completed' },
})

function run(inputs: readonly ConversationInput[]) {
  let state: ConversationState = initialConversation
  const events: ConversationEvent[] = []
  const requests: ConversationRequest[] = []
  for (const input of inputs) {
    const step = converse(state, input)
    state = step.state
    events.push(...step.events)
    requests.push(...step.requests)
  }
  return { state, events, requests }
}

describe('the conversation', () => {
  it('takes one turn from words to reply and back to idle', () => {
    const { events, requests, state } = run([
      ask('t1', 'open the readme'),
      said('t1', 'Here'),
      said('t1', ' it is.'),
      ended('t1'),
    ])
    expect(requests).toEqual([
      { type: 'voice.stop' },
      { type: 'brain.ask', runId: 't1', text: 'open the readme' },
    ])
    expect(events).toEqual([
      {
        type: 'transcript.updated',
        turnId: 't1',
        segmentId: 't1:user',
        text: 'open the readme',
        final: true,
      },
      { type: 'turn.started', turnId: 't1' },
      { type: 'state.changed', state: 'thinking' },
      { type: 'reply.appended', turnId: 't1', segmentId: 't1:agent', delta: 'Here' },
      { type: 'state.changed', state: 'speaking' },
      { type: 'reply.appended', turnId: 't1', segmentId: 't1:agent', delta: ' it is.' },
      { type: 'reply.ended', turnId: 't1', segmentId: 't1:agent', text: 'Here it is.' },
      { type: 'turn.ended', turnId: 't1', outcome: 'completed' },
      { type: 'state.changed', state: 'idle' },
    ])
    expect(state).toEqual(initialConversation)
  })

  it('keeps what was said before an interrupt, and drops the late frames of the old run', () => {
    const { events, requests, state } = run([
      ask('t1'),
      said('t1', 'Half a sen'),
      { type: 'interrupt' },
      said('t1', 'tence'),
      ended('t1'),
    ])
    expect(requests.at(-1)).toEqual({ type: 'brain.abort', runId: 't1' })
    expect(events.slice(-3)).toEqual([
      { type: 'reply.ended', turnId: 't1', segmentId: 't1:agent', text: 'Half a sen' },
      { type: 'turn.ended', turnId: 't1', outcome: 'interrupted' },
      { type: 'state.changed', state: 'idle' },
    ])
    expect(state).toEqual(initialConversation)
  })

  it('stops the running turn for new words when that is the policy', () => {
    const { requests, events } = run([ask('t1'), said('t1', 'Well'), ask('t2')])
    expect(requests.map((request) => [request.type, 'runId' in request ? request.runId : null])).toEqual([
      ['voice.stop', null],
      ['brain.ask', 't1'],
      ['voice.stop', null],
      ['brain.abort', 't1'],
      ['brain.ask', 't2'],
    ])
    expect(events).toContainEqual({ type: 'turn.ended', turnId: 't1', outcome: 'interrupted' })
  })

  it('lets new words wait as a follow-up when that is the policy, on record at once', () => {
    const waiting = run([ask('t1'), ask('t2', 'and then this', 'followup')])
    expect(waiting.requests.filter(({ type }) => type === 'brain.ask')).toHaveLength(1)
    expect(waiting.events.at(-1)).toMatchObject({
      type: 'transcript.updated',
      turnId: 't2',
      text: 'and then this',
    })
    const after = run([ask('t1'), ask('t2', 'and then this', 'followup'), ended('t1')])
    expect(after.requests.at(-1)).toEqual({ type: 'brain.ask', runId: 't2', text: 'and then this' })
  })

  it('turns a follow-up away aloud when too many wait', () => {
    const waiting = Array.from({ length: MAX_QUEUE }, (_, n) => ask(`w${n}`, 'more', 'followup'))
    const { events, state } = run([ask('t1'), ...waiting, ask('last', 'one too many', 'followup')])
    expect(state.queue).toHaveLength(MAX_QUEUE)
    expect(events.at(-1)).toEqual({ type: 'turn.ended', turnId: 'last', outcome: 'failed' })
    expect(events.at(-2)).toMatchObject({ type: 'reply.ended', turnId: 'last' })
  })

  it('means all of it when a person says stop: what waits is not started', () => {
    const { state, requests } = run([
      ask('t1'),
      ask('t2', 'later', 'followup'),
      { type: 'interrupt' },
      ended('t1'),
    ])
    expect(state).toEqual(initialConversation)
    expect(requests.filter(({ type }) => type === 'brain.ask')).toHaveLength(1)
  })

  it('is stopped by the word alone, even where other words would wait', () => {
    for (const word of ['stop', 'Stop!', 'wait', 'ok stop talking', 'cancel that']) {
      const { state, requests } = run([ask('t1'), ask('t2', word, 'followup')])
      expect(state).toEqual(initialConversation)
      expect(requests.at(-1)).toEqual({ type: 'brain.abort', runId: 't1' })
    }
    expect(
      run([ask('t1'), ask('t2', 'stop the server when it is done', 'followup')]).state.queue,
    ).toHaveLength(1)
  })

  it('shows why a run failed', () => {
    const fault = { code: 'brain_failed', message: 'It broke.', remedy: 'Mend it.', retryable: true } as const
    const { events } = run([ask('t1'), { type: 'brain', event: { type: 'run.failed', runId: 't1', fault } }])
    expect(events).toContainEqual({
      type: 'artifact.created',
      turnId: 't1',
      artifact: expect.objectContaining({ kind: 'error', message: 'It broke.\nMend it.' }),
    })
    expect(events).toContainEqual({ type: 'turn.ended', turnId: 't1', outcome: 'failed' })
  })

  it('has nothing to stop when idle but what may be about to sound', () => {
    expect(run([{ type: 'interrupt' }])).toEqual({
      state: initialConversation,
      events: [],
      requests: [{ type: 'voice.stop' }],
    })
  })

  it('never loses a word, doubles an end or runs two turns, whatever comes in whatever order', () => {
    const turnIds = ['a', 'b', 'c'] as const
    const brainEvent = fc
      .constantFrom(...turnIds)
      .chain((runId) =>
        fc.constantFrom<BrainEvent>(
          { type: 'text.appended', runId, delta: 'x' },
          { type: 'run.ended', runId, outcome: 'completed' },
          { type: 'run.ended', runId, outcome: 'aborted' },
        ),
      )
    let unique = 0
    const input = fc.oneof(
      fc
        .constantFrom<BusyPolicy>('interrupt', 'followup')
        .map((policy) => ask(turnIds[unique++ % 3]!, 'words', policy)),
      fc.constant<ConversationInput>({ type: 'interrupt' }),
      brainEvent.map((event): ConversationInput => ({ type: 'brain', event })),
    )
    fc.assert(
      fc.property(fc.array(input, { maxLength: 60 }), (inputs) => {
        const { events, requests } = run(inputs)
        const count = (type: ConversationEvent['type']): number =>
          events.filter((event) => event.type === type).length
        expect(count('transcript.updated')).toBe(inputs.filter(({ type }) => type === 'ask').length)
        expect(count('turn.started') - count('turn.ended')).toBeGreaterThanOrEqual(0)
        expect(count('turn.started') - count('turn.ended')).toBeLessThanOrEqual(1)
        expect(requests.filter(({ type }) => type === 'brain.ask').length).toBe(
          count('turn.started') -
            events.filter((e) => e.type === 'reply.ended' && e.text.startsWith('Too much')).length,
        )
        const appended = events
          .flatMap((event) => (event.type === 'reply.appended' ? [event.delta] : []))
          .join('')
        const kept = events.flatMap((event) =>
          event.type === 'reply.ended' && !event.text.startsWith('Too') ? [event.text] : [],
        )
        expect(appended.startsWith(kept.join(''))).toBe(true)
      }),
    )
  })

  it('gives words to the run that works when it is to be steered, and the turn goes on', () => {
    const { events, requests, state } = run([
      ask('t1'),
      ask('t2', 'be brief', 'steer'),
      said('t1', 'Yes.'),
      ended('t1'),
    ])
    expect(requests).toEqual([
      { type: 'voice.stop' },
      { type: 'brain.ask', runId: 't1', text: 'words of t1' },
      { type: 'brain.steer', runId: 't1', words: { turnId: 't2', text: 'be brief' } },
    ])
    expect(events.filter(({ type }) => type === 'transcript.updated')).toHaveLength(2)
    expect(events.filter(({ type }) => type === 'turn.ended')).toEqual([
      { type: 'turn.ended', turnId: 't1', outcome: 'completed' },
    ])
    expect(state).toEqual(initialConversation)
    expect(run([ask('t1'), ask('t2', 'stop', 'steer')]).requests.at(-1)).toEqual({
      type: 'brain.abort',
      runId: 't1',
    })
    expect(run([ask('t1', 'go', 'steer')]).requests.at(-1)).toEqual({
      type: 'brain.ask',
      runId: 't1',
      text: 'go',
    })
  })

  it('asks by themselves what the run would not take in: after it, or at once when it is over', () => {
    const refused: ConversationInput = {
      type: 'brain',
      event: { type: 'steer.refused', runId: 't1', words: { turnId: 't2', text: 'be brief' } },
    }
    const asked = { type: 'brain.ask', runId: 't2', text: 'be brief' }
    const steered = [ask('t1'), ask('t2', 'be brief', 'steer')]
    expect(run([...steered, refused]).requests.at(-1)).toMatchObject({ type: 'brain.steer' })
    expect(run([...steered, refused, ended('t1')]).requests.at(-1)).toEqual(asked)
    const late = run([...steered, ended('t1'), refused])
    expect(late.requests.at(-1)).toEqual(asked)
    expect(late.events.filter(({ type }) => type === 'transcript.updated')).toHaveLength(2)
  })

  it('makes a turn of a run that nobody asked for, if none is going on', () => {
    const adopted: ConversationInput = { type: 'brain', event: { type: 'run.adopted', runId: 'old' } }
    const { events, requests } = run([adopted, said('old', 'So far.'), { type: 'interrupt' }])
    expect(events.map(({ type }) => type)).toEqual([
      'turn.started',
      'state.changed',
      'reply.appended',
      'state.changed',
      'reply.ended',
      'turn.ended',
      'state.changed',
    ])
    expect(requests).toEqual([{ type: 'voice.stop' }, { type: 'brain.abort', runId: 'old' }])
    expect(
      run([ask('t1'), adopted, said('old', 'x')]).events.filter(({ type }) => type === 'reply.appended'),
    ).toEqual([])
  })

  it('says that a turn goes on which was to be stopped and could not be, though here it is over', () => {
    const fault = { code: 'gateway_refused', message: 'No.', remedy: 'Ask there.', retryable: false } as const
    const refused: ConversationInput = { type: 'brain', event: { type: 'abort.refused', runId: 't1', fault } }
    const { events } = run([ask('t1'), { type: 'interrupt' }, refused])
    expect(events.at(-1)).toMatchObject({
      type: 'artifact.created',
      turnId: 't1',
      artifact: { kind: 'error', title: 'It was not stopped', message: 'No.\nAsk there.' },
    })
  })

  it('ends with what was said instead, when the brain takes back what it said', () => {
    const replaced: ConversationInput = {
      type: 'brain',
      event: { type: 'text.replaced', runId: 't1', text: 'No.' },
    }
    const { events } = run([
      ask('t1'),
      said('t1', 'I think so'),
      replaced,
      said('t1', ' Never.'),
      ended('t1'),
    ])
    expect(events).toContainEqual({
      type: 'reply.replaced',
      turnId: 't1',
      segmentId: 't1:agent',
      text: 'No.',
    })
    expect(events).toContainEqual({
      type: 'reply.ended',
      turnId: 't1',
      segmentId: 't1:agent',
      text: 'No. Never.',
    })
  })

  it('does not take a yes for an always where only always can be had: the question stands', () => {
    const approval = {
      id: 'q',
      kind: 'command' as const,
      title: 'Run',
      action: 'ls',
      decisions: ['always' as const, 'deny' as const],
    }
    const { state, requests } = run([
      ask('t1'),
      { type: 'brain', event: { type: 'approval.requested', runId: 't1', approval } },
      { type: 'answer', approvalId: 'q', decision: 'allow' },
    ])
    expect(requests.map(({ type }) => type)).not.toContain('brain.answer')
    expect(state.pending).toHaveLength(1)
  })

  it('takes an always for a yes where always cannot be had', () => {
    const approval = {
      id: 'q',
      kind: 'command' as const,
      title: 'Run',
      action: 'ls',
      decisions: ['allow' as const, 'deny' as const],
    }
    const asked: ConversationInput = {
      type: 'brain',
      event: { type: 'approval.requested', runId: 't1', approval },
    }
    const { requests, events } = run([
      ask('t1'),
      asked,
      asked,
      { type: 'answer', approvalId: 'q', decision: 'always' },
    ])
    expect(requests.at(-1)).toEqual({ type: 'brain.answer', approvalId: 'q', decision: 'allow' })
    expect(events.at(-1)).toMatchObject({ type: 'approval.settled', decision: 'allow' })
    expect(events.filter(({ type }) => type === 'approval.requested')).toHaveLength(1)
  })
})
