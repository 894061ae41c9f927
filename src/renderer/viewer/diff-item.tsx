// One item of a diff: a file header or a chunk of a hunk. It renders once and does not change while the user scrolls.
import { memo, useCallback, type CSSProperties } from 'react'
import type { Fault } from '../../shared/errors.ts'
import type { HunkComment } from '../store/state.ts'
import type { DiffActions } from './diff-actions.ts'
import { DiffChunk } from './diff-chunk.tsx'
import type { ChunkQueue } from './diff-chunk-queue.ts'
import { DiffFileHeader } from './diff-file-header.tsx'
import { DiffHunkBar } from './diff-hunk-bar.tsx'
import type { DiffItem } from './diff-items.ts'
import type { DiffWindow } from './diff-window.ts'
import { noLinesText } from './file-change.ts'
import { ShownComment } from './hunk-comment.tsx'
import { HunkCommentBox } from './hunk-comment-box.tsx'
import type { HunkMark } from './hunk-marks.ts'
import type { OpenHunks } from './open-hunks.ts'

interface Props {
  item: DiffItem
  /** Its index in the list. */
  index: number
  view: DiffWindow
  queue: ChunkQueue
  mark: HunkMark | null
  /** Why the hunk could not be reverted or restored. */
  fault: Fault | null
  comment: HunkComment | null
  /** The box for its comment is open. */
  isWriting: boolean
  isCurrent: boolean
  /** Whether the line counts of its file are known. */
  counted: boolean
  /** The keys of the file's hunks that are not decided; only for its header. */
  open: OpenHunks
  /** Whether it is the sticky header of the file in view. */
  pinned: boolean
  actions: DiffActions
}

export const DiffListItem = memo(function DiffListItem(props: Props) {
  const { item, index, view, counted, actions } = props
  const watch = useCallback(
    (element: HTMLElement | null) => (element ? view.watch(element) : undefined),
    [view],
  )
  if (item.type === 'file') {
    return (
      <div className={`diff-item ${props.pinned ? 'diff-item-pinned' : ''}`} data-item={index}>
        <DiffFileHeader
          file={item.file}
          open={item.open}
          counted={counted}
          undecided={props.open}
          actions={actions}
        />
      </div>
    )
  }
  return (
    <div ref={watch} className="diff-item" data-item={index}>
      {item.type === 'chunk' ? (
        <HunkPiece {...props} item={item} />
      ) : (
        <p className="diff-nothing">{noLinesText(item.file)}</p>
      )}
    </div>
  )
})

function HunkPiece(props: Props & { item: Extract<DiffItem, { type: 'chunk' }> }) {
  const { item, index, view, queue, mark, fault, comment, isWriting, isCurrent, actions } = props
  const { file, chunk, hunk, first, folded } = item
  const key = file.hunks[hunk]?.key ?? ''
  const digits = Math.max(3, String(file.lastLine).length)
  const style = { '--digits': digits, '--signs': file.signs } as CSSProperties
  return (
    <div
      className={`diff-hunk ${isCurrent ? 'diff-hunk-current' : ''} ${mark ? `diff-hunk-${mark.tag}` : ''}`}
      style={style}
      data-file={file.index}
      data-hunk={hunk}
      aria-current={isCurrent && first ? 'true' : undefined}
    >
      {first ? (
        <DiffHunkBar
          heading={file.hunks[hunk]?.heading ?? ''}
          current={isCurrent}
          mark={mark}
          folded={folded}
          canRevert={file.canRevert}
          hiddenComment={folded && !isWriting && comment ? comment.text : null}
          copy={() => actions.copyHunk(file.index, hunk)}
          onKeep={() => actions.decide('kept', [key])}
          onRevert={() => actions.decide('reverted', [key])}
          onTakeBack={() => actions.takeBack(key)}
          onUnfold={() => actions.unfold(key)}
          onComment={() => actions.comment(key)}
        />
      ) : null}
      {first && isWriting ? (
        <HunkCommentBox
          text={actions.draftOf(key) ?? comment?.text ?? ''}
          onText={(text) => actions.keepDraft(key, text)}
          onSave={(text) => actions.saveComment(key, text)}
          onAsk={(text) => actions.askForChange(key, text)}
          onCancel={actions.closeComment}
        />
      ) : null}
      {first && comment && !folded && !isWriting ? (
        <ShownComment
          comment={comment}
          onEdit={() => actions.comment(key)}
          onDelete={() => actions.saveComment(key, '')}
        />
      ) : null}
      {first && fault ? <HunkFault fault={fault} onRefresh={actions.refresh} /> : null}
      {folded ? null : (
        <DiffChunk
          queue={queue}
          view={view}
          file={file.index}
          chunk={chunk}
          item={index}
          digits={digits}
          underBar={first}
        />
      )}
    </div>
  )
}

function HunkFault({ fault, onRefresh }: { fault: Fault; onRefresh: () => void }) {
  // The hunk does not fit, or its file is gone: what the user sees is not what is on disk.
  const isStale = fault.code === 'file_changed' || fault.code === 'file_not_found'
  return (
    <div className="hunk-refused">
      <p role="alert">
        {isStale ? (
          <>
            <strong>Out of date.</strong> {fault.message}
          </>
        ) : (
          <>
            <strong>{fault.message}</strong> {fault.remedy}
          </>
        )}
      </p>
      {isStale ? (
        <button
          type="button"
          className="hunk-button"
          title="Show the changes as they are now"
          onClick={onRefresh}
        >
          Refresh
        </button>
      ) : null}
    </div>
  )
}
