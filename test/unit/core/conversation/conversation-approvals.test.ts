// Approvals in the conversation: which one an answer settles, what is announced, and what guests ask for.
import { describe, expect, it } from 'vitest'
import { SETTLE_MS } from '../../../../src/core/conversation/approvals/judge-answer.ts'
import {
  agentStateOf,
  waitsForAnswer,
  type ConversationInput,
} from '../../../../src/core/conversation/conversation-state.ts'
import type { ParticipantRole } from '../../../../src/shared/authorization.ts'
import type { Approval, ApprovalDecision } from '../../../../src/shared/conversation.ts'
import { runConversation } from './run-conversation.ts'

const approval = (id: string, more: Partial<Approval> = {}): Approval => ({
  id,
  kind: 'command',
  title: `Run ${id}`,
  action: `make ${id}`,
  ...more,
})
const words = (text: string, startedAt: number, role: ParticipantRole = 'owner'): ConversationInput => ({
  type: 'ask',
  ask: { turnId: `said-${startedAt}`, text },
  whenBusy: 'interrupt',
  by: { role, startedAt, saying: '' },
})
const brainAsks = (asked: Approval): ConversationInput => ({
  type: 'brain',
  event: { type: 'approval.requested', runId: 't1', approval: asked },
})
const lapses = (approvalId: string): ConversationInput => ({
  type: 'brain',
  event: { type: 'approval.settled', runId: 't1', approvalId, decision: 'lapsed' },
})
const guestAsks = (asked: Approval): ConversationInput => ({
  type: 'guest.asked',
  turnId: 'g1',
  approval: { ...asked, source: 'G2 glasses' },
})
const begins: ConversationInput = {
  type: 'ask',
  ask: { turnId: 't1', text: 'run it all' },
  whenBusy: 'interrupt',
}

/** Runs inputs, each at its time. */
function run(...timed: (readonly [number, ConversationInput])[]) {
  const { state, events, requests } = runConversation(timed)
  const announced = requests.flatMap((one) => (one.type === 'announce' ? [one.written] : []))
  const answers = requests.flatMap((one) =>
    one.type === 'brain.answer' || one.type === 'guest.answer'
      ? [`${one.type} ${one.approvalId} ${one.decision}`]
      : [],
  )
  return { state, events, requests, announced, answers }
}

const SEEN = 1_000 + SETTLE_MS

describe('an approval', () => {
  it('is announced, and answered by a yes that began after it', () => {
    const { answers, announced } = run(
      [0, begins],
      [1_000, brainAsks(approval('a'))],
      [SEEN, words('yes', SEEN)],
    )
    expect(announced).toEqual(['May I run `make a`? Say yes or no.'])
    expect(answers).toEqual(['brain.answer a allow'])
  })

  it('is not answered by a yes that began before it: Parley asks again by name', () => {
    const { answers, announced, state } = run(
      [0, begins],
      [1_000, brainAsks(approval('a'))],
      [5_000, words('yes', 900)],
    )
    expect(answers).toEqual([])
    expect(announced.at(-1)).toBe('That came before this question: Run a. Say yes or no.')
    expect(state.pending).toHaveLength(1)
    expect(state.phase).toMatchObject({ turnId: 't1' })
  })

  it('is not answered by a yes to one that lapsed meanwhile, though it has the same title', () => {
    const same = { title: 'Run the tests' }
    const { answers, announced } = run(
      [0, begins],
      [1_000, brainAsks(approval('a', same))],
      [5_000, lapses('a')],
      [5_001, brainAsks(approval('b', same))],
      [6_000, words('yes', 4_900)],
    )
    expect(answers).toEqual([])
    expect(announced).toContain('Nobody answered in time, so I did not do this: Run the tests.')
  })

  it('that comes while another waits stays behind it with a number, and is asked again in front', () => {
    const { answers, announced } = run(
      [0, begins],
      [1_000, brainAsks(approval('a'))],
      [2_000, brainAsks(approval('b'))],
      [9_000, words('yes', 8_000)],
      [9_100, words('yes', 8_900)],
    )
    expect(answers).toEqual(['brain.answer a allow'])
    expect(announced.slice(1)).toEqual([
      'Question 2. May I run `make b`? Say yes or no.',
      'May I run `make b`? Say yes or no.',
      'That came before this question: Run b. Say yes or no.',
    ])
  })

  it('is not settled by a click on a card that is gone', () => {
    const { answers, state } = run(
      [0, begins],
      [1_000, brainAsks(approval('a'))],
      [2_000, lapses('a')],
      [2_000, brainAsks(approval('b'))],
      [2_001, { type: 'answer', approvalId: 'a', decision: 'allow' }],
    )
    expect(answers).toEqual([])
    expect(state.pending).toHaveLength(1)
  })

  it('is not answered by a participant who may not: Parley says so once, and their yes stops nothing', () => {
    const { answers, announced, state } = run(
      [0, begins],
      [1_000, brainAsks(approval('a'))],
      [5_000, words('yes', 4_000, 'participant')],
      [6_000, words('no', 5_500, 'participant')],
    )
    expect(answers).toEqual([])
    expect(announced.slice(1)).toEqual([
      'Only the owner of Parley, or somebody the owner chose, can approve this.',
    ])
    expect(state.phase).toMatchObject({ turnId: 't1' })
  })

  it('is not answered by a text without a known speaker', () => {
    const spoken: ConversationInput = {
      type: 'ask',
      ask: { turnId: 't2', text: 'yes' },
      whenBusy: 'followup',
    }
    expect(run([0, begins], [1_000, brainAsks(approval('a'))], [5_000, spoken]).answers).toEqual([])
  })

  it('with a warning says which answer it needs', () => {
    const warned = approval('a', { warning: 'This deletes files.' })
    const { answers, announced } = run([0, begins], [1_000, brainAsks(warned)], [5_000, words('okay', 4_000)])
    expect(answers).toEqual([])
    expect(announced).toEqual([
      'This deletes files. May I run `make a`? Say “run it” or “no”.',
      'Run a needs a clear answer. Say “run it” or “no”.',
    ])
  })
})

describe('an approval for a guest', () => {
  it('does not hold the conversation up, and the answer goes to the guest', () => {
    const { state, events, answers, announced } = run(
      [0, guestAsks(approval('g'))],
      [SEEN, words('run it', SEEN)],
    )
    expect(announced).toEqual(['G2 glasses asks. May I run `make g`? Say “run it” or “no”.'])
    expect(events[0]).toMatchObject({
      type: 'approval.requested',
      turnId: 'g1',
      approval: { source: 'G2 glasses' },
    })
    expect(answers).toEqual(['guest.answer g allow'])
    expect(events.at(-1)).toMatchObject({ type: 'approval.settled', turnId: 'g1', decision: 'allow' })
    expect(agentStateOf(state)).toBe('idle')
  })

  it('leaves a plain yes to the conversation, and lets turns start, end and be interrupted', () => {
    const { state, answers, requests } = run(
      [0, guestAsks(approval('g'))],
      [5_000, words('yes', 4_000)],
      [6_000, { type: 'interrupt' }],
    )
    expect(answers).toEqual([])
    expect(requests).toContainEqual({ type: 'brain.ask', runId: 'said-4000', text: 'yes' })
    expect(state.pending).toHaveLength(1)
    expect(waitsForAnswer(state)).toBe(false)
  })

  it('disappears when the guest does not need it any more', () => {
    const { state, events } = run(
      [0, guestAsks(approval('g'))],
      [1_000, { type: 'guest.settled', approvalId: 'g', decision: 'lapsed' }],
    )
    expect(state.pending).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'approval.settled', decision: 'lapsed' })
  })
})

describe('a question with choices', () => {
  const question: Approval = {
    id: 'q',
    kind: 'question',
    title: 'Which database should I use?',
    action: '',
    choices: ['Postgres', 'SQLite'],
  }
  const clicks = (decision: ApprovalDecision): ConversationInput => ({
    type: 'answer',
    approvalId: 'q',
    decision,
  })

  it('is announced with its choices, and answered by voice', () => {
    const { announced, answers, events, state } = run(
      [0, begins],
      [1_000, brainAsks(question)],
      [SEEN, words('the second one', SEEN)],
    )
    expect(announced).toEqual([
      'Which database should I use? 1: Postgres or 2: SQLite. Say the answer or its number, or “none of these”.',
    ])
    expect(answers).toEqual(['brain.answer q choice:2'])
    expect(events).toContainEqual({
      type: 'approval.settled',
      turnId: 't1',
      approvalId: 'q',
      decision: 'choice:2',
    })
    expect(waitsForAnswer(state)).toBe(false)
  })

  it('accepts only choices that exist', () => {
    for (const decision of ['choice:3', 'choice:9', 'allow', 'always'] as const) {
      const { answers, state } = run([0, begins], [1_000, brainAsks(question)], [SEEN, clicks(decision)])
      expect(answers).toEqual([])
      expect(waitsForAnswer(state)).toBe(true)
    }
    for (const decision of ['choice:1', 'deny'] as const)
      expect(run([0, begins], [1_000, brainAsks(question)], [SEEN, clicks(decision)]).answers).toEqual([
        `brain.answer q ${decision}`,
      ])
    const plain = run([0, begins], [1_000, brainAsks(approval('q'))], [SEEN, clicks('choice:1')])
    expect(plain.answers).toEqual([])
  })

  it('goes on waiting after an unclear answer, and asks again', () => {
    const { announced, state, requests } = run(
      [0, begins],
      [1_000, brainAsks(question)],
      [SEEN, words('you decide', SEEN)],
    )
    expect(announced.at(-1)).toBe('Which database should I use? 1: Postgres or 2: SQLite.')
    expect(waitsForAnswer(state)).toBe(true)
    expect(requests.some(({ type }) => type === 'brain.abort')).toBe(false)
  })

  it('is over with its turn, and when nobody answers in time', () => {
    const stopped = run([0, begins], [1_000, brainAsks(question)], [SEEN, { type: 'interrupt' }])
    expect(stopped.state.pending).toEqual([])
    const lapsed = run([0, begins], [1_000, brainAsks(question)], [SEEN, lapses('q')])
    expect(lapsed.announced.at(-1)).toBe('Nobody answered this in time: Which database should I use?')
  })
})
