import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  initialConversation,
  type Answerer,
  type ConversationInput,
} from '../../../../src/core/conversation/conversation-state.ts'
import { MAX_SIDES } from '../../../../src/core/conversation/side-turns.ts'
import type { BrainEvent } from '../../../../src/core/ports/brain.ts'
import type { BusyPolicy } from '../../../../src/shared/conversation.ts'
import { runConversation as run } from './run-conversation.ts'

type AskInput = Extract<ConversationInput, { type: 'ask' }>

const ask = (turnId: string, whenBusy: BusyPolicy = 'interrupt', more: Partial<AskInput> = {}): AskInput => ({
  type: 'ask',
  ask: { turnId, text: `words of ${turnId}` },
  whenBusy,
  ...more,
})
const beside = (turnId: string): AskInput => ask(turnId, 'interrupt', { to: 'beside' })
const toParley = (turnId: string): AskInput => ask(turnId, 'interrupt', { to: 'parley' })
const brain = (event: BrainEvent): ConversationInput => ({ type: 'brain', event })
const said = (runId: string, delta: string): ConversationInput =>
  brain({ type: 'text.appended', runId, delta })
const ended = (runId: string): ConversationInput => brain({ type: 'run.ended', runId, outcome: 'completed' })
const speaks = (turnId: string): ConversationInput => ({ type: 'voice.started', turnId, beside: true })

describe('a turn beside the running one', () => {
  it('starts at once, answers and ends, while the running turn goes on', () => {
    const { events, requests, state } = run([
      ask('main'),
      beside('side'),
      said('main', 'Working'),
      said('side', 'Here it is.'),
      ended('side'),
      said('main', ' on it.'),
    ])
    expect(requests).toEqual([
      { type: 'voice.stop' },
      { type: 'brain.ask', runId: 'main', text: 'words of main' },
      { type: 'side.ask', runId: 'side', text: 'words of side', to: 'beside' },
      { type: 'voice.resume', turnId: 'main', what: 'rest' },
    ])
    expect(events.filter((event) => 'turnId' in event && event.turnId === 'side')).toEqual([
      {
        type: 'transcript.updated',
        turnId: 'side',
        segmentId: 'side:user',
        text: 'words of side',
        final: true,
      },
      { type: 'turn.started', turnId: 'side', beside: 'main' },
      { type: 'reply.appended', turnId: 'side', segmentId: 'side:agent', delta: 'Here it is.' },
      { type: 'reply.ended', turnId: 'side', segmentId: 'side:agent', text: 'Here it is.' },
      { type: 'turn.ended', turnId: 'side', outcome: 'completed' },
    ])
    expect(state.phase).toEqual({ tag: 'speaking', turnId: 'main', reply: 'Working on it.' })
    expect(state.sides).toEqual([])
  })

  it('is an ordinary turn of the brain while nothing runs', () => {
    const { requests, state } = run([beside('t1')])
    expect(requests.at(-1)).toEqual({ type: 'brain.ask', runId: 't1', text: 'words of t1' })
    expect(state.sides).toEqual([])
  })

  it('is Parley’s own with and without a running turn', () => {
    const alone = run([toParley('p'), said('p', 'Nothing.'), ended('p')])
    expect(alone.events).toContainEqual({ type: 'turn.started', turnId: 'p', by: 'Parley' })
    expect(alone.events.filter(({ type }) => type === 'state.changed')).toEqual([
      { type: 'state.changed', state: 'thinking' },
      { type: 'state.changed', state: 'idle' },
    ])
    expect(alone.state).toEqual(initialConversation)
    const busy = run([ask('main'), toParley('p')])
    expect(busy.events).toContainEqual({
      type: 'turn.started',
      turnId: 'p',
      by: 'Parley',
      beside: 'main',
    })
  })

  it('drops late events of side turns that have ended', () => {
    const { events } = run([ask('main'), beside('s'), ended('s'), said('s', 'late'), ended('s')])
    expect(events.filter(({ type }) => type === 'reply.appended')).toEqual([])
    expect(events.filter(({ type }) => type === 'turn.ended')).toHaveLength(1)
  })

  it('may be one of several, each with its own reply', () => {
    const { events } = run([
      ask('main'),
      beside('a'),
      beside('b'),
      said('a', 'A1'),
      said('b', 'B'),
      said('a', 'A2'),
      ended('b'),
      ended('a'),
    ])
    const replies = events.filter((event) => event.type === 'reply.ended')
    expect(replies.map(({ text }) => text)).toEqual(['B', 'A1A2'])
  })

  it('gives way when too many run', () => {
    const many = Array.from({ length: MAX_SIDES + 1 }, (_, at) => beside(`s${at}`))
    const { state, requests, events } = run([ask('main'), ...many])
    expect(state.sides).toHaveLength(MAX_SIDES)
    expect(requests).toContainEqual({ type: 'side.abort', runId: 's0' })
    expect(events).toContainEqual({ type: 'turn.ended', turnId: 's0', outcome: 'interrupted' })
  })

  it('outlives the running turn, which ends as usual', () => {
    const { events, state } = run([ask('main'), beside('s'), ended('main'), said('s', 'Done.'), ended('s')])
    expect(events.filter(({ type }) => type === 'turn.ended')).toEqual([
      { type: 'turn.ended', turnId: 'main', outcome: 'completed' },
      { type: 'turn.ended', turnId: 's', outcome: 'completed' },
    ])
    expect(state).toEqual(initialConversation)
  })

  it('shows artifacts and moves the window, but says nothing in the status bar', () => {
    const call = { callId: 'c', name: 'read_file', args: {} }
    const { events, requests } = run([
      ask('main'),
      beside('s'),
      brain({ type: 'status.told', runId: 's', detail: 'Looking' }),
      brain({ type: 'tool.started', runId: 's', call }),
      brain({ type: 'view.requested', runId: 's', action: 'hunk.next' }),
    ])
    expect(requests.at(-1)).toMatchObject({ type: 'tool.intercept', beside: true })
    expect(events.at(-1)).toEqual({ type: 'view.requested', turnId: 's', action: 'hunk.next' })
    expect(requests.filter(({ type }) => type === 'tool.intercept')).toHaveLength(1)
  })

  it('shows a failure and leaves the running turn alone', () => {
    const fault = { code: 'internal', message: 'It broke.', remedy: 'Try again.', retryable: false } as const
    const { events, state } = run([
      ask('main'),
      beside('s'),
      brain({ type: 'run.failed', runId: 's', fault }),
    ])
    expect(events).toContainEqual({ type: 'turn.ended', turnId: 's', outcome: 'failed' })
    expect(events).toContainEqual(
      expect.objectContaining({ artifact: expect.objectContaining({ kind: 'error' }) }),
    )
    expect(state.phase).toEqual({ tag: 'thinking', turnId: 'main' })
  })

  it('never waits for an approval: what asks for one is stopped', () => {
    const approval = { id: 'a1', kind: 'edit', title: 'Edit', action: 'x' } as const
    const { state, requests, events } = run([
      ask('main'),
      beside('s'),
      brain({ type: 'approval.requested', runId: 's', approval }),
    ])
    expect(state.pending).toEqual([])
    expect(requests).toContainEqual({ type: 'side.abort', runId: 's' })
    expect(events).toContainEqual({ type: 'turn.ended', turnId: 's', outcome: 'failed' })
  })

  it('records what the user said, though the brain gets less', () => {
    const { events, requests } = run([
      ask('t1', 'interrupt', { ask: { turnId: 't1', text: 'fix it' }, said: 'ask Claude to fix it' }),
    ])
    expect(events[0]).toMatchObject({ type: 'transcript.updated', text: 'ask Claude to fix it' })
    expect(requests.at(-1)).toMatchObject({ type: 'brain.ask', text: 'fix it' })
  })
})

describe('"stop" beside a working agent', () => {
  it('stops only the reply beside it while that is spoken, and everything the next time', () => {
    const once = run([
      ask('main'),
      beside('s'),
      said('s', 'A long story'),
      speaks('s'),
      { type: 'interrupt' },
    ])
    expect(once.state.phase).toEqual({ tag: 'thinking', turnId: 'main' })
    expect(once.requests.filter(({ type }) => type === 'brain.abort')).toEqual([])
    expect(once.requests.slice(-3)).toEqual([
      { type: 'side.abort', runId: 's' },
      { type: 'voice.stop' },
      { type: 'voice.resume', turnId: 'main', what: 'new' },
    ])
    const twice = run([
      ask('main'),
      beside('s'),
      said('s', 'A long story'),
      speaks('s'),
      { type: 'interrupt' },
      { type: 'interrupt' },
    ])
    expect(twice.requests.at(-1)).toEqual({ type: 'brain.abort', runId: 'main' })
    expect(twice.state).toEqual(initialConversation)
  })

  it('means the reply that fell silent when the user began to say it', () => {
    const { state, requests } = run([
      ask('main'),
      beside('s'),
      said('s', 'A long story'),
      ended('s'),
      speaks('s'),
      { type: 'talk.started', turnId: 't2', whenBusy: 'followup' },
      { type: 'talk.heard', turnId: 't2', text: 'stop' },
      { type: 'interrupt' },
      { type: 'talk.dropped', turnId: 't2' },
    ])
    expect(state.phase).toEqual({ tag: 'thinking', turnId: 'main' })
    expect(requests.filter(({ type }) => type === 'brain.abort')).toEqual([])
  })

  it('means everything while the agent itself talks, or nobody does', () => {
    const { requests, events, state } = run([
      ask('main'),
      said('main', 'Well'),
      beside('s'),
      { type: 'interrupt' },
    ])
    expect(requests).toContainEqual({ type: 'brain.abort', runId: 'main' })
    expect(requests).toContainEqual({ type: 'side.abort', runId: 's' })
    expect(events.filter(({ type }) => type === 'turn.ended')).toEqual([
      { type: 'turn.ended', turnId: 's', outcome: 'interrupted' },
      { type: 'turn.ended', turnId: 'main', outcome: 'interrupted' },
    ])
    expect(state).toEqual(initialConversation)
  })

  it('means everything when the conversation closes', () => {
    const { state } = run([ask('main'), beside('s'), speaks('s'), { type: 'interrupt', everything: true }])
    expect(state).toEqual(initialConversation)
  })
})

describe('a reply that fell silent while the user talked', () => {
  const talk = (turnId: string): ConversationInput => ({
    type: 'talk.started',
    turnId,
    whenBusy: 'followup',
  })

  it('goes on when the utterance was a command or nothing', () => {
    const { requests } = run([
      ask('main'),
      said('main', 'One. Two.'),
      talk('t2'),
      { type: 'talk.dropped', turnId: 't2' },
    ])
    expect(requests.slice(-2)).toEqual([
      { type: 'voice.stop' },
      { type: 'voice.resume', turnId: 'main', what: 'rest' },
    ])
  })

  it('goes on when the utterance steers the turn or waits for its end', () => {
    for (const policy of ['steer', 'followup'] as const) {
      const { requests } = run([ask('main'), said('main', 'One.'), talk('t2'), ask('t2', policy)])
      expect(requests).toContainEqual({ type: 'voice.resume', turnId: 'main', what: 'rest' })
    }
  })

  it('stays silent when the utterance interrupts it', () => {
    const { requests } = run([ask('main'), said('main', 'One.'), talk('t2'), ask('t2', 'interrupt')])
    expect(requests.filter(({ type }) => type === 'voice.resume')).toEqual([])
    expect(requests.at(-1)).toMatchObject({ type: 'brain.ask', runId: 't2' })
  })
})

describe('whatever happens in whatever order', () => {
  const input = fc.oneof(
    fc
      .tuple(fc.uuid(), fc.constantFrom<Answerer>('brain', 'beside', 'parley'))
      .map(([id, to]): ConversationInput => ask(id, 'interrupt', { to })),
    fc.constantFrom<ConversationInput>({ type: 'interrupt' }, { type: 'interrupt', everything: true }),
    fc.constantFrom<'text' | 'end' | 'fail' | 'voice' | 'talk'>('text', 'end', 'fail', 'voice', 'talk'),
  )

  it('every turn that starts ends once, and its reply before it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(input, fc.nat())), (steps) => {
        const started: string[] = []
        const inputs: ConversationInput[] = []
        for (const [step, pick] of steps) {
          if (typeof step !== 'string') {
            if (step.type === 'ask') started.push(step.ask.turnId)
            inputs.push(step)
            continue
          }
          const runId = started[pick % started.length]
          if (runId === undefined) continue
          const fault = { code: 'internal', message: 'No.', remedy: 'Wait.', retryable: false } as const
          inputs.push(
            step === 'text'
              ? said(runId, 'x')
              : step === 'end'
                ? ended(runId)
                : step === 'fail'
                  ? brain({ type: 'run.failed', runId, fault })
                  : step === 'voice'
                    ? speaks(runId)
                    : { type: 'talk.started', turnId: `talk-${pick}`, whenBusy: 'followup' },
          )
        }
        const { events, state } = run([...inputs, { type: 'interrupt', everything: true }])
        expect(state).toMatchObject({ phase: { tag: 'idle' }, sides: [], voice: null })
        const open = new Set<string>()
        const over = new Set<string>()
        for (const event of events) {
          if (event.type === 'turn.started') open.add(event.turnId)
          if (event.type === 'reply.appended') expect(open.has(event.turnId)).toBe(true)
          if (event.type !== 'turn.ended') continue
          expect(over.has(event.turnId)).toBe(false)
          over.add(event.turnId)
          open.delete(event.turnId)
        }
        expect([...open]).toEqual([])
      }),
    )
  })
})
