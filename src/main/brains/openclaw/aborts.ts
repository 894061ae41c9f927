// Stops runs. An abort that could not be sent waits for the next connection. If the gateway refuses one, Parley reports that
// and does not ask again.
import type { Fault } from '../../../shared/errors.ts'
import { gatewayRefusal } from './gateway-connection.ts'
import type { AgentChannel } from './channel.ts'

export interface Aborts {
  /** `runId` is Parley's id of the run. The abort is sent after `after`. */
  stop(key: string, runId: string, after?: Promise<void>): void
  /** There is a new connection. */
  connected(): Promise<void>
  /** Resolves when every abort so far was sent, or failed. */
  sent(): Promise<unknown>
}

interface Deps {
  channel(): AgentChannel | null
  onRefused(runId: string, fault: Fault): void
  onError(what: string, error: unknown): void
}

export function createAborts(deps: Deps): Aborts {
  const unsent = new Map<string, string>()
  const sending = new Set<Promise<void>>()

  async function send(key: string, runId: string): Promise<void> {
    const channel = deps.channel()
    if (!channel) return void unsent.set(key, runId)
    try {
      await channel.abort(key)
    } catch (error) {
      deps.onError('a run could not be stopped', error)
      const refusal = gatewayRefusal(error)
      if (!refusal) unsent.set(key, runId)
      else {
        deps.onRefused(runId, {
          code: 'gateway_refused',
          message: `The gateway did not stop it: ${refusal.reason}`,
          remedy: 'It continues there. Stop it where it was started, or in OpenClaw itself.',
          retryable: false,
        })
      }
    }
  }

  return {
    stop(key, runId, after = Promise.resolve()) {
      const done: Promise<void> = after.then(() => send(key, runId)).finally(() => sending.delete(done))
      sending.add(done)
    },
    async connected() {
      // What fails again waits for the next connection, not for this loop.
      const waiting = [...unsent]
      unsent.clear()
      for (const [key, runId] of waiting) await send(key, runId)
    },
    sent: () => Promise.all(sending),
  }
}
