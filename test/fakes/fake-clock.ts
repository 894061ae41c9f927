// A clock that only the test moves.
import type { Clock } from '../../src/core/ports/clock.ts'

export interface FakeClock extends Clock {
  /** Moves the time and runs the due callbacks, in order. */
  advance(ms: number): void
  pending(): number
}

export function createFakeClock(start = 1_000_000): FakeClock {
  let now = start
  let nextId = 0
  const timers = new Map<number, { at: number; callback: () => void }>()
  return {
    now: () => now,
    after(ms, callback) {
      const id = nextId++
      timers.set(id, { at: now + ms, callback })
      return () => void timers.delete(id)
    },
    advance(ms) {
      const until = now + ms
      for (;;) {
        const due = [...timers]
          .filter(([, timer]) => timer.at <= until)
          .sort(([, a], [, b]) => a.at - b.at)[0]
        if (!due) break
        const [id, timer] = due
        timers.delete(id)
        now = timer.at
        timer.callback()
      }
      now = until
    },
    pending: () => timers.size,
  }
}
