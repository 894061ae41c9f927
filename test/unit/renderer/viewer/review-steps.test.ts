import { expect, test } from 'vitest'
import { reviewSteps } from '../../../../src/renderer/viewer/review-steps.ts'

const comment = { text: 'Why?', sent: false, at: 1 }

test('unsent comments and reverted hunks are to be sent', () => {
  const marks = new Map([['b', { tag: 'reverted', turnId: 't' } as const]])
  const comments = new Map([
    ['a', comment],
    ['b', { ...comment, sent: true }],
    // Its hunk is gone.
    ['c', comment],
  ])
  expect(reviewSteps(['a', 'b'], marks, comments, true)).toEqual({
    undecided: 1,
    toSend: 2,
    canCommit: false,
  })
})

test('the working changes can be committed once every hunk is decided about and one is kept', () => {
  const kept = new Map([['a', { tag: 'kept' } as const]])
  expect(reviewSteps(['a'], kept, new Map(), true).canCommit).toBe(true)
  expect(reviewSteps(['a', 'b'], kept, new Map(), true).canCommit).toBe(false)
  expect(reviewSteps(['a'], kept, new Map(), false).canCommit).toBe(false)
  expect(
    reviewSteps(['a'], new Map([['a', { tag: 'reverted', turnId: 't' } as const]]), new Map(), true)
      .canCommit,
  ).toBe(false)
})
