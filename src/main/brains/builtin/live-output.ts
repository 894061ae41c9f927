// The output of a command while it runs: at most twice a second, and never more of it than can be looked at.
import { plainOutput } from '../../../core/replies/plain-output.ts'

const EVERY_MS = 500
const MAX_HEAD = 16_000
const MAX_TAIL = 48_000

export interface LiveOutput {
  add(text: string): void
  /** Shows the last of it. Nothing is shown after that. */
  end(): void
}

export function createLiveOutput(show: (content: string) => void): LiveOutput {
  let head = ''
  let tail = ''
  let left = 0
  let timer: NodeJS.Timeout | null = null
  let dirty = false

  function flush(): void {
    timer = null
    if (!dirty) return
    dirty = false
    show(plainOutput(left > 0 ? `${head}\n… ${left} characters left out …\n${tail}` : head + tail))
    timer = setTimeout(flush, EVERY_MS)
    timer.unref()
  }

  return {
    add(text) {
      const room = MAX_HEAD - head.length
      head += text.slice(0, Math.max(0, room))
      const rest = tail + text.slice(Math.max(0, room))
      tail = rest.slice(-MAX_TAIL)
      left += rest.length - tail.length
      dirty = true
      // The first of it at once, so that something is seen.
      if (timer === null) flush()
    },
    end() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      if (dirty) flush()
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
