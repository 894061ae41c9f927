// What an agent in a process of its own and whoever measures it say to each other.
import { preciseNow } from '../../../../bench/measure.ts'

export type FromAgent =
  | { tag: 'in' }
  /** The first loud sound of somebody has come to what recognises words. */
  | { tag: 'sound'; at: number }
  /** What recognises words has given them out. */
  | { tag: 'words'; at: number }
  | { tag: 'usage'; rss: number; heap: number; cpuMs: number }

export type ToAgent = 'usage' | 'leave'

export interface Entry {
  url: string
  room: string
  token: string
  /** Where LiveKit’s agent library is, for an agent made of it. */
  packages?: string
  /** Where the session is kept; in memory otherwise. */
  journal?: string
  /** In every turn a change of so many bytes is shown. */
  shownBytes?: number
}

export const entry = (): Entry => JSON.parse(process.argv[2]!) as Entry

export const tell = (what: FromAgent): void => void process.send!(what)
export const tellNow = (tag: 'sound' | 'words'): void => tell({ tag, at: preciseNow() })

export function answerUntilLeft(leave: () => Promise<unknown>): void {
  process.on('message', (asked: ToAgent) => {
    if (asked === 'leave') void leave().finally(() => process.exit(0))
    else void tellUsage()
  })
  process.on('disconnect', () => process.exit(0))
}

async function tellUsage(): Promise<void> {
  const { user, system } = process.cpuUsage()
  // What is let go of by the first is gone after the second.
  for (let round = 0; round < 2; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  tell({ tag: 'usage', rss, heap: heapUsed + external, cpuMs: (user + system) / 1000 })
}
