import { describe, expect, it } from 'vitest'
import { marksOf } from '../../../../src/renderer/viewer/hunk-marks.ts'

const at = 1

describe('The marks of hunks', () => {
  it('follow the decisions, without those that were taken back or restored', () => {
    const decisions = new Map([
      ['a', { decision: 'reverted', turnId: 'revert-1', at }],
      ['b', { decision: 'reverted', turnId: 'revert-2', at }],
      ['c', { decision: 'kept', turnId: '', at }],
      ['d', { decision: 'undecided', turnId: '', at }],
    ] as const)
    expect([...marksOf(decisions, ['revert-2'], new Map())]).toEqual([
      ['a', { tag: 'reverted', turnId: 'revert-1' }],
      ['c', { tag: 'kept' }],
    ])
  })

  it('say what the window is doing, whatever was decided', () => {
    const decisions = new Map([['a', { decision: 'reverted', turnId: 'revert-1', at }]] as const)
    const marks = marksOf(
      decisions,
      [],
      new Map([
        ['a', 'restoring'],
        ['b', 'reverting'],
      ] as const),
    )
    expect([...marks.values()]).toEqual([{ tag: 'restoring' }, { tag: 'reverting' }])
    expect(marksOf(undefined, [], new Map()).size).toBe(0)
  })
})
