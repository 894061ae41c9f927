import { describe, expect, it } from 'vitest'
import {
  noDecisions,
  redoStep,
  undoStep,
  withoutHunk,
  withStep,
  type DecisionStep,
} from '../../../../src/renderer/viewer/decision-history.ts'

const kept = (...hunks: string[]): DecisionStep => ({ decision: 'kept', hunks })
const reverted = (...hunks: string[]): DecisionStep => ({ decision: 'reverted', hunks })
const historyOf = (...steps: DecisionStep[]) => steps.reduce(withStep, noDecisions)
const always = (): boolean => true

describe('The history of decisions', () => {
  it('undoes the newest step as a whole, and redoes it', () => {
    const undone = undoStep(historyOf(kept('a'), reverted('b', 'c')), always)
    expect(undone.step).toEqual(reverted('b', 'c'))
    expect(undoStep(undone.history, always).step).toEqual(kept('a'))
    const redone = redoStep(undone.history, always)
    expect(redone.step).toEqual(reverted('b', 'c'))
    expect(redoStep(redone.history, always).step).toBeNull()
    expect(undoStep(redone.history, always).step).toEqual(reverted('b', 'c'))
  })

  it('passes over what does not hold any more, such as a hunk that was restored by voice', () => {
    const history = historyOf(kept('a'), reverted('b', 'c'), reverted('d'))
    const { step } = undoStep(history, (hunk) => hunk !== 'd' && hunk !== 'b')
    expect(step).toEqual(reverted('c'))
    expect(undoStep(history, () => false)).toEqual({ step: null, history: noDecisions })
  })

  it('forgets what could be redone once something else is decided', () => {
    const { history } = undoStep(historyOf(kept('a')), always)
    expect(redoStep(withStep(history, kept('b')), always).step).toBeNull()
  })

  it('can redo a hunk that was undone on its own, and undoes the others of its step', () => {
    const history = withoutHunk(historyOf(reverted('a', 'b')), reverted('a'))
    expect(redoStep(history, always).step).toEqual(reverted('a'))
    expect(undoStep(history, always).step).toEqual(reverted('b'))
  })
})
