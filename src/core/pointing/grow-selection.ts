// "More" and "less": the next larger or smaller thing around what is selected, or some lines.
import type { LineRange } from '../../shared/screen.ts'
import { isText, type Looking, type Target } from './looking.ts'

const length = ({ line, endLine }: LineRange): number => endLine - line

/** A string says why it cannot grow. */
export function grown({ things, at, screen }: Looking, lines: number | null): Target | string {
  const all = screen.all ?? at
  if (at.line <= all.line && at.endLine >= all.endLine) return 'Everything is selected.'
  if (lines !== null) {
    const endLine = Math.min(all.endLine, at.endLine + lines)
    return endLine > at.endLine ? { line: at.line, endLine } : 'There are no more lines below.'
  }
  const larger = things
    .filter((thing) => thing.line <= at.line && thing.endLine >= at.endLine && length(thing) > length(at))
    .toSorted((one, other) => length(one) - length(other))
  return larger[0] ?? all
}

/** A string says why it cannot shrink. */
export function shrunk(looking: Looking, lines: number | null): Target | string {
  const { things, at, screen } = looking
  if (length(at) === 0) return 'Only one line is selected.'
  if (lines !== null) return { line: at.line, endLine: Math.max(at.line, at.endLine - lines) }
  // Back towards where the selection began.
  const anchor = Math.min(at.endLine, Math.max(at.line, screen.anchor ?? at.line))
  const smaller = things
    .filter((thing) => thing.line >= at.line && thing.endLine <= at.endLine && length(thing) < length(at))
    .filter((thing) => thing.line <= anchor && thing.endLine >= anchor)
    .toSorted((one, other) => length(other) - length(one))
  return smaller[0] ?? { line: anchor, endLine: anchor }
}

/** Whether lines can be selected one by one. */
export const canGrow = isText
