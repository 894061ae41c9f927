// Messages between an agent process and the benchmark that measures it.
import { preciseNow } from '../../../../bench/measure.ts'

export type FromAgent =
  | { tag: 'in' }
  /** The first audible samples of an utterance reached the recognizer. */
  | { tag: 'sound'; at: number }
  /** The recognizer delivered its transcript. */
  | { tag: 'words'; at: number }
  | { tag: 'usage'; rss: number; heap: number; cpuMs: number }

export type ToAgent = 'usage' | 'leave'

export interface Entry {
  url: string
  room: string
  token: string
  /** The folder of LiveKit’s agent library, for an agent built with it. */
  packages?: string
  /** The journal's path; in memory if absent. */
  journal?: string
  /** Each turn shows a diff of this many bytes. */
  shownBytes?: number
}

export const entry = (): Entry => JSON.parse(process.argv[2]!) as Entry

export const send = (message: FromAgent): void => void process.send!(message)
export const sendNow = (tag: 'sound' | 'words'): void => send({ tag, at: preciseNow() })

export function answerUntilLeft(leave: () => Promise<unknown>): void {
  process.on('message', (request: ToAgent) => {
    if (request === 'leave') void leave().finally(() => process.exit(0))
    else void sendUsage()
  })
  process.on('disconnect', () => process.exit(0))
}

async function sendUsage(): Promise<void> {
  const { user, system } = process.cpuUsage()
  // The second collection frees what the first one released.
  for (let round = 0; round < 2; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  send({ tag: 'usage', rss, heap: heapUsed + external, cpuMs: (user + system) / 1000 })
}
