// Waiting, but not for ever.
import type { Clock } from '../../core/ports.ts'

/** Settles as the work does, or when it has had this long; the work then goes on by itself. */
export async function patiently(work: Promise<unknown>, ms: number, clock: Clock): Promise<void> {
  let cancel = (): void => {}
  const patience = new Promise<void>((resolve) => (cancel = clock.after(ms, resolve)))
  try {
    await Promise.race([work, patience])
  } finally {
    cancel()
  }
}
