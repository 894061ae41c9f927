// A guided review moves: the tab of its diff comes to the front, unless a replay only tells where the review was.
import type { Conversation, ConversationAction } from './state.ts'
import { selectTab } from './tabs.ts'

export function moveReview(
  state: Conversation,
  { review, at, isReplayed = false }: Extract<ConversationAction, { type: 'review.moved' }>,
): Conversation {
  // A replay may bring what was before something that is known.
  if (at < (state.review?.since ?? 0)) return state
  const isFollowed = !isReplayed && review.phase === 'hunk'
  const shown = isFollowed ? selectTab(state, review.artifactId) : state
  return { ...shown, review: { ...review, since: at, isFollowed } }
}
