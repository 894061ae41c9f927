// How long to wait before trying again: twice as long each time, up to a limit, and never quite the same, so that many who
// lost the same server do not all come back at once.

export interface Pauses {
  firstMs: number
  longestMs: number
}

/** `random` is from 0 to 1; `askedMs` is what the server asks to be left alone for, which it is at the least. */
export function pauseMs(
  attempt: number,
  random: number,
  { firstMs, longestMs }: Pauses,
  askedMs = 0,
): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 16))
  const asked = Math.min(longestMs, Math.max(0, askedMs))
  return Math.round(Math.max(whole * (0.5 + random / 2), asked * (1 + random / 2)))
}
