// The toolbar of a diff: where the current hunk is, and the decisions about it and about the rest.
import { isMac, useActions } from '../actions/window-actions.tsx'
import { keyLabel } from '../actions/shortcuts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import type { FileSummary } from './diff-document.ts'
import type { HunkPlace } from './diff-items.ts'
import { numberOf } from './open-hunks.ts'
import type { ReviewSteps } from './review-steps.ts'
import type { HunkDecisions } from './use-hunk-decisions.ts'

interface Props {
  files: readonly FileSummary[]
  here: HunkPlace | null
  /** False while only the beginning has arrived: nothing can be decided yet. */
  complete: boolean
  decisions: HunkDecisions
  steps: ReviewSteps
  /** Parley goes through the hunks with the user. */
  isUnderReview: boolean
}

export function DiffToolbar({ files, here, complete, decisions, steps, isUnderReview }: Props) {
  const { run } = useActions()
  const { undecided, toSend, canCommit } = steps
  const hunks = files.reduce((sum, file) => sum + file.hunks.length, 0)
  const file = here ? files[here.file] : undefined
  const mark = decisions.marks.get(file?.hunks[here?.hunk ?? 0]?.key ?? '')?.tag
  const canRevert = file?.canRevert && (mark === undefined || mark === 'kept')
  const digits = String(hunks).length
  return (
    <div className="diff-toolbar" role="toolbar" aria-label="Review">
      <IconButton
        icon="chevron"
        className="diff-toolbar-back"
        label="Previous hunk (K)"
        onClick={() => run('hunk.previous')}
      />
      <span
        className="diff-position"
        style={{ minWidth: `${digits * 2 + 5}ch` }}
        title={complete ? leftText(undecided, hunks) : undefined}
      >
        {here ? numberOf(files, here) : 0} of {complete ? hunks : '…'}
      </span>
      <IconButton icon="chevron" label="Next hunk (J)" onClick={() => run('hunk.next')} />
      <Button
        title="Keep this hunk (Y)"
        disabled={!complete || !here || mark !== undefined}
        onClick={() => run('hunk.keep')}
      >
        Keep
      </Button>
      <Button
        className="diff-toolbar-revert"
        title="Revert this hunk (R)"
        disabled={!complete || !canRevert}
        onClick={() => run('hunk.revert')}
      >
        Revert
      </Button>
      <Button
        title="Comment on this hunk (C)"
        disabled={!complete || !here}
        onClick={() => run('hunk.comment')}
      >
        Comment
      </Button>
      <IconButton
        icon="undo"
        className="diff-toolbar-undo"
        label={`Undo the last decision (${keyLabel('Mod+Z', isMac)})`}
        disabled={!decisions.canUndo}
        onClick={() => run('hunk.undo')}
      />
      {/* Where there is no room for these, they are only in the menu. */}
      <span className="diff-toolbar-steps">
        {complete && undecided > 0 && !isUnderReview ? (
          <Button title="Go through the hunks with Parley (V)" onClick={() => run('review.start')}>
            Review
          </Button>
        ) : null}
        {toSend > 0 ? (
          <Button title={sendTitle} onClick={() => run('review.send')}>
            Send ({toSend})
          </Button>
        ) : null}
        {complete && canCommit ? (
          <Button title="Commit the hunks you kept" onClick={() => run('review.commit')}>
            Commit
          </Button>
        ) : null}
      </span>
      <Popover
        className="diff-more"
        label="More decisions"
        title="More decisions"
        trigger={<Icon name="more" />}
        triggerClass="icon-button"
      >
        {(close) => (
          <ul className="diff-more-list">
            {menuOf(steps, decisions).map(({ id, text, keys, isPossible }) => (
              <li key={id}>
                <button
                  type="button"
                  disabled={!complete || !isPossible}
                  onClick={() => {
                    close()
                    run(id)
                  }}
                >
                  {text}
                  {keys ? <kbd>{keyLabel(keys, isMac)}</kbd> : null}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
    </div>
  )
}

const leftText = (undecided: number, hunks: number): string =>
  undecided === 0 ? 'All hunks are decided' : `${undecided} of ${hunks} hunks are not decided`

const sendTitle = 'Send your comments and what you reverted to the agent (Shift+V)'

const menuOf = ({ undecided, toSend, canCommit }: ReviewSteps, { canUndo, canRedo }: HunkDecisions) =>
  [
    { id: 'review.start', text: 'Review hunk by hunk', keys: 'V', isPossible: undecided > 0 },
    { id: 'review.send', text: `Send to the agent (${toSend})`, keys: 'Shift+V', isPossible: toSend > 0 },
    { id: 'review.commit', text: 'Commit what you kept', keys: null, isPossible: canCommit },
    { id: 'hunks.keep_rest', text: `Keep the rest (${undecided})`, keys: null, isPossible: undecided > 0 },
    {
      id: 'hunks.revert_rest',
      text: `Revert the rest (${undecided})…`,
      keys: null,
      isPossible: undecided > 0,
    },
    { id: 'file.keep', text: 'Keep all of this file', keys: 'Shift+Y', isPossible: true },
    { id: 'file.revert', text: 'Revert all of this file', keys: 'Shift+R', isPossible: true },
    { id: 'hunk.undo', text: 'Undo the last decision', keys: 'Mod+Z', isPossible: canUndo },
    { id: 'hunk.redo', text: 'Redo', keys: 'Mod+Shift+Z', isPossible: canRedo },
  ] as const
