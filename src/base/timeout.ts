// Waiting with a limit.

/** As much of a clock as waiting needs. */
interface Timer {
  after(ms: number, callback: () => void): () => void
}

/** Settles as the work does, or resolves with undefined after `ms`. The work then continues in the background. */
export async function withTimeout<T>(work: Promise<T>, ms: number, timer: Timer): Promise<T | undefined> {
  let cancel = (): void => {}
  const late = new Promise<undefined>((resolve) => (cancel = timer.after(ms, () => resolve(undefined))))
  try {
    return await Promise.race([work, late])
  } finally {
    cancel()
  }
}
