// What the window shows of the user's decisions about the hunks of a diff, by the key of the hunk.
import type { DiffDecisions } from '../store/state.ts'

export type HunkMark =
  | { tag: 'kept' }
  | { tag: 'reverting' }
  /** The turn that reverted it. */
  | { tag: 'reverted'; turnId: string }
  | { tag: 'restoring' }

export type Marks = ReadonlyMap<string, HunkMark>

/** What the window is doing about a hunk at the moment. */
export type Pending = ReadonlyMap<string, 'reverting' | 'restoring'>

/** A hunk whose reverting turn is among the `restored` ones is undecided again. */
export function marksOf(
  decisions: DiffDecisions | undefined,
  restored: readonly string[],
  pending: Pending,
): Marks {
  const marks = new Map<string, HunkMark>()
  for (const [key, { decision, turnId }] of decisions ?? []) {
    if (decision === 'kept') marks.set(key, { tag: 'kept' })
    else if (decision === 'reverted' && !restored.includes(turnId))
      marks.set(key, { tag: 'reverted', turnId })
  }
  for (const [key, tag] of pending) marks.set(key, { tag })
  return marks
}
