// How often a status is sent. In both Ganglia dialects, the newest status that was held back is sent when its window
// opens, so that the last one is never lost while the turn works. Once the turn answers or ends, event-interceptor.ts
// drops it.
import type { ConversationEventOf } from '../../shared/conversation.ts'

type Status = ConversationEventOf<'status.changed'>

export type PacingDecision =
  | { tag: 'send' }
  /** Too soon: send it at that moment, unless a newer one was sent by then. */
  | { tag: 'hold'; until: number }
  /** It says nothing new. */
  | { tag: 'skip' }

export interface StatusPacing {
  decide(status: Status, now: number): PacingDecision
  sent(status: Status, now: number): void
}

const WINDOW_MS = 500

/** Ganglia, flat dialect: another action is sent at once; the same action is sent again after 500 ms. */
export function createFlatPacing(): StatusPacing {
  const sentAt = new Map<string, number>()
  return {
    decide(status, now) {
      const opens = (sentAt.get(status.action) ?? -Infinity) + WINDOW_MS
      return now >= opens ? { tag: 'send' } : { tag: 'hold', until: opens }
    },
    sent: (status, now) => void sentAt.set(status.action, now),
  }
}

/** After this time, clients show the last status no longer, so a repeat is news. */
const FORGOTTEN_MS = 3_500

/**
 * Ganglia, enveloped dialect: at most two per second. Within a turn, a repeat of one category is sent only if its message
 * changes by more than case and spaces.
 */
export function createEnvelopedPacing(category: (status: Status) => string): StatusPacing {
  let last: { at: number; gist: string } | null = null
  const gistOf = (status: Status): string =>
    `${status.turnId} ${category(status)} ${(status.detail ?? '').toLowerCase().replace(/\s+/g, ' ').trim()}`
  return {
    decide(status, now) {
      if (!last) return { tag: 'send' }
      if (last.gist === gistOf(status) && now - last.at < FORGOTTEN_MS) return { tag: 'skip' }
      const opens = last.at + WINDOW_MS
      return now >= opens ? { tag: 'send' } : { tag: 'hold', until: opens }
    },
    sent(status, now) {
      last = { at: now, gist: gistOf(status) }
    },
  }
}
