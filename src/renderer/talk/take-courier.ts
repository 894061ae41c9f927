// Carries takes to the agent, one after the other: asks for each, then sends its sound in order, then says that it is over.
// The wire does not say which take a sound belongs to, so the next one is not begun before the last one was ended.
import { samplesIn } from '../../core/ears/samples.ts'
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import { MAX_SINCE_RELEASE_MS } from '../../shared/wire/room-calls.ts'
import type { Take } from './talk-state.ts'

interface Deps {
  startTalk(takeId: string, mode: Take['mode'], playedMs: number | undefined): Promise<{ limitMs: number }>
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
  /** The link is gone. */
  forget(): void
}

const FRAME_SAMPLES = samplesIn(20)
/** People let go a little before the end of the last word, and sound is a little late. */
const TAIL_FRAMES = 4
/** When a microphone stops in the middle, the end is not waited for any longer than this. */
const TAIL_PATIENCE_MS = 250
/** A minute of sound may wait for the agent's answer; more is not worth keeping. */
const MOST_WAITING = 3000

interface Carried {
  id: string
  waiting: Int16Array[]
  answered: boolean
  tailLeft: number | null
  /** When the person let go; null where they did not. */
  endedAt: number | null
  outcome: 'open' | 'ending' | 'ended' | 'dropped'
  over: Promise<void>
  settle(): void
  cancelPatience: Unsubscribe
}

export function createTakeCourier(deps: Deps): TakeCourier {
  /** The take that sound belongs to now. */
  let current: Carried | null = null
  /** Those that the agent has not been told the end of. */
  const carried = new Map<string, Carried>()
  let last: Promise<void> = Promise.resolve()

  function send(take: Carried): void {
    for (const samples of take.waiting.splice(0)) deps.sendSound(samples)
  }

  /** Tells the agent that the take is over, once it is and the agent knows of it. */
  function conclude(take: Carried): void {
    if (!take.answered || (take.outcome !== 'ended' && take.outcome !== 'dropped')) return
    if (take.outcome === 'ended') send(take)
    if (take.outcome === 'dropped') cancel(take.id)
    else deps.stopTalk(take.id, sinceEnd(take)).catch((error: unknown) => deps.onRefused(take.id, error))
    leave(take)
  }

  /** Not told where it cannot be true: the clock may have been set in between. */
  function sinceEnd({ endedAt }: Carried): number | undefined {
    const since = endedAt === null ? Infinity : deps.clock.now() - endedAt
    return since >= 0 && since <= MAX_SINCE_RELEASE_MS ? since : undefined
  }

  function cancel(takeId: string): void {
    deps.cancelTalk(takeId).catch((error: unknown) => deps.onRefused(takeId, error))
  }

  function leave(take: Carried): void {
    take.cancelPatience()
    if (current === take) current = null
    carried.delete(take.id)
    take.settle()
  }

  function finish(take: Carried): void {
    take.outcome = 'ended'
    conclude(take)
  }

  async function carry(
    take: Carried,
    mode: Take['mode'],
    playedMs: Promise<number | undefined>,
  ): Promise<void> {
    try {
      const { limitMs } = await deps.startTalk(take.id, mode, await playedMs)
      take.answered = true
      if (take.outcome === 'open') deps.onStarted(take.id, limitMs)
      if (take.outcome === 'open' || take.outcome === 'ending') send(take)
      conclude(take)
    } catch (error) {
      leave(take)
      deps.onRefused(take.id, error)
    }
  }

  return {
    begin(takeId, mode, preRoll, playedMs) {
      // Somebody who talks again at once has ended what they said before.
      if (current?.outcome === 'open' || current?.outcome === 'ending') finish(current)
      let settle = (): void => {}
      const over = new Promise<void>((resolve) => {
        settle = resolve
      })
      const take: Carried = {
        id: takeId,
        waiting: [...framesOf(preRoll)],
        answered: false,
        tailLeft: null,
        endedAt: null,
        outcome: 'open',
        over,
        settle,
        cancelPatience: () => {},
      }
      current = take
      carried.set(takeId, take)
      const before = last
      last = over
      void before.then(() => carry(take, mode, playedMs))
    },

    hear(samples) {
      const take = current
      if (!take || take.outcome === 'ended' || take.outcome === 'dropped') return
      if (take.waiting.length < MOST_WAITING) take.waiting.push(samples)
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
      take.outcome = 'dropped'
      take.waiting = []
      conclude(take)
    },

    forget() {
      for (const take of carried.values()) leave(take)
      last = Promise.resolve()
    },
  }
}

function* framesOf(samples: Int16Array): Generator<Int16Array> {
  for (let at = 0; at < samples.length; at += FRAME_SAMPLES) yield samples.slice(at, at + FRAME_SAMPLES)
}
