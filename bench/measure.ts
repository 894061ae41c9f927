// How figures are measured and printed. A figure is a ratio to a peer or a limit in the same run; the bare numbers only show
// the order of magnitude.

export interface Figure {
  what: string
  ours: string
  peer: string
  /** Null if the peer did not get far enough. */
  ratio: number | null
  /** The peer was stopped before its end, so the true ratio is smaller. */
  atMost?: boolean
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Alternates both sides, so that a slow moment of the machine affects both. */
export async function alternate(
  rounds: number,
  ours: () => Promise<number> | number,
  peer: () => Promise<number> | number,
) {
  const times = { ours: [] as number[], peer: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.ours.push(await ours())
    times.peer.push(await peer())
  }
  return times
}

export const timed = (work: () => void): number => {
  const from = performance.now()
  work()
  return performance.now() - from
}

/** Milliseconds since the epoch, finer than Date.now, and the same in a page and in Node on one machine. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const mb = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`
