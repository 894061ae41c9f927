// Carries out the user's decisions about the hunks of a diff, one after the other, and undoes and redoes them.
import { useEffect, useMemo, useRef, useState } from 'react'
import { faultOf, type Fault } from '../../shared/errors.ts'
import { useApp, useConversation } from '../store/use-room.tsx'
import { useReportFault } from '../ui/notices.tsx'
import {
  noDecisions,
  redoStep,
  undoStep,
  withoutHunk,
  withStep,
  type Decision,
  type DecisionHistory,
} from './decision-history.ts'
import { marksOf, type Marks, type Pending } from './hunk-marks.ts'

export interface HunkDecisions {
  marks: Marks
  /** Why a hunk could not be reverted or restored. */
  faults: ReadonlyMap<string, Fault>
  canUndo: boolean
  canRedo: boolean
  /** Decides about those of the hunks that are not decided so yet; a reverted hunk cannot be kept. */
  decide(decision: Decision, hunks: readonly string[]): void
  /** Takes back what was decided about one hunk. */
  takeBack(hunk: string): void
  /** The faults were about what was shown before. */
  forgetFaults(): void
  undo(): void
  redo(): void
}

const NOTHING_PENDING: Pending = new Map()
const NO_FAULTS: ReadonlyMap<string, Fault> = new Map()

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  const next = new Map(map)
  return next.delete(key) ? next : map
}

/** `patchOf` makes the patch of a hunk; null if that is impossible. */
export function useHunkDecisions(
  artifactId: string,
  patchOf: (hunk: string) => Promise<string | null>,
): HunkDecisions {
  const { commands, store } = useApp()
  const report = useReportFault()
  const decided = useConversation(({ decisions }) => decisions.get(artifactId))
  const restored = useConversation(({ restoredHunks }) => restoredHunks)
  const [pending, setPending] = useState(NOTHING_PENDING)
  const [faults, setFaults] = useState(NO_FAULTS)
  const [history, setHistory] = useState(noDecisions)
  const marks = useMemo(() => marksOf(decided, restored, pending), [decided, restored, pending])
  /** As they are now: two keys may come before the next rendering. */
  const now = useRef({ pending, history })
  const work = useRef<Promise<void>>(Promise.resolve())
  /** A newer version of the diff may come while decisions wait for their turn. */
  const patchNow = useRef(patchOf)
  useEffect(() => {
    patchNow.current = patchOf
  })

  const marksNow = (): Marks => {
    const { decisions, restoredHunks } = store.get().conversation
    return marksOf(decisions.get(artifactId), restoredHunks, now.current.pending)
  }
  const remember = (next: DecisionHistory): void => {
    now.current.history = next
    setHistory(next)
  }
  const wait = (hunk: string, what: 'reverting' | 'restoring' | null): void => {
    now.current.pending = what
      ? new Map(now.current.pending).set(hunk, what)
      : without(now.current.pending, hunk)
    setPending(now.current.pending)
  }
  const note = (hunks: readonly string[], decision: Decision | 'undecided', turnId = ''): void =>
    store.dispatch({ type: 'hunks.decided', artifactId, hunks, decision, turnId, at: null })

  /** Shown at once; the agent remembers it. */
  const mark = (hunks: readonly string[], decision: 'kept' | 'undecided'): void => {
    note(hunks, decision)
    commands.decideHunks(artifactId, hunks, decision).catch(report)
  }

  /** One at a time: two patches of one file would be worked out on the same text. */
  const perform = (hunk: string, what: 'reverting' | 'restoring', act: () => Promise<void>): void => {
    wait(hunk, what)
    setFaults((known) => without(known, hunk))
    work.current = work.current
      .then(act)
      .catch((error: unknown) => setFaults((known) => new Map(known).set(hunk, faultOf(error))))
      .then(() => {
        if (now.current.pending.get(hunk) === what) wait(hunk, null)
      })
  }
  const revert = (hunk: string): void =>
    perform(hunk, 'reverting', async () => {
      const patch = await patchNow.current(hunk)
      if (patch === null) throw new Error('This hunk cannot be reverted on its own.')
      note([hunk], 'reverted', await commands.revertHunk(patch, { artifactId, hunk }))
    })
  const restore = (hunk: string): void =>
    perform(hunk, 'restoring', async () => {
      const { decisions, restoredHunks } = store.get().conversation
      const known = decisions.get(artifactId)?.get(hunk)
      // It was never reverted, or is back already.
      if (known?.decision !== 'reverted' || restoredHunks.includes(known.turnId)) return
      await commands.restoreHunk(known.turnId)
      note([hunk], 'undecided', known.turnId)
      // It was kept before it was reverted.
      const { done } = now.current.history
      if (done.some(({ decision, hunks }) => decision === 'kept' && hunks.includes(hunk)))
        mark([hunk], 'kept')
    })

  const apply = (decision: Decision, hunks: readonly string[]): void => {
    // From the end: the places of the hunks above stay as the diff says.
    if (decision === 'reverted') hunks.toReversed().forEach(revert)
    else mark(hunks, 'kept')
  }
  const takeBackAll = (decision: Decision, hunks: readonly string[]): void => {
    if (decision === 'reverted') hunks.forEach(restore)
    else mark(hunks, 'undecided')
  }

  return {
    marks,
    faults,
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    decide(decision, hunks) {
      const known = marksNow()
      const open = hunks.filter((hunk) => {
        const tag = known.get(hunk)?.tag
        return tag === undefined || (tag === 'kept' && decision === 'reverted')
      })
      if (open.length === 0) return
      remember(withStep(now.current.history, { decision, hunks: open }))
      apply(decision, open)
    },
    takeBack(hunk) {
      const decision = marksNow().get(hunk)?.tag
      if (decision !== 'kept' && decision !== 'reverted') return
      remember(withoutHunk(now.current.history, { decision, hunks: [hunk] }))
      takeBackAll(decision, [hunk])
    },
    forgetFaults: () => setFaults(NO_FAULTS),
    undo() {
      const known = marksNow()
      const { step, history: next } = undoStep(now.current.history, (hunk, decision) => {
        const tag = known.get(hunk)?.tag
        return tag === decision || (decision === 'reverted' && tag === 'reverting')
      })
      remember(next)
      if (step) takeBackAll(step.decision, step.hunks)
    },
    redo() {
      const known = marksNow()
      const { step, history: next } = redoStep(now.current.history, (hunk) => {
        const tag = known.get(hunk)?.tag
        return tag === undefined || tag === 'kept' || tag === 'restoring'
      })
      remember(next)
      if (step) apply(step.decision, step.hunks)
    },
  }
}
