// How long to wait before trying again: twice as long each time, up to half a minute, and never quite the same, so that
// many clients of one gateway do not all come back at once.

const FIRST_MS = 500
const LONGEST_MS = 30_000

/** `random` is from 0 to 1. */
export function backoffMs(attempt: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16))
  return Math.round(whole * (0.5 + random / 2))
}
