// Hears a gateway of document 004's form. What it calls a run is only known once it has accepted the words, and what it says
// of the run may come right behind that: it is kept until then, so that neither is it lost nor are the last words of the run
// before taken for it.
import { readDocumentEvent } from '../../../core/openclaw/document-event.ts'
import type { GatewayEvent } from '../../../core/openclaw/gateway-event.ts'

export interface DocumentEar {
  /** Words are on their way. */
  sent(): void
  /** The gateway took them and calls the run this, or did not take them. */
  answered(alias: string | null): void
  heard(name: string, payload: unknown): void
  /** There is another connection, or none. */
  forget(): void
}

interface Deps {
  active(): { key: string } | null
  hear(event: GatewayEvent & { key: string }): void
}

export function createDocumentEar({ active, hear }: Deps): DocumentEar {
  let alias: string | null = null
  let kept: [name: string, payload: unknown][] | null = null

  function heard(name: string, payload: unknown): void {
    if (kept) return void kept.push([name, payload])
    const run = active()
    const event = run && readDocumentEvent(name, payload, { key: run.key, alias })
    if (event && 'key' in event) hear(event)
  }

  return {
    sent() {
      alias = null
      kept = []
    },
    answered(name) {
      if (!kept) return
      alias = name
      const waiting = kept
      kept = null
      for (const [event, payload] of waiting) heard(event, payload)
    },
    heard,
    forget() {
      alias = null
      kept = null
    },
  }
}
