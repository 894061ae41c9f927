// Rarely, after a server restarted, LiveKit's library makes a connection on which the agent is in the room but learns of
// no participant. So for a while after each connection, the people the server reports are compared with the known ones.
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'

interface Deps {
  clock: Clock
  /** People in the room, from the server; absent where it cannot be asked. */
  peopleThere?: (() => Promise<string[]>) | undefined
  isKnown(identity: string): boolean
  /** Somebody is in the room whom the connection does not report. */
  onMissing(): void
}

export interface SubscriptionWatchdog {
  begin(): void
  stop(): void
}

const CHECKS = 6
/** Far longer than a server takes to report a participant. */
const INTERVAL_MS = 10_000

export function createSubscriptionWatchdog(deps: Deps): SubscriptionWatchdog {
  const { clock, peopleThere, isKnown, onMissing } = deps
  let cancel: Unsubscribe = () => {}
  /** Counts watches, so that answers to an earlier one are ignored. */
  let watch = 0

  function checkLater(check: number, missing: ReadonlySet<string>): void {
    if (check < CHECKS) cancel = clock.after(INTERVAL_MS, () => void compare(check, missing))
  }

  async function compare(check: number, missing: ReadonlySet<string>): Promise<void> {
    const mine = watch
    const there = (await peopleThere?.().catch(() => [])) ?? []
    if (mine !== watch) return
    const unknown = new Set(there.filter((identity) => !isKnown(identity)))
    // A newcomer may still be reported. A participant who is still unknown at the next check never will be.
    if ([...unknown].some((identity) => missing.has(identity))) return onMissing()
    checkLater(check + 1, unknown)
  }

  function stop(): void {
    watch++
    cancel()
  }

  return {
    begin() {
      stop()
      if (peopleThere) checkLater(0, new Set())
    },
    stop,
  }
}
