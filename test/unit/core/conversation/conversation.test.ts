import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_QUEUE } from '../../../../src/core/conversation/turns.ts'
import {
  initialConversation,
  type ConversationInput,
} from '../../../../src/core/conversation/conversation-state.ts'
import type { BrainEvent } from '../../../../src/core/ports/brain.ts'
import type { BusyPolicy, ConversationEvent } from '../../../../src/shared/conversation.ts'
import { runConversation as run } from './run-conversation.ts'

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

describe('the conversation', () => {
  it('takes one turn from request to reply and back to idle', () => {
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

  it('keeps the reply before an interrupt, and drops late events of the old run', () => {
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

  it('interrupts the running turn for a new request if that is the policy', () => {
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

  it('queues a new request as a follow-up if that is the policy, and records it at once', () => {
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

  it('refuses a follow-up aloud when too many wait', () => {
    const waiting = Array.from({ length: MAX_QUEUE }, (_, n) => ask(`w${n}`, 'more', 'followup'))
    const { events, state } = run([ask('t1'), ...waiting, ask('last', 'one too many', 'followup')])
    expect(state.queue).toHaveLength(MAX_QUEUE)
    expect(events.at(-1)).toEqual({ type: 'turn.ended', turnId: 'last', outcome: 'failed' })
    expect(events.at(-2)).toMatchObject({ type: 'reply.ended', turnId: 'last' })
  })

  it('drops queued follow-ups when the user says stop', () => {
    const { state, requests } = run([
      ask('t1'),
      ask('t2', 'later', 'followup'),
      { type: 'interrupt' },
      ended('t1'),
    ])
    expect(state).toEqual(initialConversation)
    expect(requests.filter(({ type }) => type === 'brain.ask')).toHaveLength(1)
  })

  it('is stopped by a stop phrase even if other requests would wait', () => {
    for (const word of ['stop', 'Stop!', 'wait', 'ok stop talking', 'cancel that', 'hang on', 'never mind']) {
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

  it('stops only the voice when it is idle', () => {
    const { state, effects } = run([{ type: 'interrupt' }])
    expect(state).toEqual(initialConversation)
    expect(effects).toEqual([{ type: 'voice.stop' }])
  })

  it('never loses a request, doubles an end or runs two turns, whatever comes in whatever order', () => {
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
            events.filter((e) => e.type === 'reply.ended' && e.text.startsWith('Too many')).length,
        )
        const appended = events
          .flatMap((event) => (event.type === 'reply.appended' ? [event.delta] : []))
          .join('')
        const replies = events.flatMap((event) =>
          event.type === 'reply.ended' && !event.text.startsWith('Too') ? [event.text] : [],
        )
        expect(appended.startsWith(replies.join(''))).toBe(true)
      }),
    )
  })

  it('steers the running turn if that is the policy, and the turn goes on', () => {
    const { events, requests, state } = run([
      ask('t1'),
      ask('t2', 'be brief', 'steer'),
      said('t1', 'Yes.'),
      ended('t1'),
    ])
    expect(requests).toEqual([
      { type: 'voice.stop' },
      { type: 'brain.ask', runId: 't1', text: 'words of t1' },
      { type: 'brain.steer', runId: 't1', message: { turnId: 't2', text: 'be brief' } },
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

  it('makes a refused message a turn of its own: after the running turn, or at once', () => {
    const refused: ConversationInput = {
      type: 'brain',
      event: { type: 'steer.refused', runId: 't1', request: { turnId: 't2', text: 'be brief' } },
    }
    const asked = { type: 'brain.ask', runId: 't2', text: 'be brief' }
    const steered = [ask('t1'), ask('t2', 'be brief', 'steer')]
    expect(run([...steered, refused]).requests.at(-1)).toMatchObject({ type: 'brain.steer' })
    expect(run([...steered, refused, ended('t1')]).requests.at(-1)).toEqual(asked)
    const late = run([...steered, ended('t1'), refused])
    expect(late.requests.at(-1)).toEqual(asked)
    expect(late.events.filter(({ type }) => type === 'transcript.updated')).toHaveLength(2)
  })

  it('adopts a run that nobody asked for, if no turn is running', () => {
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

  it('shows that an interrupted turn could not be stopped', () => {
    const fault = { code: 'gateway_refused', message: 'No.', remedy: 'Ask there.', retryable: false } as const
    const refused: ConversationInput = { type: 'brain', event: { type: 'abort.refused', runId: 't1', fault } }
    const { events } = run([ask('t1'), { type: 'interrupt' }, refused])
    expect(events.at(-1)).toMatchObject({
      type: 'artifact.created',
      turnId: 't1',
      artifact: { kind: 'error', title: 'The agent did not stop', message: 'No.\nAsk there.' },
    })
  })

  it('ends with the new text when the brain replaces its reply', () => {
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

  it('does not turn a yes into an always: the approval stays open if only always is offered', () => {
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

  it('takes an always for a yes if always is not offered', () => {
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
