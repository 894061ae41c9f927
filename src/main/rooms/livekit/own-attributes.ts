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
}

/** How long a change waits for the confirmation of the previous one, so that it does not overtake it. */
export const CONFIRMATION_MS = 100

export function createOwnAttributes(
  initial: Record<string, string>,
  { send, clock, onError }: Deps,
): OwnAttributes {
  let attributes = initial
  let sending = false
  let stale = false

  async function sendNewest(): Promise<void> {
    sending = true
    do {
      stale = false
      await withTimeout(send(attributes).catch(onError), CONFIRMATION_MS, clock)
    } while (stale)
    sending = false
  }

  return {
    all: () => attributes,
    set(changed) {
      attributes = { ...attributes, ...changed }
      stale = true
      if (!sending) void sendNewest()
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

  function publish(changed: Record<string, string>): void {
    publishedToOthers = hasOthers()
    connection()?.setAttributes(withStateAtRest(changed, publishedToOthers))
  }

  return {
    all: () => attributes,
    publish: () => publish(attributes),
    set(changed: Record<string, string>): void {
      attributes = { ...attributes, ...changed }
      publish(changed)
    },
    peopleChanged(): void {
      const activity = attributes[AGENT_STATE]
      if (activity !== undefined && publishedToOthers !== hasOthers()) publish({ [AGENT_STATE]: activity })
    },
  }
}
