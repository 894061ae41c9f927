// How long to wait before a retry: twice as long each time, up to a limit, with random variation, so that the clients of
// one server do not all reconnect at once.

export interface Pauses {
  firstMs: number
  longestMs: number
}

/** `random` is from 0 to 1; `askedMs` is the shortest pause that the server asks for. */
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
