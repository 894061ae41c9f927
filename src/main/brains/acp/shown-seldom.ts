// Artifacts that change often are shown now and then, and their last state always.
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'

export interface ShownSeldom {
  /** `make` is called only if it is time to show it. */
  show(key: string, make: () => void): void
  /** Shows the last state now, if it waits. */
  flush(key?: string): void
  /** Forgets what waits. */
  drop(key?: string): void
}

const EVERY_MS = 400

export function createShownSeldom(clock: Clock): ShownSeldom {
  const waiting = new Map<string, { make: (() => void) | null; cancel: Unsubscribe }>()

  function rest(key: string): void {
    const entry = { make: null as (() => void) | null, cancel: (): void => {} }
    waiting.set(key, entry)
    entry.cancel = clock.after(EVERY_MS, () => {
      if (entry.make === null) return void waiting.delete(key)
      const { make } = entry
      rest(key)
      make()
    })
  }

  const each = (key: string | undefined): string[] => (key === undefined ? [...waiting.keys()] : [key])

  return {
    show(key, make) {
      const entry = waiting.get(key)
      if (entry) return void (entry.make = make)
      rest(key)
      make()
    },
    flush(key) {
      for (const one of each(key)) {
        const entry = waiting.get(one)
        const make = entry?.make
        if (!entry || !make) continue
        entry.make = null
        make()
      }
    },
    drop(key) {
      for (const one of each(key)) {
        waiting.get(one)?.cancel()
        waiting.delete(one)
      }
    },
  }
}
