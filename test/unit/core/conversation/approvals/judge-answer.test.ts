// Which text answers an open approval: by its speaker, its time and its clarity.
import { describe, expect, it } from 'vitest'
import {
  isAnswer,
  judgeAnswer,
  SETTLE_MS,
  type AnswerSource,
} from '../../../../../src/core/conversation/approvals/judge-answer.ts'
import {
  openApproval,
  placed,
  type OpenApproval,
} from '../../../../../src/core/conversation/approvals/open-approvals.ts'
import type { Approval } from '../../../../../src/shared/conversation.ts'

const SHOWN = 10_000
const LATER = SHOWN + SETTLE_MS

const card = (id: string, more: Partial<Approval> = {}): OpenApproval => ({
  ...openApproval({ id, kind: 'command', title: `Run ${id}`, action: `make ${id}`, ...more }, 't1'),
  since: SHOWN,
})
const owner: AnswerSource = { role: 'owner', startedAt: LATER, saying: '' }
const danger = { warning: 'This deletes files.' }

describe('an answer', () => {
  it('counts only for the approval in front', () => {
    expect(judgeAnswer([card('a'), card('b')], 'yes', owner)).toEqual({
      tag: 'answer',
      approvalId: 'a',
      decision: 'allow',
    })
  })

  it.each([SHOWN - 5_000, SHOWN - 1, SHOWN, LATER - 1])('that began at %i is no yes to it', (startedAt) => {
    for (const words of ['yes', 'run it', 'always', 'allow the first'])
      expect(judgeAnswer([card('a')], words, { ...owner, startedAt })).toMatchObject({ because: 'too early' })
    // A no is safe, whatever it was meant for.
    expect(judgeAnswer([card('a')], 'no', { ...owner, startedAt })).toMatchObject({ decision: 'deny' })
  })

  it('is no answer if nothing is open, or if it says something else', () => {
    expect(judgeAnswer([], 'yes', owner)).toEqual({ tag: 'no answer' })
    expect(judgeAnswer([card('a')], 'show me the file', owner)).toEqual({ tag: 'no answer' })
    expect(isAnswer([card('a')], 'yes')).toBe(true)
    expect(isAnswer([], 'yes')).toBe(false)
  })

  it.each(['right', 'good', 'okay', 'please', 'all', 'sure', 'fine', 'yes', 'do it', 'go ahead', 'always'])(
    'never allows an approval with a warning when it is %j',
    (words) => {
      expect(judgeAnswer([card('a', danger)], words, owner)).not.toMatchObject({ tag: 'answer' })
    },
  )

  it.each(['run it', 'allow it', 'Yes, run it.', 'approve that', 'please allow it', 'allow the first'])(
    'allows an approval with a warning when it is %j',
    (words) => {
      expect(judgeAnswer([card('a', danger)], words, owner)).toMatchObject({ decision: 'allow' })
    },
  )

  it('denies an approval with a warning in any words', () => {
    expect(judgeAnswer([card('a', danger)], 'no', owner)).toMatchObject({ decision: 'deny' })
    expect(judgeAnswer([card('a', danger)], 'yes to the first', owner)).toMatchObject({ because: 'vague' })
  })

  it('counts for another approval than the one in front if it names it', () => {
    const open = [card('a'), card('b'), card('c')]
    const answered = (words: string) => judgeAnswer(open, words, owner)
    expect(answered('allow the second')).toMatchObject({ approvalId: 'b', decision: 'allow' })
    expect(answered('no to the third one')).toMatchObject({ approvalId: 'c', decision: 'deny' })
    expect(answered('yes to the last')).toMatchObject({ approvalId: 'c', decision: 'allow' })
    expect(answered('allow the fourth')).toEqual({ tag: 'no answer' })
    expect(answered('open the second one')).toEqual({ tag: 'no answer' })
  })

  it('by number does not count if the numbers changed while it was said', () => {
    const before = [card('a'), card('b'), card('c')]
    const after = placed(before, [before[1]!, before[2]!], LATER)
    expect(judgeAnswer(after, 'allow the second', owner)).toMatchObject({ because: 'too early' })
    expect(judgeAnswer(after, 'yes', owner)).toMatchObject({ because: 'too early' })
  })

  it('counts only from somebody who may approve', () => {
    for (const words of ['yes', 'no', 'run it'])
      expect(judgeAnswer([card('a')], words, { ...owner, role: 'participant' })).toMatchObject({
        because: 'not allowed',
      })
    expect(judgeAnswer([card('a')], 'yes', { ...owner, role: 'approver' })).toMatchObject({ tag: 'answer' })
  })

  it('cannot allow an action that is too long to be told to a speaker without a window', () => {
    const long = card('a', { action: 'x'.repeat(501) })
    expect(judgeAnswer([long], 'yes', { ...owner, role: 'approver' })).toMatchObject({ because: 'too long' })
    expect(judgeAnswer([long], 'yes', owner)).toMatchObject({ tag: 'answer' })
  })

  it.each([
    ['yes', 'May I run make? Say yes or no.'],
    ['yeah', 'May I run make? Say yes or no.'],
    ['no', 'May I run make? Say yes or no.'],
    ['run it', 'This deletes files. Say run it or no.'],
  ])('that may be the agent’s own voice does not count: %j while it says %j', (words, saying) => {
    expect(judgeAnswer([card('a')], words, { ...owner, saying })).toMatchObject({ because: 'own voice' })
  })

  it('counts while the agent speaks of something else', () => {
    const saying = 'May I run make in the harbour folder?'
    expect(judgeAnswer([card('a')], 'yes', { ...owner, saying })).toMatchObject({ tag: 'answer' })
  })

  it('allows a guest’s approval only if it says so: a plain yes belongs to this conversation', () => {
    const open = [card('a', { source: 'G2 glasses' })]
    for (const words of ['yes', 'okay', 'always'])
      expect(judgeAnswer(open, words, owner)).toEqual({ tag: 'no answer' })
    for (const words of ['run it', 'allow it', 'yes to the first'])
      expect(judgeAnswer(open, words, owner)).toMatchObject({ decision: 'allow' })
    expect(judgeAnswer(open, 'no', owner)).toMatchObject({ decision: 'deny' })
  })

  it('has to name the approval if a guest’s is before one of this conversation', () => {
    const open = [card('a', { source: 'G2 glasses' }), card('b')]
    for (const words of ['yes', 'okay', 'run it', 'allow it', 'always'])
      expect(judgeAnswer(open, words, owner)).toMatchObject({ because: 'which one' })
    expect(judgeAnswer(open, 'allow the first', owner)).toMatchObject({ approvalId: 'a', decision: 'allow' })
    expect(judgeAnswer(open, 'allow the second', owner)).toMatchObject({ approvalId: 'b', decision: 'allow' })
    expect(judgeAnswer(open.toReversed(), 'run it', owner)).toMatchObject({ approvalId: 'b' })
  })
})

describe('the place of an approval', () => {
  it('is new when it is opened, and when one before it is gone', () => {
    const [a, b] = [card('a'), card('b')]
    expect(placed([a], [a, b], 20_000).map(({ since }) => since)).toEqual([SHOWN, 20_000])
    expect(placed([a, b], [b], 20_000).map(({ since }) => since)).toEqual([20_000])
    expect(placed([a, b], [a], 20_000).map(({ since }) => since)).toEqual([SHOWN])
  })
})
