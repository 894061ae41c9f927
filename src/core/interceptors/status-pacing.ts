// How often a status may be sent. Each dialect follows its own document; in both, the newest status held back is sent
// when its window opens, so that the last state is never lost (ruling 2).
import type { ConversationEventOf } from '../../shared/conversation.ts'

type Status = ConversationEventOf<'status.changed'>

export type PacingDecision =
  | { tag: 'send' }
  /** Too soon: keep it, and send it at that moment unless something newer was sent by then. */
  | { tag: 'hold'; until: number }
  /** Says nothing that was not said. */
  | { tag: 'skip' }

export interface StatusPacing {
  decide(status: Status, now: number): PacingDecision
  sent(status: Status, now: number): void
}

const WINDOW_MS = 500

/** Document 000: another action goes at once, the same action waits 500 ms before it is sent again. */
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

/** A repeat says something new once the last one has faded from a client's screen. */
const FORGOTTEN_MS = 3_500

/**
 * Document 001: two a second at most, whatever they say, and repeats of one category say nothing new within a turn
 * unless their message changes by more than case and spaces.
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
