// A turn may take as long as it takes. When nothing is heard of it for a while that is shown, and after a longer while the
// person is asked whether to stop it.
import type { Clock, Unsubscribe } from '../../../core/ports.ts'

export interface QuietWatch {
  /** Something was heard of the run that is going on. What we say of it ourselves is no sign of its life. */
  heard(): void
  /** Another run may be going on, or an answer been given to it: then the wait begins anew. */
  look(): void
  rest(): void
}

interface Deps {
  clock: Clock
  /** The run that is going on; null where none is, or it waits for the person. */
  run(): string | null
  /** Nothing was heard for this many seconds. */
  onQuiet(seconds: number): void
  /** Nothing was heard since then, for so long that it may be stopped; null when that is over. */
  onTooQuiet(since: number | null): void
}

const SHOWN_AFTER_MS = 30_000
const OFFERED_AFTER_MS = 120_000

export function createQuietWatch({ clock, run, onQuiet, onTooQuiet }: Deps): QuietWatch {
  let watched: string | null = null
  let since = 0
  let offered = false
  let cancel: Unsubscribe = () => {}

  function rest(): void {
    cancel()
    if (offered) onTooQuiet(null)
    offered = false
  }

  function watch(): void {
    cancel = clock.after(SHOWN_AFTER_MS, () => {
      const quietMs = clock.now() - since
      onQuiet(Math.round(quietMs / 1000))
      if (quietMs >= OFFERED_AFTER_MS && !offered) {
        offered = true
        onTooQuiet(since)
      }
      watch()
    })
  }

  function begin(): void {
    rest()
    since = clock.now()
    watch()
  }

  function look(): void {
    const next = run()
    if (next === watched) return
    watched = next
    if (next === null) rest()
    else begin()
  }

  return {
    heard() {
      look()
      if (watched !== null) begin()
    },
    look,
    rest,
  }
}
