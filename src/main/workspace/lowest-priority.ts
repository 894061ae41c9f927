import { lstat } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** Below audio and display. Some systems have no priority per thread. */
const NICENESS = 10

/** Gives this worker the lowest priority. */
export async function takeLowestPriority(root: string): Promise<void> {
  if (process.platform !== 'linux') return
  // Threads of the shared pool take the priority of the thread that starts them, which must not be this one.
  await lstat(root).catch(() => null)
  setPriority(0, NICENESS)
}
