// Questions with choices among the open approvals: whose answer counts, for which card, and what Parley says otherwise.
import { describe, expect, it } from 'vitest'
import {
  askAgain,
  isAnswer,
  judgeAnswer,
  SETTLE_MS,
  type AnswerSource,
} from '../../../../../src/core/conversation/approvals/judge-answer.ts'
import {
  openApproval,
  type OpenApproval,
} from '../../../../../src/core/conversation/approvals/open-approvals.ts'
import type { Approval } from '../../../../../src/shared/conversation.ts'

const SHOWN = 10_000
const owner: AnswerSource = { role: 'owner', startedAt: SHOWN + SETTLE_MS, saying: '' }

const card = (approval: Approval): OpenApproval => ({ ...openApproval(approval, 't1'), since: SHOWN })
const question = (more: Partial<Approval> = {}): OpenApproval =>
  card({
    id: 'q',
    kind: 'question',
    title: 'Which database should I use?',
    action: '',
    choices: ['Postgres 15', 'Postgres 16', 'SQLite'],
    ...more,
  })
const command = card({ id: 'c', kind: 'command', title: 'Run the tests', action: 'npm test' })
const ofGuest = question({ id: 'g', source: 'G2 glasses' })

/** What Parley says when the answer does not count. */
function saidAgain(open: readonly OpenApproval[], text: string, source = owner): string | null {
  const judged = judgeAnswer(open, text, source)
  return judged.tag === 'not counted' ? askAgain(judged.because, judged.asked, judged.among) : null
}

describe('an answer to a question', () => {
  it('chooses, or refuses to, and says what was chosen', () => {
    expect(judgeAnswer([question()], 'SQLite please', owner)).toEqual({
      tag: 'answer',
      approvalId: 'q',
      decision: 'choice:3',
      chose: 'SQLite',
    })
    expect(judgeAnswer([question()], 'none of these', owner)).toEqual({
      tag: 'answer',
      approvalId: 'q',
      decision: 'deny',
      chose: null,
    })
    expect(judgeAnswer([question()], 'show me the schema', owner)).toEqual({ tag: 'no answer' })
  })

  it('is asked for again, with the choices it may mean', () => {
    expect(saidAgain([question()], 'Postgres')).toBe('Did you mean 1: Postgres 15 or 2: Postgres 16?')
    expect(saidAgain([question()], 'you decide')).toBe(
      'Which database should I use? 1: Postgres 15, 2: Postgres 16, or 3: SQLite.',
    )
    expect(isAnswer([question()], 'Postgres')).toBe(true)
  })

  it('needs no explicit yes, even with a warning', () =>
    expect(judgeAnswer([question({ warning: 'This cannot be changed later.' })], 'two', owner)).toMatchObject(
      {
        decision: 'choice:2',
      },
    ))

  it('counts from an approver, and not from another participant', () => {
    expect(judgeAnswer([question()], 'SQLite', { ...owner, role: 'approver' })).toMatchObject({
      tag: 'answer',
    })
    for (const words of ['SQLite', 'Postgres', 'none'])
      expect(saidAgain([question()], words, { ...owner, role: 'participant' })).toBe(
        'Only the owner of Parley, or somebody the owner chose, can answer this.',
      )
  })

  it('does not count when it came before the question, except to refuse', () => {
    const early = { ...owner, startedAt: SHOWN }
    expect(saidAgain([question()], 'SQLite', early)).toBe(
      'That came before this question: Which database should I use? Say the answer or its number, or “none of these”.',
    )
    expect(judgeAnswer([question()], 'no', early)).toMatchObject({ decision: 'deny' })
  })

  it('does not count when it is the agent’s own voice reading the choices', () => {
    const saying = 'Which database should I use? 1: Postgres 15, 2: Postgres 16, or 3: SQLite.'
    expect(judgeAnswer([question()], 'or SQLite', { ...owner, saying })).toEqual({ tag: 'no answer' })
    expect(judgeAnswer([question()], 'SQLite', { ...owner, saying })).toMatchObject({ because: 'own voice' })
  })

  it('does not count from an approver who cannot have heard all choices', () => {
    const long = question({ choices: ['SQLite', 'P'.repeat(199), 'Q'.repeat(199), 'R'.repeat(199)] })
    expect(saidAgain([long], 'SQLite', { ...owner, role: 'approver' })).toBe(
      'Which database should I use? The choices are too long to read out. Answer in the owner’s window.',
    )
    expect(judgeAnswer([long], 'SQLite', owner)).toMatchObject({ tag: 'answer' })
  })
})

describe('several open approvals', () => {
  it('leave “the second one” to the question in front, and “allow the second” to the second', () => {
    const open = [question(), command]
    expect(judgeAnswer(open, 'the second one', owner)).toMatchObject({
      approvalId: 'q',
      decision: 'choice:2',
    })
    expect(judgeAnswer(open, 'take the second one', owner)).toMatchObject({ approvalId: 'q' })
    expect(judgeAnswer(open, 'allow the second', owner)).toMatchObject({ approvalId: 'c', decision: 'allow' })
    expect(judgeAnswer(open, 'no to the second', owner)).toMatchObject({ approvalId: 'c', decision: 'deny' })
    expect(judgeAnswer(open, 'yes', owner)).toMatchObject({ because: 'unclear' })
  })

  it('let a question behind another card be answered by its place', () => {
    const open = [command, question()]
    expect(judgeAnswer(open, 'SQLite to the second', owner)).toMatchObject({
      approvalId: 'q',
      decision: 'choice:3',
    })
    expect(judgeAnswer(open, 'yes', owner)).toMatchObject({ approvalId: 'c', decision: 'allow' })
  })

  it('do not give a choice to a question behind another card, nor send it as a request', () => {
    const open = [command, question()]
    expect(isAnswer(open, 'SQLite')).toBe(true)
    expect(saidAgain(open, 'SQLite')).toBe(
      'Several questions are open. The first is: Run the tests. Say “allow the first”, or name another one.',
    )
    expect(isAnswer(open, 'show me the schema')).toBe(false)
  })
})

describe('a guest’s question on the desktop', () => {
  it('is answered by a choice, and not by a nod', () => {
    const yesOrNo = question({ source: 'G2 glasses', choices: ['Yes', 'No, keep it'] })
    expect(judgeAnswer([ofGuest], 'SQLite', owner)).toMatchObject({ decision: 'choice:3' })
    expect(judgeAnswer([ofGuest], 'okay', owner)).toEqual({ tag: 'no answer' })
    expect(judgeAnswer([yesOrNo], 'go ahead', owner)).toEqual({ tag: 'no answer' })
    expect(judgeAnswer([yesOrNo], 'number one', owner)).toMatchObject({ decision: 'choice:1' })
  })

  it('does not catch an answer while this conversation waits for one too', () => {
    expect(saidAgain([ofGuest, command], 'number two')).toBe(
      'Several questions are open. The first is from G2 glasses: say “Postgres 15 to the first”, or name another one.',
    )
    expect(judgeAnswer([ofGuest, command], 'Postgres 15 to the first', owner)).toMatchObject({
      approvalId: 'g',
      decision: 'choice:1',
    })
  })
})
