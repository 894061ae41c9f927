// That nothing happens can only be seen by waiting for it.
import type { Probe } from './probe.ts'
import type { Bench } from './rule.ts'

/** Whoever does not wait as it should goes on within this. */
const QUIET_MS = 400

export const pause = (bench: Bench, ms: number): Promise<void> =>
  new Promise((resolve) => void bench.clock.after(ms, resolve))

/** What came while nothing was sent. */
export async function saidUnasked<F>(bench: Bench, probe: Probe<F>): Promise<F[]> {
  await pause(bench, QUIET_MS)
  return probe.sofar()
}
