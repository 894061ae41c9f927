import { expect, it } from 'vitest'
import { answerConfirmation } from '../../../../src/main/agent/command-confirmation.ts'

const answered = { tag: 'answer', approvalId: 'a' } as const

it('A window shows which choice was heard, in a few words', () => {
  expect(answerConfirmation({ ...answered, decision: 'choice:2', chose: 'SQLite' })).toBe('Chose SQLite')
  expect(answerConfirmation({ ...answered, decision: 'deny', chose: null })).toBe('Chose none of these')
  const long = answerConfirmation({ ...answered, decision: 'choice:1', chose: 'x'.repeat(200) })
  expect(long.length).toBeLessThan(100)
})

it('A window shows how an approval was answered', () => {
  expect(answerConfirmation({ ...answered, decision: 'allow' })).toBe('Allowed')
  expect(answerConfirmation({ ...answered, decision: 'deny' })).toBe('Denied')
})
