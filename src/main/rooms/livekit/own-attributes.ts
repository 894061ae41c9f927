// The agent's own attributes in a LiveKit room, such as its state. A server sometimes confirms a change only after seconds:
// nothing else waits for that, and the next change waits only briefly.
import { withTimeout } from '../../../base/timeout.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { RoomConnection } from './room-connection.ts'
import { AGENT_ACTIVITY, AGENT_STATE } from '../../../shared/wire/transcription.ts'

interface Deps {
  send(attributes: Record<string, string>): Promise<unknown>
  clock: Pick<Clock, 'after'>
  onError(error: unknown): void
}

export interface OwnAttributes {
  all(): Record<string, string>
  set(changed: Record<string, string>): void
  close(): void
}

/** How long a change waits for the confirmation of the previous one. */
export const CONFIRMATION_MS = 100
/** When attributes that could not be sent are sent again. */
const RETRY_MS = 1_000

export function createOwnAttributes(
  initial: Record<string, string>,
  { send, clock, onError }: Deps,
): OwnAttributes {
  let attributes = initial
  let sending = false
  let stale = false
  let closed = false
  let lastSent = 0
  let unconfirmed = 0
  /** A change was sent before the previous one was confirmed, so the server may have applied them in the wrong order. */
  let orderUnknown = false
  let cancelRetry: () => void = () => {}

  async function sendNumbered(): Promise<void> {
    const number = ++lastSent
    unconfirmed += 1
    try {
      await send(attributes)
    } catch (error) {
      onError(error)
      if (number === lastSent && !closed) cancelRetry = clock.after(RETRY_MS, sendAgain)
    }
    unconfirmed -= 1
    if (number !== lastSent) orderUnknown = true
    if (!orderUnknown || unconfirmed > 0) return
    orderUnknown = false
    sendAgain()
  }

  async function sendNewest(): Promise<void> {
    sending = true
    do {
      stale = false
      cancelRetry()
      await withTimeout(sendNumbered(), CONFIRMATION_MS, clock)
    } while (stale)
    sending = false
  }

  function sendAgain(): void {
    if (closed) return
    stale = true
    if (!sending) void sendNewest()
  }

  return {
    all: () => attributes,
    set(changed) {
      attributes = { ...attributes, ...changed }
      sendAgain()
    },
    close() {
      closed = true
      stale = false
      cancelRetry()
    },
  }
}

/**
 * LiveKit's frontends count only `listening`, `thinking` and `speaking` as an agent that is there, and give up on it 20
 * seconds after they connected. So the agent's state at rest is `listening` while anybody else is in the room. Its real
 * state is in a second attribute, for Parley's own windows.
 */
export function withStateAtRest(
  attributes: Record<string, string>,
  hasOthers: boolean,
): Record<string, string> {
  const activity = attributes[AGENT_STATE]
  if (activity === undefined) return attributes
  const state = activity === 'idle' && hasOthers ? 'listening' : activity
  return { ...attributes, [AGENT_STATE]: state, [AGENT_ACTIVITY]: activity }
}

/** The agent's attributes over all connections. Its state depends on whether other people are in the room. */
export function createLastingAttributes(
  connection: () => Pick<RoomConnection, 'people' | 'setAttributes'> | null,
) {
  let attributes: Record<string, string> = {}
  /** Whether the last published state was the one for a room with other people in it. */
  let publishedToOthers = false
  const hasOthers = (): boolean => (connection()?.people().length ?? 0) > 0

  /** Publishes all of them: an attribute that changes while somebody comes or leaves must not hide that from the state. */
  function publish(): void {
    publishedToOthers = hasOthers()
    connection()?.setAttributes(withStateAtRest(attributes, publishedToOthers))
  }

  return {
    all: () => attributes,
    publish,
    set(changed: Record<string, string>): void {
      attributes = { ...attributes, ...changed }
      publish()
    },
    peopleChanged(): void {
      if (publishedToOthers !== hasOthers()) publish()
    },
  }
}
