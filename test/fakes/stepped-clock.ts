// The system's clock in small steps: whoever waits by it has not waited longer than everybody else was busy. A machine that
// stands still for a second makes it late by that second, instead of making it the first that is awake.
import type { Clock } from '../../src/core/ports.ts'

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
