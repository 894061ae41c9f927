// The system's clock in small steps. If the machine stalls for a second, this clock is a second late, so that a timeout does not
// fire before the work that it limits had a chance to run.
import type { Clock } from '../../src/core/ports/clock.ts'

const STEP_MS = 10

export const steppedClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    let left = ms
    let timer: NodeJS.Timeout
    const step = (): void => {
      const now = Math.min(left, STEP_MS)
      left -= now
      timer = setTimeout(left > 0 ? step : callback, now)
    }
    step()
    return () => clearTimeout(timer)
  },
}
