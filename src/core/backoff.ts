// How long to wait before trying again: twice as long each time, up to a limit, and never quite the same, so that many who
// lost the same server do not all come back at once.

export interface Pauses {
  firstMs: number
  longestMs: number
}

/** `random` is from 0 to 1. */
export function pauseMs(attempt: number, random: number, { firstMs, longestMs }: Pauses): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 16))
  return Math.round(whole * (0.5 + random / 2))
}
