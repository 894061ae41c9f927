// The bar above a hunk: its position, the user's decision, and the buttons for it.
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import type { HunkMark } from './hunk-marks.ts'

interface Props {
  heading: string
  current: boolean
  mark: HunkMark | null
  /** Only this bar is shown of the hunk. */
  folded: boolean
  /** Whether it can be reverted. */
  canRevert: boolean
  /** A comment that is not shown below the bar. */
  hiddenComment: string | null
  copy: () => Promise<string>
  onKeep: () => void
  onRevert: () => void
  onTakeBack: () => void
  onUnfold: () => void
  onComment: () => void
}

/** The most useful part of `@@ -1,3 +1,4 @@ function f` is its end. */
function headingParts(heading: string): { range: string; context: string } {
  const [, range = '', context = ''] = /^(@@+ .*? @@+)\s?(.*)$/.exec(heading) ?? [null, heading, '']
  return { range, context }
}

export function DiffHunkBar({ heading, current, mark, canRevert, hiddenComment, copy, ...props }: Props) {
  const { range, context } = headingParts(heading)
  const title = (
    <>
      <span className="hunk-range">{range}</span>
      <span className="hunk-context">
        <VisibleText text={context} kind="code" />
      </span>
    </>
  )
  return (
    <div className="hunk-bar">
      {mark?.tag === 'kept' ? (
        <button
          type="button"
          className="hunk-toggle"
          aria-expanded={!props.folded}
          title={props.folded ? 'Show the lines of this hunk' : 'Hide the lines of this hunk'}
          onClick={props.onUnfold}
        >
          <span className={props.folded ? 'chevron' : 'chevron chevron-open'}>
            <Icon name="chevron" size={12} />
          </span>
          {title}
        </button>
      ) : (
        title
      )}
      {hiddenComment === null ? null : (
        <button type="button" className="hunk-commented" title={hiddenComment} onClick={props.onUnfold}>
          <Icon name="comment" size={12} /> Commented
        </button>
      )}
      {mark ? <HunkState mark={mark} onTakeBack={props.onTakeBack} /> : null}
      <span className="hunk-actions">
        {mark ? null : (
          <button type="button" className="hunk-button" title="Keep this hunk (Y)" onClick={props.onKeep}>
            Keep{current ? <kbd>Y</kbd> : null}
          </button>
        )}
        {mark || !canRevert ? null : (
          <button
            type="button"
            className="hunk-button hunk-button-revert"
            title="Revert this hunk (R)"
            onClick={props.onRevert}
          >
            Revert{current ? <kbd>R</kbd> : null}
          </button>
        )}
        <IconButton icon="comment" label="Comment on this hunk (C)" onClick={props.onComment} />
        <CopyButton text={copy} label="Copy this hunk" />
      </span>
    </div>
  )
}

const stateTexts: Record<HunkMark['tag'], string> = {
  kept: 'Kept',
  reverting: 'Reverting…',
  reverted: 'Reverted',
  restoring: 'Restoring…',
}

function HunkState({ mark: { tag }, onTakeBack }: { mark: HunkMark; onTakeBack: () => void }) {
  return (
    <span className={`hunk-state hunk-state-${tag}`}>
      <span role="status" className="hunk-state-text">
        {tag === 'kept' ? <Icon name="check" size={12} /> : null}
        {tag === 'reverted' ? <Icon name="undo" size={12} /> : null}
        {stateTexts[tag]}
      </span>
      {tag === 'kept' || tag === 'reverted' ? (
        <>
          <span aria-hidden="true">·</span>
          <button
            type="button"
            className="hunk-undo"
            title={tag === 'kept' ? 'Decide about this hunk again (U)' : 'Put this hunk back (U)'}
            onClick={onTakeBack}
          >
            Undo
          </button>
        </>
      ) : null}
    </span>
  )
}
