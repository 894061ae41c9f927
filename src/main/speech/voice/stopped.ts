// Waits for something unless it is stopped first.
import type { AbortSignalLike } from '../../../core/ports.ts'

/** What was waited for, or null as soon as the signal stops the waiting. A failure after that is nobody's concern. */
export function stopped<T>(work: Promise<T>, signal: AbortSignalLike): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(null)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work
      .then(resolve, (error: unknown) => (signal.aborted ? resolve(null) : reject(error as Error)))
      .finally(() => signal.removeEventListener('abort', stop))
  })
}
