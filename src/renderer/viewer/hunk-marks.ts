// The user's decisions about the hunks of a diff. They last as long as the artifact, so that a reopened tab still has them.
import { useCallback, useMemo, useState } from 'react'
import type { Artifact } from '../../shared/artifacts.ts'
import type { Fault } from '../../shared/errors.ts'
import { useConversation } from '../store/use-room.tsx'

export type HunkMark =
  | { tag: 'kept' }
  | { tag: 'reverting' }
  /** The turn that reverted it. */
  | { tag: 'reverted'; turnId: string }
  | { tag: 'refused'; fault: Fault }

export type Marks = ReadonlyMap<string, HunkMark>

const remembered = new WeakMap<Artifact, Marks>()

export const hunkName = (file: number, hunk: number): string => `${file} ${hunk}`

/** Without the marks of reverted hunks that were restored since. */
export function withoutRestored(marks: Marks, restored: readonly string[]): Marks {
  if (restored.length === 0) return marks
  return new Map([...marks].filter(([, mark]) => mark.tag !== 'reverted' || !restored.includes(mark.turnId)))
}

const NONE: Marks = new Map()

export function useHunkMarks(artifact: Artifact): [Marks, (name: string, mark: HunkMark | null) => void] {
  const [, drawAgain] = useState(0)
  const mark = useCallback(
    (name: string, next: HunkMark | null) => {
      const marks = new Map(remembered.get(artifact))
      if (next) marks.set(name, next)
      else marks.delete(name)
      remembered.set(artifact, marks)
      drawAgain((count) => count + 1)
    },
    [artifact],
  )
  const restored = useConversation((conversation) => conversation.restoredHunks)
  const all = remembered.get(artifact) ?? NONE
  return [useMemo(() => withoutRestored(all, restored), [all, restored]), mark]
}
