// The state machine of a guest's conversation: one turn at a time, approvals in text, late events dropped.
import { describe, expect, it } from 'vitest'
import { approvalQuestion } from '../../../../src/core/conversation/approvals/approval-question.ts'
import { guestTurn } from '../../../../src/core/conversation/guest-turns.ts'
import {
  noTurns,
  openTurn,
  type Approvers,
  type GuestInput,
  type GuestStep,
} from '../../../../src/core/conversation/guest-turn-state.ts'
import type { BrainEvent } from '../../../../src/core/ports/brain.ts'
import type { Approval, ApprovalDecision } from '../../../../src/shared/conversation.ts'

/** Runs inputs where the owner lets the guest approve. */
const after = (...inputs: GuestInput[]): GuestStep => steps({ guest: true, desktop: true }, inputs)
/** Runs inputs where only the desktop can approve. */
const onDesktop = (...inputs: GuestInput[]): GuestStep => steps({ guest: false, desktop: true }, inputs)

function steps(approvers: Approvers, inputs: readonly GuestInput[]): GuestStep {
  let whole: GuestStep = { state: noTurns, events: [], requests: [], aside: [] }
  for (const input of inputs) {
    const next = guestTurn(whole.state, input, approvers)
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

  it('shows that the brain is alive while it thinks, and none of its thoughts', () => {
    const thinks = brain({ type: 'thought.appended', runId: 't1', delta: 'Hmm, a secret.' })
    const { events } = after(ask('t1'), thinks)
    expect(events.at(-1)).toEqual({ type: 'tools.changed', turnId: 't1', running: 0 })
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  it('adds only the new part of a replaced reply, or all of it if it differs', () => {
    const put = (text: string): GuestInput => brain({ type: 'text.replaced', runId: 't1', text })
    expect(after(ask('t1'), says('t1', 'It'), put('It is')).events.at(-1)).toMatchObject({ delta: ' is' })
    expect(after(ask('t1'), says('t1', 'It'), put('No')).events.at(-1)).toMatchObject({ delta: '\n\nNo' })
    expect(after(ask('t1'), says('t1', 'It'), put('It')).events).toHaveLength(2)
  })

  it('is interrupted by the next request, and late events of its run are dropped', () => {
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

  it('ends at once when it is interrupted, and an interrupt without a turn does nothing', () => {
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

describe('an approval that a guest may give', () => {
  it('of a running tool leaves the tool running in the turn that answers', () => {
    const call = { id: 'c1', name: 'run', args: {} } as never
    const started = brain({ type: 'tool.started', runId: 't1', call })
    const ended = brain({ type: 'tool.ended', runId: 't1', call, artifact: null })
    const { events } = after(ask('t1'), started, asksLeave('t1'), ask('t2', 'yes'), ended)
    expect(events.filter(({ type }) => type === 'tools.changed')).toEqual([
      { type: 'tools.changed', turnId: 't1', running: 1 },
      { type: 'tools.changed', turnId: 't2', running: 1 },
      { type: 'tools.changed', turnId: 't2', running: 0 },
    ])
  })

  it('is asked in text that ends the turn, and answered by the next', () => {
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
    expect(answered.requests.slice(1)).toEqual([
      { type: 'desktop.ask', turnId: 't1', approval: leave },
      { type: 'brain.answer', approvalId: 'a1', decision: 'allow' },
      { type: 'desktop.settle', approvalId: 'a1', decision: 'allow' },
    ])
    expect(answered.events.slice(3)).toEqual([
      { type: 'turn.started', turnId: 't2' },
      { type: 'reply.appended', turnId: 't2', delta: 'They pass.' },
      { type: 'turn.ended', turnId: 't2', outcome: 'completed', reply: 'They pass.' },
    ])
  })

  it('is dropped for a request that is no answer: nothing is done without approval', () => {
    const { requests, events } = after(ask('t1'), asksLeave('t1'), ask('t2', 'where is main'))
    expect(requests.slice(2)).toEqual([
      { type: 'brain.abort', runId: 't1' },
      { type: 'desktop.settle', approvalId: 'a1', decision: 'lapsed' },
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

  it('is asked one after another if there are several', () => {
    const second = { ...leave, id: 'a2', action: 'npm run build' }
    const { events, requests, state } = after(
      ask('t1'),
      asksLeave('t1'),
      asksLeave('t1', second),
      ask('t2', 'no'),
    )
    expect(requests).toContainEqual({ type: 'brain.answer', approvalId: 'a1', decision: 'deny' })
    expect(events.at(-1)).toMatchObject({ turnId: 't2', reply: 'May I run `npm run build`? Say yes or no.' })
    expect(openTurn(state)).toBeNull()
  })

  it('that was not asked yet is not answered by a yes to another, which was settled elsewhere', () => {
    const second = { ...leave, id: 'a2', action: 'git push --force' }
    const lapsed = brain({ type: 'approval.settled', runId: 't1', approvalId: 'a1', decision: 'lapsed' })
    const said = [ask('t1'), asksLeave('t1'), asksLeave('t1', second), lapsed, ask('t2', 'yes')]
    const { events, requests } = after(...said)
    expect(requests.map(({ type }) => type)).not.toContain('brain.answer')
    expect(events.slice(-3)).toMatchObject([
      { type: 'turn.started', turnId: 't2' },
      { type: 'reply.appended', turnId: 't2' },
      { type: 'turn.ended', turnId: 't2', reply: 'May I run `git push --force`? Say yes or no.' },
    ])
    // Now that it was asked, it can be answered.
    expect(after(...said, ask('t3', 'no')).requests).toContainEqual({
      type: 'brain.answer',
      approvalId: 'a2',
      decision: 'deny',
    })
  })

  it('that lapsed leaves nothing waiting', () => {
    const lapsed = brain({ type: 'approval.settled', runId: 't1', approvalId: 'a1', decision: 'lapsed' })
    const { state, requests } = after(ask('t1'), asksLeave('t1'), lapsed)
    expect(state).toEqual(noTurns)
    expect(requests).toContainEqual({ type: 'brain.abort', runId: 't1' })
  })

  it('is asked whole, after its warning', () => {
    const asked = approvalQuestion({
      ...leave,
      warning: 'This deletes files.',
      folder: '/x',
      action: 'y'.repeat(500),
    })
    expect(asked).toMatch(/^This deletes files\. May I run `y{500}` in \/x\? Say “run it” or “no”\.$/)
  })

  it('hides nothing: invisible characters are named', () => {
    const asked = approvalQuestion({ ...leave, folder: '/a\nb', action: 'echo \u202etxt.sh \u200b\u{e0041}' })
    expect(asked).toContain('`echo [U+202E]txt.sh [U+200B][U+E0041]` in /a[U+000A]b?')
    const edit = approvalQuestion({ ...leave, kind: 'edit', title: 'Change a\u202e.txt' })
    expect(edit).toContain('Change a[U+202E].txt?')
  })

  const long = { ...leave, id: 'long', action: `echo ${'a'.repeat(600)}; rm -rf ~`, folder: '/x' }

  it('that is too long is asked on the desktop only', () => {
    const { events, requests, state } = after(ask('t1'), asksLeave('t1', long))
    expect(requests.slice(1)).toEqual([{ type: 'desktop.ask', turnId: 't1', approval: long }])
    expect(events.at(-1)).toMatchObject({ delta: 'Waiting for approval on the desktop: Run the tests.\n\n' })
    expect(openTurn(state)).toBe('t1')
  })

  it('that is too long is not allowed by the answer to the one before it', () => {
    const { requests } = after(
      ask('t1'),
      asksLeave('t1'),
      asksLeave('t1', long),
      ask('t2', 'yes'),
      ask('t3', 'yes'),
    )
    expect(requests.filter(({ type }) => type === 'brain.answer')).toEqual([
      { type: 'brain.answer', approvalId: 'a1', decision: 'allow' },
    ])
  })

  it('with a warning is asked again until the answer is clear', () => {
    const dangerous = { ...leave, warning: 'This deletes files.' }
    for (const vague of ['yes', 'okay', 'right', 'please', 'always', 'do it']) {
      const { requests, events } = after(ask('t1'), asksLeave('t1', dangerous), ask('t2', vague))
      expect(requests.map(({ type }) => type)).not.toContain('brain.answer')
      expect(events.at(-1)).toMatchObject({ turnId: 't2', reply: expect.stringContaining('Say “run it”') })
    }
    const allowed = after(ask('t1'), asksLeave('t1', dangerous), ask('t2', 'yes'), ask('t3', 'run it'))
    expect(allowed.requests).toContainEqual({ type: 'brain.answer', approvalId: 'a1', decision: 'allow' })
  })
})

const answered = (decision: 'allow' | 'deny' | 'lapsed'): GuestInput => ({
  type: 'desktop.answered',
  approvalId: 'a1',
  decision,
})
const answersOf = ({ requests }: GuestStep) => requests.filter(({ type }) => type === 'brain.answer')

describe('an approval that only the desktop can give', () => {
  it('keeps the guest’s turn open, which goes on with the answer', () => {
    const waiting = onDesktop(ask('t1'), says('t1', 'I run them.'), asksLeave('t1'))
    expect(openTurn(waiting.state)).toBe('t1')
    const done = onDesktop(
      ask('t1'),
      says('t1', 'I run them.'),
      asksLeave('t1'),
      answered('allow'),
      says('t1', 'They pass.'),
      ends('t1'),
    )
    expect(answersOf(done)).toEqual([{ type: 'brain.answer', approvalId: 'a1', decision: 'allow' }])
    expect(done.events.at(-1)).toMatchObject({
      type: 'turn.ended',
      turnId: 't1',
      reply:
        'I run them.\n\nWaiting for approval on the desktop: Run the tests.\n\n' +
        'Approved on the desktop: Run the tests.\n\nThey pass.',
    })
  })

  it.each(['yes', 'run it', 'always', 'no'])('is not answered by the guest’s %j', (said) => {
    const step = onDesktop(ask('t1'), asksLeave('t1'), ask('t2', said))
    expect(answersOf(step)).toEqual([])
    expect(openTurn(step.state)).toBe('t2')
    expect(step.events.slice(-3)).toMatchObject([
      { type: 'turn.ended', turnId: 't1' },
      { type: 'turn.started', turnId: 't2' },
      { type: 'reply.appended', delta: expect.stringContaining('Only the desktop can approve this') },
    ])
  })

  it('is denied when nobody answers in time, and the guest is told', () => {
    const step = onDesktop(ask('t1'), asksLeave('t1'), answered('lapsed'))
    expect(answersOf(step)).toEqual([{ type: 'brain.answer', approvalId: 'a1', decision: 'deny' }])
    expect(step.events.at(-1)).toMatchObject({ delta: expect.stringContaining('Nobody answered in time') })
  })

  it('is withdrawn from the desktop when the run ends, however it ends', () => {
    const failed = brain({ type: 'run.failed', runId: 't1', fault: {} as never })
    for (const end of [{ type: 'interrupt' } as const, ends('t1'), failed])
      expect(onDesktop(ask('t1'), asksLeave('t1'), end).requests).toContainEqual({
        type: 'desktop.settle',
        approvalId: 'a1',
        decision: 'lapsed',
      })
  })

  it('cannot be answered by a guest that may not approve any more', () => {
    const asked = after(ask('t1'), asksLeave('t1'))
    const revoked = guestTurn(asked.state, ask('t2', 'yes'), { guest: false, desktop: true })
    expect(answersOf(revoked)).toEqual([])
    expect(openTurn(revoked.state)).toBe('t2')
  })
})

describe('an approval that both may give', () => {
  it('is answered by the desktop first: a late yes answers nothing and gets the result', () => {
    const step = after(
      ask('t1'),
      asksLeave('t1'),
      answered('deny'),
      says('t1', 'Then not.'),
      ask('t2', 'yes'),
    )
    expect(answersOf(step)).toEqual([{ type: 'brain.answer', approvalId: 'a1', decision: 'deny' }])
    expect(step.events.at(-1)).toMatchObject({
      turnId: 't2',
      delta: 'Denied on the desktop: Run the tests.\n\nThen not.',
    })
  })
})

describe('a question with choices in a guest’s turn', () => {
  const question: Approval = {
    id: 'q1',
    kind: 'question',
    title: 'Which database should I use?',
    action: '',
    choices: ['Postgres 15', 'Postgres 16', 'SQLite'],
  }
  const asks = (approval = question): GuestInput => asksLeave('t1', approval)
  const chosen = (decision: ApprovalDecision): GuestInput => ({
    type: 'desktop.answered',
    approvalId: 'q1',
    decision,
  })
  const reply = (step: GuestStep, turnId: string): string =>
    step.events
      .flatMap((event) => (event.type === 'reply.appended' && event.turnId === turnId ? [event.delta] : []))
      .join('')

  it('is asked with its numbered choices, and the answer goes to the brain', () => {
    const asked = after(ask('t1'), asks())
    expect(reply(asked, 't1')).toBe(
      'Which database should I use? 1: Postgres 15, 2: Postgres 16, or 3: SQLite. Say the answer or its number, or “none of these”.',
    )
    const { requests } = after(ask('t1'), asks(), ask('t2', 'the SQLite one'))
    expect(requests).toContainEqual({ type: 'brain.answer', approvalId: 'q1', decision: 'choice:3' })
    expect(requests).toContainEqual({ type: 'desktop.settle', approvalId: 'q1', decision: 'choice:3' })
  })

  it('is asked again where the answer may mean several choices, and waits', () => {
    const unclear = after(ask('t1'), asks(), ask('t2', 'Postgres'))
    expect(reply(unclear, 't2')).toBe('Did you mean 1: Postgres 15 or 2: Postgres 16?')
    expect(unclear.requests.some(({ type }) => type === 'brain.answer')).toBe(false)
    const { requests } = after(ask('t1'), asks(), ask('t2', 'Postgres'), ask('t3', 'sixteen'))
    expect(requests).toContainEqual({ type: 'brain.answer', approvalId: 'q1', decision: 'choice:2' })
  })

  it('is declined with “none of these”', () =>
    expect(after(ask('t1'), asks(), ask('t2', 'none of these')).requests).toContainEqual({
      type: 'brain.answer',
      approvalId: 'q1',
      decision: 'deny',
    }))

  it('waits on the desktop for a guest that may not answer, and the guest learns what was chosen', () => {
    const whole = onDesktop(ask('t1'), asks(), ask('t2', 'SQLite'), chosen('choice:3'))
    expect(reply(whole, 't1')).toBe('Waiting for an answer on the desktop: Which database should I use?\n\n')
    expect(reply(whole, 't2')).toBe(
      'Only the desktop can answer this: Which database should I use? It is still waiting there.\n\n' +
        'Answered on the desktop: Which database should I use? SQLite.\n\n',
    )
    expect(whole.requests.filter(({ type }) => type === 'brain.answer')).toEqual([
      { type: 'brain.answer', approvalId: 'q1', decision: 'choice:3' },
    ])
  })

  it('that the desktop answered first does not stop the run when the guest answers too', () => {
    const late = after(ask('t1'), asks(), chosen('choice:1'), ask('t2', 'SQLite'))
    expect(reply(late, 't2')).toBe('Answered on the desktop: Which database should I use? Postgres 15.\n\n')
    expect(late.requests.some(({ type }) => type === 'brain.abort')).toBe(false)
  })

  it('lapses with its run, and says so', () => {
    const lapsed = brain({ type: 'approval.settled', runId: 't1', approvalId: 'q1', decision: 'lapsed' })
    expect(reply(onDesktop(ask('t1'), asks(), lapsed), 't1')).toContain(
      'Nobody answered this in time: Which database should I use?',
    )
    expect(after(ask('t1'), asks(), { type: 'interrupt' }).requests).toContainEqual({
      type: 'desktop.settle',
      approvalId: 'q1',
      decision: 'lapsed',
    })
  })

  it('with choices that are too long to be said is asked on the desktop only', () => {
    const long = { ...question, choices: ['x'.repeat(200), 'y'.repeat(200), 'z'.repeat(200)] }
    expect(openTurn(after(ask('t1'), asks(long)).state)).toBe('t1')
  })

  it('hides nothing: invisible characters in it are named', () => {
    const hidden = { ...question, title: 'Which\u202e?', choices: ['a\u200b', 'b'] }
    expect(reply(after(ask('t1'), asks(hidden)), 't1')).toContain('Which[U+202E]? 1: a[U+200B] or 2: b.')
  })
})
