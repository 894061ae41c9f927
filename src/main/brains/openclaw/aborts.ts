// Runs that are to be stopped. What could not be told for want of a connection is told by the next one; what the gateway says
// no to is not asked again, and whoever wanted it stopped hears so.
import type { Fault } from '../../../shared/errors.ts'
import { gatewayRefusal } from './gateway-error.ts'
import type { Speaker } from './speaker.ts'

export interface Aborts {
  /** `runId` is our id of what is stopped; nothing is told before `after`. */
  stop(key: string, runId: string, after?: Promise<void>): void
  /** There is a connection. */
  connected(): Promise<void>
  /** Resolves when all that was told was heard, or could not be. */
  told(): Promise<unknown>
}

interface Deps {
  speaker(): Speaker | null
  onRefused(runId: string, fault: Fault): void
  onError(what: string, error: unknown): void
}

export function createAborts(deps: Deps): Aborts {
  const unheard = new Map<string, string>()
  const going = new Set<Promise<void>>()

  async function tell(key: string, runId: string): Promise<void> {
    const speaker = deps.speaker()
    if (!speaker) return void unheard.set(key, runId)
    try {
      await speaker.abort(key)
    } catch (error) {
      deps.onError('a run could not be stopped', error)
      const refusal = gatewayRefusal(error)
      if (!refusal) unheard.set(key, runId)
      else {
        deps.onRefused(runId, {
          code: 'gateway_refused',
          message: `The gateway did not stop it: ${refusal.reason}`,
          remedy: 'It goes on there. Stop it where it was begun, or in OpenClaw itself.',
          retryable: false,
        })
      }
    }
  }

  return {
    stop(key, runId, after = Promise.resolve()) {
      const told: Promise<void> = after.then(() => tell(key, runId)).finally(() => going.delete(told))
      going.add(told)
    },
    async connected() {
      // What fails again waits for the next connection, and not for the next round of this loop.
      const waiting = [...unheard]
      unheard.clear()
      for (const [key, runId] of waiting) await tell(key, runId)
    },
    told: () => Promise.all(going),
  }
}
