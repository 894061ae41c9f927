import { describe, expect, test } from 'vitest'
import { isOffered } from '../../../../src/core/conversation/approvals/offered-decisions.ts'
import {
  alwaysLabel,
  answerLabel,
  decisionForKey,
  timeLeft,
} from '../../../../src/renderer/approvals/approval-text.ts'
import type { Approval } from '../../../../src/shared/conversation.ts'

const question: Approval = {
  id: 'q',
  kind: 'question',
  title: 'Which database?',
  action: '',
  choices: ['Postgres', 'SQLite'],
}

describe('an approval card', () => {
  test('counts down, and says when time is up', () => {
    expect(timeLeft(undefined, 0)).toBeNull()
    expect(timeLeft(90_000, 0)).toBe('1 min 30 s left')
    expect(timeLeft(4200, 0)).toBe('5 s left')
    expect(timeLeft(0, 10)).toBe('Time is up')
  })

  test('says what “always” allows, in the brain’s own text if it has one', () => {
    const asked = { id: 'a', kind: 'command', title: 'Run', action: 'npm test' } as const
    expect(alwaysLabel(asked)).toBe('Always allow commands in this session')
    expect(alwaysLabel({ ...asked, alwaysMeans: 'Always allow this one' })).toBe('Always allow this one')
    expect(isOffered(asked, 'allow')).toBe(true)
    expect(isOffered({ ...asked, decisions: ['always', 'deny'] }, 'allow')).toBe(false)
  })

  test('says how to answer by voice: plainly for the first, by number for the others', () => {
    const asked = { id: 'a', kind: 'command', title: 'Run', action: 'npm test' } as const
    expect(answerLabel(asked, 1, 2)).toBe('Say yes or no.')
    expect(answerLabel({ ...asked, warning: 'It deletes.' }, 1, 1)).toBe('Say “run it” or “no”.')
    expect(answerLabel(asked, 2, 2)).toBe('Say “allow the second” or “no to the second”.')
    expect(answerLabel(asked, 6, 6)).toBe('')
    const ofGuest = { ...asked, source: 'G2 glasses' }
    expect(answerLabel(ofGuest, 1, 1)).toBe('Say “run it” or “no”.')
    expect(answerLabel(ofGuest, 1, 2)).toBe('Say “allow the first” or “no to the first”.')
  })
  test('of a question says how to choose by voice', () => {
    expect(answerLabel(question, 1, 1)).toBe('Say the answer or its number, or “none of these”.')
    expect(answerLabel(question, 2, 2)).toBe('Say “Postgres to the second” or “no to the second”.')
    const long = { ...question, choices: ['x'.repeat(100), 'b'] }
    expect(answerLabel(long, 2, 2)).toBe('Say “number one to the second” or “no to the second”.')
  })

  test('of a question is answered with the number of a choice, and refused with Escape', () => {
    expect(decisionForKey(question, '2', true)).toBe('choice:2')
    expect(decisionForKey(question, 'Escape', false)).toBe('deny')
    for (const key of ['3', '0', 'y', 'n', 'Enter', 'F1'])
      expect(decisionForKey(question, key, true)).toBeNull()
  })

  test('is answered with Y, N, Enter or Escape, and only with what is offered', () => {
    const asked = { id: 'a', kind: 'command', title: 'Run', action: 'npm test' } as const
    expect(['y', 'n', 'Escape', '1'].map((key) => decisionForKey(asked, key, false))).toEqual([
      'allow',
      'deny',
      'deny',
      null,
    ])
    // On a button, Enter presses the button.
    expect([true, false].map((onCard) => decisionForKey(asked, 'Enter', onCard))).toEqual(['allow', null])
    expect(decisionForKey({ ...asked, decisions: ['always', 'deny'] }, 'y', true)).toBeNull()
  })
})
