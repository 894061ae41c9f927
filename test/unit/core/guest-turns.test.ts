// A guest's conversation, as pure steps: one turn at a time, questions in words, late events dropped.
import { describe, expect, it } from 'vitest'
import { approvalQuestion } from '../../../src/core/guests/approval-question.ts'
import {
  guestTurn,
  noTurns,
  openTurn,
  type GuestInput,
  type GuestStep,
} from '../../../src/core/guests/guest-turns.ts'
import type { BrainEvent } from '../../../src/core/ports.ts'
import type { Approval } from '../../../src/shared/conversation.ts'

/** All that comes of these inputs, one after the other. */
function after(...inputs: GuestInput[]): GuestStep {
  let whole: GuestStep = { state: noTurns, events: [], requests: [], aside: [] }
  for (const input of inputs) {
    const next = guestTurn(whole.state, input)
    whole = {
      state: next.state,
      events: [...whole.events, ...next.events],
      requests: [...whole.requests, ...next.requests],
      aside: [...whole.aside, ...next.aside],
    }
  }
  return whole
}

const ask = (turnId: string, text = 'what is this'): GuestInput => ({ type: 'ask', turnId, text })
const brain = (event: BrainEvent): GuestInput => ({ type: 'brain', event })
const says = (runId: string, delta: string): GuestInput => brain({ type: 'text.appended', runId, delta })
const ends = (runId: string): GuestInput => brain({ type: 'run.ended', runId, outcome: 'completed' })
const leave: Approval = { id: 'a1', kind: 'command', title: 'Run the tests', action: 'npm test' }
const asksLeave = (runId: string, approval = leave): GuestInput =>
  brain({ type: 'approval.requested', runId, approval })

describe('a guest’s turn', () => {
  it('is a start, a growing reply and one end', () => {
    const { events, requests, state } = after(
      ask('t1'),
      says('t1', 'It is '),
      says('t1', 'a test.'),
      ends('t1'),
    )
    expect(events).toEqual([
      { type: 'turn.started', turnId: 't1' },
      { type: 'reply.appended', turnId: 't1', delta: 'It is ' },
      { type: 'reply.appended', turnId: 't1', delta: 'a test.' },
      { type: 'turn.ended', turnId: 't1', outcome: 'completed', reply: 'It is a test.' },
    ])
    expect(requests).toEqual([{ type: 'brain.ask', runId: 't1', text: 'what is this' }])
    expect(state).toEqual(noTurns)
  })

  it('adds only what is new where a reply is put anew, and says it whole where it is another', () => {
    const put = (text: string): GuestInput => brain({ type: 'text.replaced', runId: 't1', text })
    expect(after(ask('t1'), says('t1', 'It'), put('It is')).events.at(-1)).toMatchObject({ delta: ' is' })
    expect(after(ask('t1'), says('t1', 'It'), put('No')).events.at(-1)).toMatchObject({ delta: '\n\nNo' })
    expect(after(ask('t1'), says('t1', 'It'), put('It')).events).toHaveLength(2)
  })

  it('is cut off by the next words, and late events of its run are dropped', () => {
    const { events, requests } = after(
      ask('t1'),
      says('t1', 'One'),
      ask('t2'),
      says('t1', ' late'),
      ends('t1'),
    )
    expect(events.slice(2)).toEqual([
      { type: 'turn.ended', turnId: 't1', outcome: 'interrupted', reply: 'One' },
      { type: 'turn.started', turnId: 't2' },
    ])
    expect(requests).toContainEqual({ type: 'brain.abort', runId: 't1' })
  })

  it('ends at once when it is interrupted, and an interrupt of nothing is nothing', () => {
    expect(after({ type: 'interrupt' })).toEqual({ state: noTurns, events: [], requests: [], aside: [] })
    expect(after(ask('t1'), { type: 'interrupt' }, ends('t1')).events.slice(1)).toEqual([
      { type: 'turn.ended', turnId: 't1', outcome: 'interrupted', reply: '' },
    ])
  })

  it('says why it failed', () => {
    const fault = {
      code: 'brain_failed',
      message: 'It broke.',
      remedy: 'Ask again.',
      retryable: true,
    } as const
    const { events } = after(ask('t1'), brain({ type: 'run.failed', runId: 't1', fault }))
    expect(events.at(-1)).toEqual({ type: 'turn.failed', turnId: 't1', fault, reply: '' })
  })
})

describe('a question of the brain', () => {
  it('that a tool asks while it runs leaves the tool running in the turn that answers', () => {
    const call = { id: 'c1', name: 'run', args: {} } as never
    const started = brain({ type: 'tool.started', runId: 't1', call })
    const ended = brain({ type: 'tool.ended', runId: 't1', call, outcome: {} as never })
    const { events } = after(ask('t1'), started, asksLeave('t1'), ask('t2', 'yes'), ended)
    expect(events.filter(({ type }) => type === 'tools.changed')).toEqual([
      { type: 'tools.changed', turnId: 't1', running: 1 },
      { type: 'tools.changed', turnId: 't2', running: 1 },
      { type: 'tools.changed', turnId: 't2', running: 0 },
    ])
  })

  it('is asked in words that end the turn, and answered by the next', () => {
    const asked = after(ask('t1'), asksLeave('t1'))
    expect(asked.events.slice(1)).toEqual([
      { type: 'reply.appended', turnId: 't1', delta: 'May I run `npm test`? Say yes or no.' },
      {
        type: 'turn.ended',
        turnId: 't1',
        outcome: 'completed',
        reply: 'May I run `npm test`? Say yes or no.',
      },
    ])
    expect(openTurn(asked.state)).toBeNull()
    const answered = after(
      ask('t1'),
      asksLeave('t1'),
      ask('t2', 'Yes.'),
      says('t1', 'They pass.'),
      ends('t1'),
    )
    expect(answered.requests.at(-1)).toEqual({ type: 'brain.answer', approvalId: 'a1', decision: 'allow' })
    expect(answered.events.slice(3)).toEqual([
      { type: 'turn.started', turnId: 't2' },
      { type: 'reply.appended', turnId: 't2', delta: 'They pass.' },
      { type: 'turn.ended', turnId: 't2', outcome: 'completed', reply: 'They pass.' },
    ])
  })

  it('is given up for words that are no answer: nothing is done that nobody allowed', () => {
    const { requests, events } = after(ask('t1'), asksLeave('t1'), ask('t2', 'where is main'))
    expect(requests.slice(1)).toEqual([
      { type: 'brain.abort', runId: 't1' },
      { type: 'brain.ask', runId: 't2', text: 'where is main' },
    ])
    expect(events.filter(({ type }) => type === 'turn.ended')).toHaveLength(1)
  })

  it('shows what would change', () => {
    const diff = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'
    const { events } = after(ask('t1'), asksLeave('t1', { ...leave, kind: 'edit', diff }))
    expect(events[1]).toMatchObject({ type: 'artifact.created', artifact: { kind: 'diff', diff } })
    expect(events.at(-1)).toMatchObject({ reply: 'May I do this: Run the tests? Say yes or no.' })
  })

  it('comes one after the other, where there are several', () => {
    const second = { ...leave, id: 'a2', action: 'npm run build' }
    const { events, requests, state } = after(
      ask('t1'),
      asksLeave('t1'),
      asksLeave('t1', second),
      ask('t2', 'no'),
    )
    expect(requests.at(-1)).toEqual({ type: 'brain.answer', approvalId: 'a1', decision: 'deny' })
    expect(events.at(-1)).toMatchObject({ turnId: 't2', reply: 'May I run `npm run build`? Say yes or no.' })
    expect(openTurn(state)).toBeNull()
  })

  it('that was never put is not answered by a yes to another, which was settled elsewhere', () => {
    const second = { ...leave, id: 'a2', action: 'git push --force' }
    const lapsed = brain({ type: 'approval.settled', runId: 't1', approvalId: 'a1', decision: 'lapsed' })
    const said = [ask('t1'), asksLeave('t1'), asksLeave('t1', second), lapsed, ask('t2', 'yes')]
    const { events, requests } = after(...said)
    expect(requests.map(({ type }) => type)).toEqual(['brain.ask'])
    expect(events.slice(-3)).toMatchObject([
      { type: 'turn.started', turnId: 't2' },
      { type: 'reply.appended', turnId: 't2' },
      { type: 'turn.ended', turnId: 't2', reply: 'May I run `git push --force`? Say yes or no.' },
    ])
    // Now that it was put, it can be answered.
    expect(after(...said, ask('t3', 'no')).requests.at(-1)).toEqual({
      type: 'brain.answer',
      approvalId: 'a2',
      decision: 'deny',
    })
  })

  it('that lapsed leaves nothing waiting', () => {
    const lapsed = brain({ type: 'approval.settled', runId: 't1', approvalId: 'a1', decision: 'lapsed' })
    const { state, requests } = after(ask('t1'), asksLeave('t1'), lapsed)
    expect(state).toEqual(noTurns)
    expect(requests.at(-1)).toEqual({ type: 'brain.abort', runId: 't1' })
  })

  it('is put after its warning, and whole', () => {
    const asked = approvalQuestion({
      ...leave,
      warning: 'This deletes files.',
      folder: '/x',
      action: 'y'.repeat(500),
    })
    expect(asked).toMatch(/^This deletes files\. May I run `y{500}` in \/x\? Say yes or no\.$/)
  })

  const long = { ...leave, id: 'long', action: `echo ${'a'.repeat(600)}; rm -rf ~`, folder: '/x' }
  const tooLong =
    'A command of 615 characters was to be run in /x. That is too long to be told here, so it was not allowed. ' +
    'Ask for it at the desktop, where it can be read whole.\n\n'

  it('that is too long to be told whole is denied, and the guest hears why; the run goes on', () => {
    const { events, requests, state } = after(
      ask('t1'),
      says('t1', 'Wait.'),
      asksLeave('t1', long),
      says('t1', 'Then not.'),
      ends('t1'),
    )
    expect(requests.slice(1)).toEqual([{ type: 'brain.answer', approvalId: 'long', decision: 'deny' }])
    expect(events.at(-1)).toMatchObject({ type: 'turn.ended', reply: `Wait.\n\n${tooLong}Then not.` })
    expect(state).toEqual(noTurns)
  })

  it('that is too long to be told whole is not allowed by the answer to the one before it', () => {
    const last = { ...leave, id: 'a3', action: 'npm run build' }
    const { events, requests } = after(
      ask('t1'),
      asksLeave('t1'),
      asksLeave('t1', long),
      asksLeave('t1', last),
      ask('t2', 'yes'),
    )
    expect(requests.slice(1)).toEqual([
      { type: 'brain.answer', approvalId: 'a1', decision: 'allow' },
      { type: 'brain.answer', approvalId: 'long', decision: 'deny' },
    ])
    expect(events.at(-1)).toMatchObject({
      turnId: 't2',
      reply: `${tooLong}May I run \`npm run build\`? Say yes or no.`,
    })
  })
})
