// The page's clock behind core's Clock port.
import type { Clock } from '../core/ports/clock.ts'

export const pageClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
