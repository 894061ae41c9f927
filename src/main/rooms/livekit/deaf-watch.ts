// A connection that LiveKit's library has made, or made anew, can be deaf: seen rarely, after a server was started again, is
// an agent that is in the room and is told of nobody. So for a while whoever the server says is there is looked for.
import type { Clock, Unsubscribe } from '../../../core/ports.ts'

interface Deps {
  clock: Clock
  /** People in the room, as the server says; absent where it cannot be asked. */
  peopleThere?: (() => Promise<string[]>) | undefined
  isKnown(identity: string): boolean
  onDeaf(): void
}

export interface DeafWatch {
  begin(): void
  stop(): void
}

const LOOKS = 6
/** Far longer than a server takes to tell of somebody. */
const BETWEEN_MS = 10_000

export function createDeafWatch({ clock, peopleThere, isKnown, onDeaf }: Deps): DeafWatch {
  let cancel: Unsubscribe = () => {}
  /** Which watch this is: the answers to an earlier one come too late. */
  let watch = 0

  function lookLater(look: number, missed: ReadonlySet<string>): void {
    if (look < LOOKS) cancel = clock.after(BETWEEN_MS, () => void lookAround(look, missed))
  }

  async function lookAround(look: number, missed: ReadonlySet<string>): Promise<void> {
    const mine = watch
    // A server that does not answer has told nothing either way.
    const there = (await peopleThere?.().catch(() => [])) ?? []
    if (mine !== watch) return
    const unknown = new Set(there.filter((identity) => !isKnown(identity)))
    // Who has only just come may be told of yet; who is still not known the next time never will be.
    if ([...unknown].some((identity) => missed.has(identity))) return onDeaf()
    lookLater(look + 1, unknown)
  }

  function stop(): void {
    watch++
    cancel()
  }

  return {
    begin() {
      stop()
      if (peopleThere) lookLater(0, new Set())
    },
    stop,
  }
}
