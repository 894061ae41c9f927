// Waits for something, and no longer than so long: whoever leaves is not kept by a server that is away.
import { setTimeout as wait } from 'node:timers/promises'

export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), wait(ms, null, { ref: false })])
}
