// Carries takes to the agent, one after the other: asks for each, then sends its sound in order, then says that it is over.
// The wire does not say which take a sound belongs to, so the next one is not begun before the last one was ended. What was
// said with the key held is kept until the agent has all of it: when the link breaks meanwhile, it goes out again, whole.
// Without keys only what was not sent is kept, and goes on where the link broke.
import { samplesIn } from '../../core/ears/samples.ts'
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import { FaultError, type FaultCode } from '../../shared/errors.ts'
import { MAX_SINCE_RELEASE_MS } from '../../shared/wire/room-calls.ts'
import { isUndelivered } from '../room/room-link.ts'
import type { Take } from './talk-state.ts'

interface Deps {
  /** `over` when the agent has all of it already. */
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

export interface TakeCourier {
  /** `preRoll` is what was heard just before, `playedMs` how much of the agent's voice had been played, if any was. */
  begin(takeId: string, mode: Take['mode'], preRoll: Int16Array, playedMs: Promise<number | undefined>): void
  /** One frame of sound. */
  hear(samples: Int16Array): void
  /** `at` is when the person let go. */
  end(takeId: string, at: number): void
  /** Also of a take that is over here: its words may still be being made out. */
  drop(takeId: string): void
  /** The link is gone: what is said waits for the next, and goes on meanwhile. */
  cut(): void
  /** There is a link again. */
  resume(): void
}

const FRAME_SAMPLES = samplesIn(20)
/** People let go a little before the end of the last word, and sound is a little late. */
const TAIL_FRAMES = 4
/** When a microphone stops in the middle, the end is not waited for any longer than this. */
const TAIL_PATIENCE_MS = 250
/** As long as one take may be, and a little more. */
const MOST_KEPT = 15_500

const AGAIN_MS = 1_000
/** Whoever talks lets go, and ears that are loaded anew hear, within so many tries. */
const MOST_WAITS = 60

interface Carried {
  id: string
  mode: Take['mode']
  playedMs: Promise<number | undefined>
  frames: Int16Array[]
  /** How many of them are on their way. */
  sent: number
  answered: boolean
  /** How often a refusal that passes is waited out: what was said in a cut cannot be said again. */
  waits: number
  tailLeft: number | null
  /** When the person let go; null where they did not. */
  endedAt: number | null
  outcome: 'open' | 'ending' | 'ended' | 'dropped'
  settle(): void
  cancelPatience: Unsubscribe
}

export function createTakeCourier(deps: Deps): TakeCourier {
  /** The take that sound belongs to now. */
  let current: Carried | null = null
  /** Those that the agent does not have yet. */
  const carried = new Map<string, Carried>()
  let last: Promise<void> = Promise.resolve()
  /** Which link it is; what another one answers says nothing any more. */
  let link = 0
  /** There is none now: what begins waits with the rest. */
  let away = false

  function send(take: Carried): void {
    while (take.sent < take.frames.length) deps.sendSound(take.frames[take.sent++]!)
    // Without keys nothing is sent again: it would be heard twice.
    if (take.mode === 'hands_free') {
      take.frames = []
      take.sent = 0
    }
  }

  /** Tells the agent that the take is over, once it is and the agent knows of it. */
  function conclude(take: Carried): void {
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
        if (isUndelivered(error)) return again(take, () => conclude(take))
        carried.delete(take.id)
        deps.onRefused(take.id, error)
      },
    )
    letNextBegin(take)
  }

  /** Not told where it cannot be true: the clock may have been set in between. */
  function sinceEnd({ endedAt }: Carried): number | undefined {
    const since = endedAt === null ? Infinity : deps.clock.now() - endedAt
    return since >= 0 && since <= MAX_SINCE_RELEASE_MS ? since : undefined
  }

  function cancel(takeId: string): void {
    deps.cancelTalk(takeId).catch((error: unknown) => deps.onRefused(takeId, error))
  }

  function letNextBegin(take: Carried): void {
    take.cancelPatience()
    if (current === take) current = null
    take.settle()
  }

  function leave(take: Carried): void {
    letNextBegin(take)
    carried.delete(take.id)
  }

  function finish(take: Carried): void {
    take.outcome = 'ended'
    conclude(take)
  }

  /** The link may be mended, or turn out to be gone: until then it is tried again. */
  function again(take: Carried, deed: () => void): void {
    const over = link
    deps.clock.after(AGAIN_MS, () => {
      if (over === link && carried.get(take.id) === take) deed()
    })
  }

  async function carry(take: Carried): Promise<void> {
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
      // It goes out over the next link.
      if (over !== link) return
      if (isUndelivered(error) || (willPass(error) && take.waits-- > 0))
        return again(take, () => void carry(take))
      leave(take)
      deps.onRefused(take.id, error)
    }
  }

  /** After those before it. */
  function queue(take: Carried): void {
    const before = last
    const over = link
    last = new Promise<void>((resolve) => {
      take.settle = resolve
    })
    void before.then(() => (over === link ? carry(take) : undefined))
  }

  return {
    begin(takeId, mode, preRoll, playedMs) {
      // Somebody who talks again at once has ended what they said before.
      if (current?.outcome === 'open' || current?.outcome === 'ending') finish(current)
      const take: Carried = {
        id: takeId,
        mode,
        playedMs,
        frames: [...framesOf(preRoll)],
        sent: 0,
        answered: false,
        waits: away ? MOST_WAITS : 0,
        tailLeft: null,
        endedAt: null,
        outcome: 'open',
        settle: () => {},
        cancelPatience: () => {},
      }
      current = take
      carried.set(takeId, take)
      if (!away) queue(take)
    },

    hear(samples) {
      const take = current
      if (!take || take.outcome === 'ended' || take.outcome === 'dropped') return
      if (take.frames.length < MOST_KEPT) take.frames.push(samples)
      if (take.answered) send(take)
      if (take.tailLeft !== null && --take.tailLeft <= 0) finish(take)
    },

    end(takeId, at) {
      const take = current
      if (take?.id !== takeId || take.outcome !== 'open') return
      take.outcome = 'ending'
      take.tailLeft = TAIL_FRAMES
      take.endedAt = at
      take.cancelPatience = deps.clock.after(TAIL_PATIENCE_MS, () => {
        if (take.outcome === 'ending') finish(take)
      })
    },

    drop(takeId) {
      const take = carried.get(takeId)
      if (!take) return cancel(takeId)
      // The agent was told its end already.
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
        take.waits = MOST_WAITS
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
