// The toolbar of a diff: where the current hunk is, and the decisions about it and about the rest.
import { isMac, useActions } from '../actions/window-actions.tsx'
import { keyLabel } from '../actions/shortcuts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import type { FileSummary } from './diff-document.ts'
import type { HunkPlace } from './diff-items.ts'
import { numberOf } from './open-hunks.ts'
import type { HunkDecisions } from './use-hunk-decisions.ts'

interface Props {
  files: readonly FileSummary[]
  here: HunkPlace | null
  /** False while only the beginning has arrived: nothing can be decided yet. */
  complete: boolean
  decisions: HunkDecisions
  /** How many hunks are not decided. */
  undecided: number
}

export function DiffToolbar({ files, here, complete, decisions, undecided }: Props) {
  const { run } = useActions()
  const hunks = files.reduce((sum, file) => sum + file.hunks.length, 0)
  const file = here ? files[here.file] : undefined
  const mark = decisions.marks.get(file?.hunks[here?.hunk ?? 0]?.key ?? '')?.tag
  const canRevert = file?.signs === 1 && (mark === undefined || mark === 'kept')
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
      <IconButton
        icon="undo"
        label={`Undo the last decision (${keyLabel('Mod+Z', isMac)})`}
        disabled={!decisions.canUndo}
        onClick={() => run('hunk.undo')}
      />
      <Popover
        className="diff-more"
        label="More decisions"
        title="More decisions"
        trigger={<Icon name="more" />}
        triggerClass="icon-button"
      >
        {(close) => (
          <ul className="diff-more-list">
            {menuOf(undecided, decisions).map(({ id, text, keys, isPossible }) => (
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

const menuOf = (undecided: number, { canRedo }: HunkDecisions) =>
  [
    { id: 'hunks.keep_rest', text: `Keep the rest (${undecided})`, keys: null, isPossible: undecided > 0 },
    {
      id: 'hunks.revert_rest',
      text: `Revert the rest (${undecided})…`,
      keys: null,
      isPossible: undecided > 0,
    },
    { id: 'file.keep', text: 'Keep all of this file', keys: 'Shift+Y', isPossible: true },
    { id: 'file.revert', text: 'Revert all of this file', keys: 'Shift+R', isPossible: true },
    { id: 'hunk.redo', text: 'Redo', keys: 'Mod+Shift+Z', isPossible: canRedo },
  ] as const
