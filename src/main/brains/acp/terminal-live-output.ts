// The output of a running command for its tab: at most twice a second, the beginning and the end of what it printed.
import { plainOutput } from '../../../core/understanding/replies/plain-output.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'

const INTERVAL_MS = 500
const MAX_HEAD = 16_000
const MAX_TAIL = 48_000

export interface LiveOutput {
  title: string
  /** Without colours and cursor movements. */
  text: string
  running: boolean
}

interface Deps {
  clock: Pick<Clock, 'now' | 'after'>
  title: string
  onOutput(output: LiveOutput): void
}

export function createLiveOutput({ clock, title, onOutput }: Deps) {
  let head = ''
  let tail = ''
  let total = 0
  let toldAt = -Infinity
  let cancel: Unsubscribe | null = null

  function tell(running: boolean): void {
    cancel?.()
    cancel = null
    toldAt = clock.now()
    const end = tail.slice(-MAX_TAIL)
    const omitted = total - head.length - end.length
    const text = omitted > 0 ? `${head}\n… ${omitted} characters left out …\n${end}` : head + end
    onOutput({ title, text: plainOutput(text), running })
  }

  return {
    add(text: string): void {
      const free = Math.max(0, MAX_HEAD - head.length)
      head += text.slice(0, free)
      tail += text.slice(free)
      // Cut rarely, or each line of a long log would copy all of it.
      if (tail.length > 4 * MAX_TAIL) tail = tail.slice(-MAX_TAIL)
      total += text.length
      cancel ??= clock.after(Math.max(0, toldAt + INTERVAL_MS - clock.now()), () => tell(true))
    },
    /** A command that printed nothing gets no tab. */
    end(): void {
      if (total > 0) tell(false)
      cancel?.()
    },
  }
}
