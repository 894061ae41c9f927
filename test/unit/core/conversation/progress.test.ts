import { describe, expect, it } from 'vitest'
import {
  isAboutNow,
  progressQuestion,
  type ProgressQuestion,
} from '../../../../src/core/conversation/progress-question.ts'
import { NOT_WORKING, progressReply } from '../../../../src/core/conversation/progress-reply.ts'
import { followProgress, type Progress } from '../../../../src/core/conversation/progress.ts'
import type { ConversationEvent, StatusAction } from '../../../../src/shared/conversation.ts'

type Timed = readonly [seconds: number, event: ConversationEvent]

const started: Timed = [0, { type: 'turn.started', turnId: 't1', by: 'goose' }]
const does = (at: number, action: StatusAction, detail?: string): Timed => [
  at,
  {
    type: 'status.changed',
    turnId: 't1',
    action,
    ...(detail !== undefined && { detail }),
    startedAt: at * 1000,
  },
]
const plan = (at: number, ...states: ('pending' | 'in_progress' | 'completed')[]): Timed => [
  at,
  {
    type: 'artifact.created',
    turnId: 't1',
    artifact: {
      kind: 'checklist',
      id: 'plan',
      title: 'Plan',
      entries: states.map((state, n) => ({
        text: ['read the code', 'fix the bug', 'write the tests', 'run them', 'tidy up'][n]!,
        state,
      })),
    },
  },
]
const ended: Timed = [50, { type: 'turn.ended', turnId: 't1', outcome: 'completed' }]

const after = (...events: Timed[]): Progress | null =>
  events.reduce<Progress | null>((now, [at, event]) => followProgress(now, event, at * 1000), null)
const answer = (question: ProgressQuestion, now: number, ...events: Timed[]): string =>
  progressReply(after(...events), question, now * 1000)

describe('a question about the running turn', () => {
  it.each([
    ['What are you doing right now?', 'doing'],
    ['what is Claude doing', 'doing'],
    ['what is cloud doing', 'doing'],
    ['so, how far are you?', 'far'],
    ['hows it going', 'far'],
    ['whats left', 'left'],
    ['Where are you?', 'far'],
    ['what are the next steps', 'left'],
    ['are you done yet', 'far'],
    ["what's left", 'left'],
    ['what comes next', 'left'],
    ['What have you done so far?', 'done'],
    ['are you stuck', 'stuck'],
    ['what are you waiting for', 'stuck'],
  ] as const)('“%s” asks for: %s', (said, question) => {
    expect(progressQuestion(said)).toBe(question)
  })

  it.each([
    'what are you doing in the parser',
    'status',
    'are you there',
    'what is left of center',
    'is it working',
  ])('“%s” is none', (said) => expect(progressQuestion(said)).toBeNull())

  it('is about Parley while nothing runs only if it is about now', () => {
    expect(isAboutNow('what are you doing', 'doing')).toBe(true)
    expect(isAboutNow('is it done', 'far')).toBe(false)
    expect(isAboutNow('what have you done', 'done')).toBe(false)
  })
})

describe('the answer', () => {
  it('says what is being done, how much of the plan is done, and since when', () => {
    const events = [
      started,
      plan(1, 'completed', 'completed', 'pending', 'pending', 'pending'),
      does(20, 'editing_file', 'src/agent/session-manager.ts'),
    ]
    expect(answer('doing', 40, ...events)).toBe(
      'I am editing session-manager.ts. Two of five steps are done; next: write the tests. I started 40 seconds ago.',
    )
    expect(answer('far', 40, ...events)).toBe(
      'Two of five steps are done; next: write the tests. I am editing session-manager.ts. I started 40 seconds ago.',
    )
  })

  it('says which step is under way, and what is left', () => {
    const events = [started, plan(1, 'completed', 'in_progress', 'pending')]
    expect(answer('doing', 5, ...events)).toContain('One of three steps is done; now: fix the bug.')
    expect(answer('left', 5, ...events)).toBe('Two steps are left: fix the bug; write the tests.')
    expect(answer('left', 5, started)).toBe(
      'I have made no plan, so I cannot say what is left. I am thinking.',
    )
    expect(answer('left', 5, started, plan(1, 'completed'))).toBe('All steps are done. I am about to finish.')
  })

  it('says what was done, each thing once, changes first', () => {
    const events = [
      started,
      does(1, 'reading_file', 'a.ts'),
      does(2, 'reading_file', 'b.ts'),
      does(3, 'executing_command', 'npm test'),
      does(4, 'editing_file', 'src/a.ts'),
      does(5, 'editing_file', 'src/a.ts'),
      does(6, 'thinking'),
    ]
    expect(answer('done', 9, ...events)).toBe('So far I edited a.ts, ran “npm test” and read a.ts and b.ts.')
    expect(answer('done', 9, started)).toBe('I have not done anything yet. I am thinking.')
  })

  it('counts what would be too long to name', () => {
    const reads = Array.from({ length: 7 }, (_, n) => does(n, 'reading_file', `f${n}.ts`))
    expect(answer('done', 9, started, ...reads, does(8, 'thinking'))).toBe('So far I read seven files.')
  })

  it('says that it waits for the user, until that is settled', () => {
    const approval = { id: 'a1', kind: 'command', title: 'Run npm test', action: 'npm test' } as const
    const asked: Timed = [3, { type: 'approval.requested', turnId: 't1', approval }]
    const settled: Timed = [
      4,
      { type: 'approval.settled', turnId: 't1', approvalId: 'a1', decision: 'allow' },
    ]
    expect(answer('stuck', 90, started, asked)).toBe('I am waiting for your answer: Run npm test.')
    expect(answer('stuck', 5, started, asked, settled)).toBe(
      'I do not think so. I am thinking. The last thing happened just now.',
    )
  })

  it('has not done what the user denied', () => {
    const settled: Timed = [4, { type: 'approval.settled', turnId: 't1', approvalId: 'a1', decision: 'deny' }]
    expect(answer('done', 9, started, does(2, 'editing_file', 'a.ts'), settled, does(5, 'thinking'))).toBe(
      'I have not done anything yet. I am thinking.',
    )
  })

  it('says that it may be stuck after a long silence', () => {
    expect(answer('stuck', 200, started, does(20, 'executing_command', 'npm test'))).toBe(
      'Perhaps. I am running “npm test”. Nothing has happened for 3 minutes. Say “stop” to stop me, or wait a little longer.',
    )
  })

  it('says that nothing runs, and on request what the last turn did', () => {
    expect(progressReply(null, 'doing', 0)).toBe(NOT_WORKING)
    const events = [started, does(1, 'editing_file', 'a.ts'), ended]
    expect(answer('doing', 60, ...events)).toBe(NOT_WORKING)
    expect(answer('done', 60, ...events)).toBe(`${NOT_WORKING} Before, I edited a.ts.`)
  })

  it('knows nothing of turns beside the running one', () => {
    const side: Timed = [2, { type: 'turn.started', turnId: 's', by: 'Built-in', beside: 't1' }]
    const ownAnswer: Timed = [2, { type: 'turn.started', turnId: 'p', by: 'Parley' }]
    const sideEnded: Timed = [3, { type: 'turn.ended', turnId: 's', outcome: 'completed' }]
    const now = after(started, side, ownAnswer, sideEnded)
    expect(now).toMatchObject({ turnId: 't1', endedAt: null })
  })

  it('says that the reply is being written once it is', () => {
    const reply: Timed = [2, { type: 'reply.appended', turnId: 't1', segmentId: 't1:agent', delta: 'Well' }]
    expect(answer('doing', 3, started, reply)).toBe('I am writing my reply. I started 3 seconds ago.')
  })
})
