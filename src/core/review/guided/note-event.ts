// A review follows what windows decide, what is written there, and newer versions of its diff.
import type { ConversationEvent } from '../../../shared/conversation.ts'
import { noteDecision, remark, withNewer, type HunkDecision, type Review } from './review.ts'

export function noteEvent(review: Review, event: ConversationEvent): Review {
  const { id } = review.artifact
  if (event.type === 'hunks.decided' && event.artifactId === id)
    return noteDecision(review, event.hunks, decisionIn(event.decision, event.turnId))
  if (event.type === 'hunk.restored') {
    const back = [...review.decided].filter(
      ([, one]) => one.tag === 'reverted' && one.turnId === event.turnId,
    )
    return back.length === 0
      ? review
      : noteDecision(
          review,
          back.map(([key]) => key),
          null,
        )
  }
  if (event.type === 'hunk.commented' && event.artifactId === id)
    return remark(review, event.hunk, { text: event.text, sent: event.sent ?? false })
  if (event.type === 'artifact.created' && event.artifact.kind === 'diff' && event.artifact.id === id)
    return withNewer(review, event.artifact)
  return review
}

function decisionIn(decision: 'kept' | 'reverted' | 'undecided', turnId: string): HunkDecision | null {
  if (decision === 'undecided') return null
  return decision === 'kept' ? { tag: 'kept' } : { tag: 'reverted', turnId }
}
