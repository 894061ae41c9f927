// Records what a brain reports, and waits for it.
import type { Brain, BrainEvent } from '../../src/core/ports/brain.ts'
import type { BrainStatus } from '../../src/shared/brain-status.ts'

export function recordBrain<B extends Brain>(brain: B) {
  const events: BrainEvent[] = []
  const statuses: BrainStatus[] = [brain.status()]
  const ends = new Map<string, BrainEvent>()
  const waiting = new Set<() => void>()
  const look = (): void => [...waiting].forEach((check) => check())
  brain.onEvent((event) => {
    events.push(event)
    if (event.type === 'run.ended' || event.type === 'run.failed') ends.set(event.runId, event)
    look()
  })
  brain.onStatus((status) => {
    statuses.push(status)
    look()
  })
  /** The first value that is not undefined. It is looked for again after each report. */
  const find = <T>(get: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = get()
        if (found === undefined) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
    })
  return {
    brain,
    events,
    statuses,
    find,
    /** The first event that matches, earlier or later. */
    event: (fits: (event: BrainEvent) => boolean) => find(() => events.find(fits)),
    /** The event that ends the run. */
    over: (runId: string) => find(() => ends.get(runId)),
    /** The reply so far. */
    said: (runId: string) =>
      events.reduce((text, event) => {
        if (event.runId !== runId) return text
        if (event.type === 'text.replaced') return event.text
        return event.type === 'text.appended' ? text + event.delta : text
      }, ''),
  }
}
