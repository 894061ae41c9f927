import { expect, test } from 'vitest'
import { reviewSteps } from '../../../../src/renderer/viewer/review-steps.ts'

const comment = { text: 'Why?', sent: false, at: 1 }

test('comments and reverted hunks are to be sent, each once', () => {
  const reverted = { tag: 'reverted', turnId: 't' } as const
  const marks = new Map([
    ['b', reverted],
    ['c', reverted],
    ['d', reverted],
  ])
  const comments = new Map([
    ['a', comment],
    ['b', { ...comment, sent: true }],
    // The agent was told of it, without a comment.
    ['c', { text: '', sent: true, at: 1 }],
    // Its hunk is gone.
    ['e', comment],
  ])
  expect(reviewSteps(['a', 'b', 'c', 'd'], marks, comments, true)).toEqual({
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
