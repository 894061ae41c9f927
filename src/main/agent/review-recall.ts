// Finds the newest guided review in the journal, so that it can be resumed after a restart.
import type { Journal } from '../../core/ports/journal.ts'
import type { RecalledReview } from '../../core/ports/reviewer.ts'
import type { ConversationEvent } from '../../shared/conversation.ts'
import type { ShownDiffs } from './shown-diffs.ts'

const PLACES: ReadonlySet<ConversationEvent['type']> = new Set(['review.moved'])
const DECISIONS: ReadonlySet<ConversationEvent['type']> = new Set([
  'hunks.decided',
  'hunk.restored',
  'hunk.commented',
])
/** More than anybody decides. */
const MAX_EVENTS = 20_000

export function createReviewRecall(
  journal: Journal,
  shownDiffs: Pick<ShownDiffs, 'find'>,
): () => Promise<RecalledReview | null> {
  /** Newest first. */
  async function* events(only: ReadonlySet<ConversationEvent['type']>): AsyncGenerator<ConversationEvent> {
    let count = 0
    for await (const entry of (await journal.read({ only }))?.events ?? []) {
      if (++count > MAX_EVENTS) return
      const record = await entry.read()
      if (record) yield record.event
    }
  }

  async function newestPlace() {
    for await (const event of events(PLACES)) if (event.type === 'review.moved') return event
    return null
  }

  return async () => {
    const place = await newestPlace()
    const shown = place && (await shownDiffs.find(place.artifactId))
    if (!place || !shown) return null
    const decided = new Map<string, ReturnType<RecalledReview['decided']['get']> | null>()
    const remarks = new Map<string, { text: string; sent: boolean }>()
    const restored = new Set<string>()
    for await (const event of events(DECISIONS)) {
      if (event.type === 'hunk.restored') restored.add(event.turnId)
      if (!('artifactId' in event) || event.artifactId !== place.artifactId) continue
      if (event.type === 'hunk.commented' && !remarks.has(event.hunk))
        remarks.set(event.hunk, { text: event.text, sent: event.sent ?? false })
      if (event.type !== 'hunks.decided') continue
      const { decision, turnId } = event
      const isBack = decision === 'undecided' || (decision === 'reverted' && restored.has(turnId))
      // The newest decision about a hunk counts.
      for (const hunk of event.hunks)
        if (!decided.has(hunk))
          decided.set(
            hunk,
            isBack ? null : decision === 'kept' ? { tag: 'kept' } : { tag: 'reverted', turnId },
          )
    }
    return {
      artifact: shown.artifact,
      hunk: place.hunk,
      decided: new Map([...decided].flatMap(([key, one]) => (one ? [[key, one] as const] : []))),
      remarks: new Map([...remarks].filter(([, { text }]) => text !== '')),
      refusalsSent: new Set([...remarks].flatMap(([key, { sent }]) => (sent ? [key] : []))),
    }
  }
}
