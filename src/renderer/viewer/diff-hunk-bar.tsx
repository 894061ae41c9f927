// The line above a hunk: where it is, what was decided about it, and what can be.
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { HunkMark } from './hunk-marks.ts'

interface Props {
  heading: string
  current: boolean
  mark: HunkMark | null
  /** Whether it can be taken out of its file at all. */
  canRevert: boolean
  copy: () => Promise<string>
  onKeep: () => void
  onRevert: () => void
}

/** `@@ -1,3 +1,4 @@ function f` says most with its last words. */
function headingParts(heading: string): { range: string; words: string } {
  const [, range = '', words = ''] = /^(@@+ .*? @@+)\s?(.*)$/.exec(heading) ?? [null, heading, '']
  return { range, words }
}

export function DiffHunkBar({ heading, current, mark, canRevert, copy, onKeep, onRevert }: Props) {
  const { range, words } = headingParts(heading)
  const done = mark?.tag === 'reverted' || mark?.tag === 'reverting'
  return (
    <div className="hunk-bar">
      <span className="hunk-range">{range}</span>
      <span className="hunk-words">{words}</span>
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
              title="Take this hunk out of the file (R)"
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
