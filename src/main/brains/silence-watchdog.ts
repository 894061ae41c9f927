// A turn may take any time. After some silence Parley shows that, and after a longer silence it offers to stop the turn.
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'

export interface SilenceWatchdog {
  /** The brain sent something about the current run. */
  heard(): void
  /** The current run may have changed, or an approval been answered: then the wait starts again. */
  check(): void
  stop(): void
}

interface Deps {
  clock: Clock
  /** The current run; null if there is none, or it waits for the user. */
  run(): string | null
  /** Who is silent. */
  name(): string
  /** There was no news for a while; `detail` says so. */
  onSilence(runId: string, detail: string): void
  /** No news since then, for so long that the user may want to stop it; null when that is over. */
  onLongSilence(since: number | null): void
}

const SILENCE_MS = 30_000
const LONG_SILENCE_MS = 120_000

export function createSilenceWatchdog({ clock, run, name, onSilence, onLongSilence }: Deps): SilenceWatchdog {
  let watched: string | null = null
  let since = 0
  let isReported = false
  let cancel: Unsubscribe = () => {}

  function stop(): void {
    cancel()
    if (isReported) onLongSilence(null)
    isReported = false
  }

  function watch(runId: string): void {
    cancel = clock.after(SILENCE_MS, () => {
      const quietMs = clock.now() - since
      onSilence(runId, `No news from ${name()} for ${Math.round(quietMs / 1000)} s`)
      if (quietMs >= LONG_SILENCE_MS && !isReported) {
        isReported = true
        onLongSilence(since)
      }
      watch(runId)
    })
  }

  function begin(runId: string): void {
    stop()
    since = clock.now()
    watch(runId)
  }

  function check(): void {
    const next = run()
    if (next === watched) return
    watched = next
    if (next === null) stop()
    else begin(next)
  }

  return {
    heard() {
      check()
      if (watched !== null) begin(watched)
    },
    check,
    stop,
  }
}
