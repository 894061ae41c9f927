// What the user decided about hunks in this tab, in order, so that it can be undone and redone. Hunks are named by key.

export type Decision = 'kept' | 'reverted'

/** What one key, click or sentence decided. */
export interface DecisionStep {
  decision: Decision
  hunks: readonly string[]
}

export interface DecisionHistory {
  done: readonly DecisionStep[]
  undone: readonly DecisionStep[]
}

export const noDecisions: DecisionHistory = { done: [], undone: [] }

const MAX_STEPS = 500

export const withStep = ({ done }: DecisionHistory, step: DecisionStep): DecisionHistory => ({
  done: [...done, step].slice(-MAX_STEPS),
  undone: [],
})

interface Moved {
  /** Null if there is nothing left to undo or redo. */
  step: DecisionStep | null
  history: DecisionHistory
}

/** The newest step of which something `stillHolds`: a hunk may have been decided anew elsewhere. */
export function undoStep(
  { done, undone }: DecisionHistory,
  stillHolds: (hunk: string, decision: Decision) => boolean,
): Moved {
  const { step, rest } = newest(done, stillHolds)
  return { step, history: { done: rest, undone: step ? [...undone, step] : undone } }
}

/** The step that was undone last and of which something `isOpen` again. */
export function redoStep({ done, undone }: DecisionHistory, isOpen: (hunk: string) => boolean): Moved {
  const { step, rest } = newest(undone, isOpen)
  return { step, history: { done: step ? [...done, step] : done, undone: rest } }
}

function newest(
  steps: readonly DecisionStep[],
  counts: (hunk: string, decision: Decision) => boolean,
): { step: DecisionStep | null; rest: readonly DecisionStep[] } {
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const { decision, hunks } = steps[at]!
    const left = hunks.filter((hunk) => counts(hunk, decision))
    if (left.length > 0) return { step: { decision, hunks: left }, rest: steps.slice(0, at) }
  }
  return { step: null, rest: [] }
}

/** One hunk was undone on its own, whenever it was decided. */
export function withoutHunk({ done, undone }: DecisionHistory, step: DecisionStep): DecisionHistory {
  const [hunk] = step.hunks
  return {
    done: done.flatMap(({ decision, hunks }) => {
      const left = hunks.filter((one) => one !== hunk)
      return left.length > 0 ? [{ decision, hunks: left }] : []
    }),
    undone: [...undone, step],
  }
}
