// A comment at its hunk.
import type { HunkComment } from '../store/state.ts'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'

interface Props {
  comment: HunkComment
  onEdit: () => void
  onDelete: () => void
}

export function ShownComment({ comment: { text, sent }, onEdit, onDelete }: Props) {
  return (
    <div className="hunk-comment" role="group" aria-label="Your comment">
      <Icon name="comment" size={14} />
      <p className="hunk-comment-text">
        <VisibleText text={text} kind="prose" />
      </p>
      {sent ? (
        <span className="hunk-comment-sent" title="The agent has this comment">
          <Icon name="check" size={12} /> Sent
        </span>
      ) : null}
      <button type="button" className="hunk-undo" aria-label="Edit the comment" onClick={onEdit}>
        Edit
      </button>
      <button type="button" className="hunk-undo" aria-label="Delete the comment" onClick={onDelete}>
        Delete
      </button>
    </div>
  )
}
