// The review that words ask for: a new one, or the one that was interrupted, also before a restart.
import type { RecalledReview } from '../../../core/ports/reviewer.ts'
import { NO_REVIEW, NOTHING_TO_REVIEW } from '../../../core/review/guided/review-replies.ts'
import {
  beginReview,
  goTo,
  nothingKnown,
  openHunks,
  type KnownDecisions,
  type Review,
} from '../../../core/review/guided/review.ts'
import type { ReviewedChanges } from '../../../core/review/guided/reviewed-changes.ts'
import type { ViewContext } from '../../../shared/conversation.ts'
import type { ReviewedDiffs } from './reviewed-diffs.ts'

interface Deps {
  diffs: ReviewedDiffs
  recall(): Promise<RecalledReview | null>
}

/** A sentence if there is no such review. */
export interface ReviewFinder {
  start(what: ReviewedChanges, view: ViewContext | undefined, known: Review | null): Promise<Review | string>
  resume(known: Review | null): Promise<Review | string>
}

export const revertedIn = (known: Pick<KnownDecisions, 'decided'> | null): ReadonlySet<string> =>
  new Set([...(known?.decided ?? [])].filter(([, { tag }]) => tag === 'reverted').map(([key]) => key))

export function createReviewFinder({ diffs, recall }: Deps): ReviewFinder {
  return {
    async start(what, view, known) {
      const found = await diffs.find(what, view, revertedIn(known))
      if (typeof found === 'string') return found
      if (found === null) return NOTHING_TO_REVIEW
      const earlier = known ?? (await recall())
      return beginReview(found, earlier?.artifact.id === found.id ? earlier : nothingKnown)
    },
    async resume(known) {
      if (known) return goOnWith(known, known.hunks[known.at]?.key)
      const earlier = await recall()
      if (!earlier) return NO_REVIEW
      const now = (await diffs.again(earlier.artifact, revertedIn(earlier))) ?? earlier.artifact
      return goOnWith(beginReview(now, earlier), earlier.hunk)
    },
  }
}

/** At the hunk that waited, or else at the first one that is not decided. */
function goOnWith(review: Review, hunk: string | null | undefined): Review {
  const open = openHunks(review)
  const waits = open.find(({ key }) => key === hunk) ?? open[0]
  return waits ? goTo(review, waits.key) : { ...review, at: review.hunks.length, phase: 'ended' }
}
