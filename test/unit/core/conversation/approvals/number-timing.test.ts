import { expect, it } from 'vitest'
import { SETTLE_MS } from '../../../../../src/core/conversation/approvals/judge-answer.ts'
import { isTooEarlyToPress } from '../../../../../src/core/conversation/approvals/number-timing.ts'
import { openApproval } from '../../../../../src/core/conversation/approvals/open-approvals.ts'

const card = { ...openApproval({ id: 'a', kind: 'edit', title: 'Edit', action: '' }, 't1'), since: 1000 }

it('a number counts only if it was begun after every open card could be read', () => {
  expect(isTooEarlyToPress([], { startedAt: 0 })).toBe(false)
  expect(isTooEarlyToPress([card], { startedAt: 900 })).toBe(true)
  expect(isTooEarlyToPress([card], { startedAt: 1000 + SETTLE_MS - 1 })).toBe(true)
  expect(isTooEarlyToPress([card], { startedAt: 1000 + SETTLE_MS })).toBe(false)
  expect(isTooEarlyToPress([{ ...card, since: 0 }, card], { startedAt: 1200 })).toBe(true)
})
