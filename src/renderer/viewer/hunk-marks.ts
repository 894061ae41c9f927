// What a person decided about the hunks of a diff. It is remembered as long as the artifact is, so that a tab that is
// closed and opened again still knows.
import { useCallback, useState } from 'react'
import type { Artifact } from '../../shared/artifacts.ts'
import type { Fault } from '../../shared/errors.ts'

export type HunkMark =
  { tag: 'kept' } | { tag: 'reverting' } | { tag: 'reverted' } | { tag: 'refused'; fault: Fault }

type Marks = ReadonlyMap<string, HunkMark>

const remembered = new WeakMap<Artifact, Marks>()

export const hunkName = (file: number, hunk: number): string => `${file} ${hunk}`

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
  return [remembered.get(artifact) ?? new Map(), mark]
}
