// When the agent tries to join a LiveKit room: at once, after a failure again with growing pauses, and in a room that the
// server closed because it was empty once somebody is there.
import { pauseMs } from '../../../base/backoff.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import type { Fault } from '../../../shared/errors.ts'

/** Why the agent is not in the room: a fault, or the server closed the room because nobody else was in it. */
export type JoinFailure = Fault | 'empty'

interface Deps {
  clock: Clock
  random(): number
  /** Tries once. Resolves with null once the agent is in. After `givenUp` its result is ignored. */
  join(givenUp: AbortSignal): Promise<JoinFailure | null>
  /** The fault for an attempt that threw or took too long. */
  faultOf(error: unknown): Fault
  onFailed(failure: JoinFailure): void
  /** People in the room, from the server; absent where it cannot be asked. */
  peopleThere?: (() => Promise<string[]>) | undefined
}

export interface JoinAttempts {
  start(): void
  /** Tries again now, with short pauses. */
  restart(): void
  /** The agent is in. */
  joined(): void
  /** Plans the next attempt, unless a retry cannot help. */
  planAfter(failure: JoinFailure): void
  stop(): void
  /** Settles when the last attempt is over. */
  settled(): Promise<unknown>
}

/** LiveKit's SDK has already tried for a while when it gives up. */
const PAUSES = { firstMs: 500, longestMs: 130_000 }
/** A connection that lasted this long was a good one: the next pause is short again. */
const STABLE_MS = 10_000
/** Getting the token, connecting and publishing the voice take no longer; after that the agent tries again. */
const MAX_JOIN_MS = 45_000
/** LiveKit's frontends wait 10 to 20 seconds for an agent. */
const CHECK_FOR_PEOPLE_MS = 5_000

export function createJoinAttempts(deps: Deps): JoinAttempts {
  const { clock, peopleThere } = deps
  let failures = 0
  let last: Promise<unknown> = Promise.resolve()
  /** Counts plans, so that the answer to an old check starts nothing. */
  let plan = 0
  let cancelNext: Unsubscribe = () => {}
  let cancelStable: Unsubscribe = () => {}
  let cancelLimit: Unsubscribe = () => {}

  function start(): void {
    plan++
    const limit = new AbortController()
    function finish(failure: JoinFailure | null): void {
      if (limit.signal.aborted) return
      cancelLimit()
      if (failure) deps.onFailed(failure)
    }
    cancelLimit = clock.after(MAX_JOIN_MS, () => {
      finish(deps.faultOf('it took too long'))
      limit.abort()
    })
    last = deps.join(limit.signal).then(finish, (error: unknown) => finish(deps.faultOf(error)))
  }

  /** Joining would open the empty room again, so the server is asked instead, where that is possible. */
  function startOncePeopleCome(): void {
    if (!peopleThere) return
    const mine = ++plan
    cancelNext = clock.after(CHECK_FOR_PEOPLE_MS, () => {
      // An unopened room is an error to some servers.
      void peopleThere()
        .catch(() => [])
        .then((there) => {
          if (mine !== plan) return
          if (there.length > 0) start()
          else startOncePeopleCome()
        })
    })
  }

  return {
    start,
    restart() {
      cancelNext()
      failures = 0
      start()
    },
    joined() {
      // A server that lets the agent in and disconnects it at once is not asked twice a second.
      cancelStable = clock.after(STABLE_MS, () => (failures = 0))
    },
    planAfter(failure) {
      cancelStable()
      if (failure === 'empty') {
        failures = 0
        startOncePeopleCome()
      } else if (failure.retryable)
        cancelNext = clock.after(pauseMs(failures++, deps.random(), PAUSES), start)
    },
    stop() {
      plan++
      cancelNext()
      cancelStable()
      cancelLimit()
    },
    settled: () => last,
  }
}
