// Sends takes to the agent, one after the other: starts each, sends its audio in order, then ends it. The wire does not say
// which take audio belongs to, so the next take starts only after the last one ended. A push-to-talk take is held until the
// agent has all of it: if the link breaks, it is sent again as a whole. Hands-free, only unsent audio is held, and sending
// continues where the link broke.
import { samplesIn } from '../../core/speech/hearing/samples.ts'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import { FaultError, type FaultCode } from '../../shared/errors.ts'
import { MAX_SINCE_RELEASE_MS } from '../../shared/wire/room-calls.ts'
import { isUndelivered } from '../room/room-link.ts'
import type { Take } from './talk-state.ts'

interface Deps {
  /** `over`: the agent has all of it already. */
  startTalk(
    takeId: string,
    mode: Take['mode'],
    playedMs: number | undefined,
  ): Promise<{ limitMs: number; over?: boolean | undefined }>
  stopTalk(takeId: string, sinceMs: number | undefined): Promise<void>
  cancelTalk(takeId: string): Promise<void>
  sendSound(samples: Int16Array): void
  clock: Clock
  onStarted(takeId: string, limitMs: number): void
  onRefused(takeId: string, error: unknown): void
}

export interface TakeSender {
  /** `preRoll` is the audio just before, `playedMs` how much of the agent's voice was played, if any. */
  begin(takeId: string, mode: Take['mode'], preRoll: Int16Array, playedMs: Promise<number | undefined>): void
  /** One frame of audio. */
  receive(samples: Int16Array): void
  /** `at` is when the user released the key. */
  end(takeId: string, at: number): void
  /** Also for a take that ended: Parley may still be transcribing it. */
  drop(takeId: string): void
  /** The link closed: takes go on and wait for the next link. */
  cut(): void
  /** There is a link again. */
  resume(): void
}

const FRAME_SAMPLES = samplesIn(20)
/** Users release the key a little before the end of the last word, and audio is a little late. */
const TAIL_FRAMES = 4
/** If the microphone stops delivering, the take ends after this time. */
const TAIL_TIMEOUT_MS = 250
/** The longest take, and a little more. */
const MAX_FRAMES = 15_500

const RETRY_MS = 1_000
/** Another speaker ends, or the recognizer finishes loading, within this many retries. */
const MAX_RETRIES = 60

interface SentTake {
  id: string
  mode: Take['mode']
  playedMs: Promise<number | undefined>
  frames: Int16Array[]
  /** How many of the frames were sent. */
  sent: number
  answered: boolean
  /** How many temporary refusals to retry: the user cannot repeat what was said while the link was down. */
  retries: number
  tailLeft: number | null
  /** When the user released the key; null if not. */
  endedAt: number | null
  outcome: 'open' | 'ending' | 'ended' | 'dropped'
  settle(): void
  cancelTimeout: Unsubscribe
}

export function createTakeSender(deps: Deps): TakeSender {
  /** The take that audio belongs to now. */
  let current: SentTake | null = null
  /** Takes that the agent does not have yet. */
  const carried = new Map<string, SentTake>()
  let last: Promise<void> = Promise.resolve()
  /** Increases with each link; answers over an earlier one are ignored. */
  let link = 0
  /** There is no link: new takes wait. */
  let away = false

  function send(take: SentTake): void {
    while (take.sent < take.frames.length) deps.sendSound(take.frames[take.sent++]!)
    // Hands-free audio is not sent again: the agent would receive it twice.
    if (take.mode === 'hands_free') {
      take.frames = []
      take.sent = 0
    }
  }

  /** Ends the take at the agent, once it has ended here and the agent has started it. */
  function conclude(take: SentTake): void {
    if (!take.answered || (take.outcome !== 'ended' && take.outcome !== 'dropped')) return
    if (take.outcome === 'dropped') {
      cancel(take.id)
      return leave(take)
    }
    send(take)
    const over = link
    deps.stopTalk(take.id, sinceEnd(take)).then(
      () => carried.delete(take.id),
      (error: unknown) => {
        if (over !== link) return
        if (isUndelivered(error)) return retryLater(take, () => conclude(take))
        carried.delete(take.id)
        deps.onRefused(take.id, error)
      },
    )
    letNextBegin(take)
  }

  /** Undefined if implausible: the clock may have been changed. */
  function sinceEnd({ endedAt }: SentTake): number | undefined {
    const since = endedAt === null ? Infinity : deps.clock.now() - endedAt
    return since >= 0 && since <= MAX_SINCE_RELEASE_MS ? since : undefined
  }

  function cancel(takeId: string): void {
    deps.cancelTalk(takeId).catch((error: unknown) => deps.onRefused(takeId, error))
  }

  function letNextBegin(take: SentTake): void {
    take.cancelTimeout()
    if (current === take) current = null
    take.settle()
  }

  function leave(take: SentTake): void {
    letNextBegin(take)
    carried.delete(take.id)
  }

  function finish(take: SentTake): void {
    take.outcome = 'ended'
    conclude(take)
  }

  /** Tries again until the link recovers or closes. */
  function retryLater(take: SentTake, action: () => void): void {
    const over = link
    deps.clock.after(RETRY_MS, () => {
      if (over === link && carried.get(take.id) === take) action()
    })
  }

  async function carry(take: SentTake): Promise<void> {
    const over = link
    try {
      const answer = await deps.startTalk(take.id, take.mode, await take.playedMs)
      if (over !== link) return
      if (answer.over) return leave(take)
      take.answered = true
      if (take.outcome === 'open') deps.onStarted(take.id, answer.limitMs)
      if (take.outcome === 'open' || take.outcome === 'ending') send(take)
      conclude(take)
    } catch (error) {
      // The next link sends it.
      if (over !== link) return
      if (isUndelivered(error) || (willPass(error) && take.retries-- > 0))
        return retryLater(take, () => void carry(take))
      leave(take)
      deps.onRefused(take.id, error)
    }
  }

  /** Starts the take after those before it. */
  function queue(take: SentTake): void {
    const before = last
    const over = link
    last = new Promise<void>((resolve) => {
      take.settle = resolve
    })
    void before.then(() => (over === link ? carry(take) : undefined))
  }

  return {
    begin(takeId, mode, preRoll, playedMs) {
      // Talking again ends the take before.
      if (current?.outcome === 'open' || current?.outcome === 'ending') finish(current)
      const take: SentTake = {
        id: takeId,
        mode,
        playedMs,
        frames: [...framesOf(preRoll)],
        sent: 0,
        answered: false,
        retries: away ? MAX_RETRIES : 0,
        tailLeft: null,
        endedAt: null,
        outcome: 'open',
        settle: () => {},
        cancelTimeout: () => {},
      }
      current = take
      carried.set(takeId, take)
      if (!away) queue(take)
    },

    receive(samples) {
      const take = current
      if (!take || take.outcome === 'ended' || take.outcome === 'dropped') return
      if (take.frames.length < MAX_FRAMES) take.frames.push(samples)
      if (take.answered) send(take)
      if (take.tailLeft !== null && --take.tailLeft <= 0) finish(take)
    },

    end(takeId, at) {
      const take = current
      if (take?.id !== takeId || take.outcome !== 'open') return
      take.outcome = 'ending'
      take.tailLeft = TAIL_FRAMES
      take.endedAt = at
      take.cancelTimeout = deps.clock.after(TAIL_TIMEOUT_MS, () => {
        if (take.outcome === 'ending') finish(take)
      })
    },

    drop(takeId) {
      const take = carried.get(takeId)
      if (!take) return cancel(takeId)
      // The agent knows already that it ended.
      if (take.outcome === 'ended' && take.answered) {
        leave(take)
        return cancel(takeId)
      }
      take.outcome = 'dropped'
      take.frames = []
      conclude(take)
    },

    cut() {
      link++
      away = true
      for (const take of carried.values()) {
        if (take.outcome === 'dropped') leave(take)
        take.answered = false
        take.retries = MAX_RETRIES
        take.sent = 0
      }
      last = Promise.resolve()
    },

    resume() {
      away = false
      for (const take of carried.values()) queue(take)
    },
  }
}

const PASSING: ReadonlySet<FaultCode> = new Set(['somebody_talks', 'ears_unavailable'])
const willPass = (error: unknown): boolean => error instanceof FaultError && PASSING.has(error.fault.code)

function* framesOf(samples: Int16Array): Generator<Int16Array> {
  for (let at = 0; at < samples.length; at += FRAME_SAMPLES) yield samples.slice(at, at + FRAME_SAMPLES)
}
