import type { AbortSignalLike } from '../../../core/ports/clock.ts'

export interface Waker {
  /** Resolves at the next wake, or at once when there was one since the last wait. */
  wait(): Promise<void>
  wake(): void
}

export function createWaker(): Waker {
  let woken = false
  let resume: (() => void) | null = null
  return {
    wait: () =>
      new Promise((resolve) => {
        if (woken) resolve()
        else resume = resolve
        woken = false
      }),
    wake() {
      woken = resume === null
      resume?.()
      resume = null
    },
  }
}

/** Settles as the work does, or resolves with null as soon as the signal aborts. A later failure is ignored. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignalLike): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(null)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work
      .then(resolve, (error: unknown) => (signal.aborted ? resolve(null) : reject(error as Error)))
      .finally(() => signal.removeEventListener('abort', stop))
  })
}
