// The sticky header of one file in a diff.
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import type { DiffActions } from './diff-actions.ts'
import type { FileSummary } from './diff-document.ts'
import { badgesOf } from './file-change.ts'
import type { OpenHunks } from './open-hunks.ts'
import { PathName } from './path-name.tsx'

export function DiffCounts({ file }: { file: FileSummary }) {
  if (file.added + file.deleted === 0) return null
  return (
    <span className="diff-counts">
      <span className="diff-added" title={`${file.added} lines added`}>
        +{file.added}
      </span>
      <span className="diff-deleted" title={`${file.deleted} lines removed`}>
        −{file.deleted}
      </span>
    </span>
  )
}

interface Props {
  file: FileSummary
  open: boolean
  /** Whether its line counts are known. */
  counted: boolean
  undecided: OpenHunks
  actions: DiffActions
}

export function DiffFileHeader({ file, open, counted, undecided, actions }: Props) {
  const there = file.change !== 'deleted' && !file.isBinary && file.special === null
  return (
    <div className="diff-file-header">
      <button
        type="button"
        className="diff-file-toggle"
        aria-expanded={open}
        onClick={() => actions.toggle(file.index)}
      >
        <span className={open ? 'chevron chevron-open' : 'chevron'}>
          <Icon name="chevron" size={12} />
        </span>
        <PathName path={file.name} />
        {file.oldName ? (
          <span className="diff-old-name">
            was <VisibleText text={file.oldName} kind="line" />
          </span>
        ) : null}
        {badgesOf(file).map((badge) => (
          <span
            key={badge}
            className={`badge badge-${badge.replaceAll(' ', '-')}`}
            title={badge === file.change && file.oldName ? `was ${file.oldName}` : undefined}
          >
            {badge}
          </span>
        ))}
      </button>
      {counted ? <DiffCounts file={file} /> : null}
      {counted && file.hunks.length > 0 ? (
        <DecideFile file={file} undecided={undecided} actions={actions} />
      ) : null}
      {there ? (
        <IconButton
          icon="file"
          size={14}
          label={`Open ${file.name}`}
          onClick={() => actions.openFile(file.name, file.hunks[0]?.line)}
        />
      ) : null}
      {counted ? (
        <CopyButton text={() => actions.copyFile(file.index)} label={`Copy the changes in ${file.name}`} />
      ) : null}
    </div>
  )
}

function DecideFile({ file, undecided, actions }: Pick<Props, 'file' | 'undecided' | 'actions'>) {
  const keys = file.hunks.map(({ key }) => key)
  return (
    <span className="diff-file-decide">
      <button
        type="button"
        className="hunk-button"
        aria-label={`Keep all of ${file.name}`}
        title={`Keep all of ${file.name}`}
        disabled={undecided !== 'all'}
        onClick={() => actions.decide('kept', keys)}
      >
        Keep all
      </button>
      {file.canRevert ? (
        <button
          type="button"
          className="hunk-button hunk-button-revert"
          aria-label={`Revert all of ${file.name}`}
          title={`Revert all of ${file.name}`}
          disabled={undecided === 'none'}
          onClick={() => actions.decide('reverted', keys)}
        >
          Revert all
        </button>
      ) : null}
    </span>
  )
}
