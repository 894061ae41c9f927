// How long to wait before trying again: twice as long each time, up to half a minute, and never quite the same, so that
// many clients of one gateway do not all come back at once.

const FIRST_MS = 500
const LONGEST_MS = 30_000

/** `random` is from 0 to 1; `askedMs` is what the gateway asks to be left alone for, which it is at the least. */
export function pauseMs(attempt: number, random: number, askedMs = 0): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16))
  const asked = Math.min(LONGEST_MS, Math.max(0, askedMs))
  return Math.round(Math.max(whole * (0.5 + random / 2), asked * (1 + random / 2)))
}
