// Keeps the events of a run in order, although some need a look at the disk first. Without such work they pass at once.
import type { BrainEvent } from '../../../core/ports/brain.ts'

export interface EventOrder {
  add(events: readonly BrainEvent[]): void
  /** The events come when the work is done; what is added meanwhile waits. The work must not reject. */
  addLater(work: () => Promise<readonly BrainEvent[]>): void
  /** Settles when everything added so far has been passed on. */
  idle(): Promise<void>
}

export function createEventOrder(emit: (event: BrainEvent) => void): EventOrder {
  let last: Promise<void> | null = null

  function wait(next: () => Promise<void> | void): void {
    const before = last
    const mine = (async (): Promise<void> => {
      await before
      await next()
    })()
    last = mine
    void mine.then(() => {
      if (last === mine) last = null
    })
  }

  const pass = (events: readonly BrainEvent[]): void => {
    for (const event of events) emit(event)
  }

  return {
    add(events) {
      if (events.length === 0) return
      if (last === null) pass(events)
      else wait(() => pass(events))
    },
    addLater(work) {
      // The work begins now: it looks at the disk as it is, not as it will be.
      const done = work()
      wait(async () => pass(await done))
    },
    async idle() {
      await last
      // More may have been added meanwhile.
      if (last !== null) await this.idle()
    },
  }
}
