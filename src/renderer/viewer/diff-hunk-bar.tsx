// The bar above a hunk: its position, the user's decision, and the buttons for it.
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import type { HunkMark } from './hunk-marks.ts'

interface Props {
  heading: string
  current: boolean
  mark: HunkMark | null
  /** Whether it can be reverted. */
  canRevert: boolean
  copy: () => Promise<string>
  onKeep: () => void
  onRevert: () => void
}

/** The most useful part of `@@ -1,3 +1,4 @@ function f` is its end. */
function headingParts(heading: string): { range: string; context: string } {
  const [, range = '', context = ''] = /^(@@+ .*? @@+)\s?(.*)$/.exec(heading) ?? [null, heading, '']
  return { range, context }
}

export function DiffHunkBar({ heading, current, mark, canRevert, copy, onKeep, onRevert }: Props) {
  const { range, context } = headingParts(heading)
  const done = mark?.tag === 'reverted' || mark?.tag === 'reverting'
  return (
    <div className="hunk-bar">
      <span className="hunk-range">{range}</span>
      <span className="hunk-context">
        <VisibleText text={context} kind="code" />
      </span>
      {mark?.tag === 'kept' ? (
        <span className="hunk-state hunk-kept">
          <Icon name="check" size={12} /> Kept
        </span>
      ) : null}
      {done ? (
        <span className="hunk-state hunk-reverted" role="status">
          {mark.tag === 'reverting' ? 'Reverting…' : 'Reverted'}
        </span>
      ) : null}
      {done ? null : (
        <span className="hunk-actions">
          {mark?.tag === 'kept' ? null : (
            <button type="button" className="hunk-button" title="Keep this hunk (Y)" onClick={onKeep}>
              Keep{current ? <kbd>Y</kbd> : null}
            </button>
          )}
          {canRevert ? (
            <button
              type="button"
              className="hunk-button hunk-button-revert"
              title="Revert this hunk (R)"
              onClick={onRevert}
            >
              Revert{current ? <kbd>R</kbd> : null}
            </button>
          ) : null}
          <CopyButton text={copy} label="Copy this hunk" />
        </span>
      )}
    </div>
  )
}
