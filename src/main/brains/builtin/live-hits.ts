// The hits of a search that takes its time, while it goes on: the first after a moment, then at most twice a second. A
// search that is quick is shown once, when it is done.
import type { SearchHit } from '../../../shared/artifacts.ts'

const FIRST_MS = 400
const EVERY_MS = 500

export interface LiveHits {
  add(hits: readonly SearchHit[]): void
  /** Nothing is shown after that; whoever searched shows all of it. */
  end(): void
}

export function createLiveHits(show: (hits: SearchHit[]) => void): LiveHits {
  const all: SearchHit[] = []
  let shown = 0
  let over = false
  let timer: NodeJS.Timeout | null = null

  function flush(): void {
    timer = null
    if (over || all.length === shown) return
    shown = all.length
    show([...all])
    wait(EVERY_MS)
  }

  function wait(ms: number): void {
    timer = setTimeout(flush, ms)
    timer.unref()
  }

  return {
    add(hits) {
      for (const hit of hits) all.push(hit)
      if (timer === null && !over) wait(FIRST_MS)
    },
    end() {
      over = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
