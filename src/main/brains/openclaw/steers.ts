// Words given to a run while it works. They are given until the gateway has them, always under the same key, which it takes
// once; where it will not have them they are handed back, and become a turn of their own.
import type { GatewayEvent } from '../../../core/openclaw/gateway-event.ts'
import type { Ask } from '../../../core/ports.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { Speaker } from './speaker.ts'

export interface Steers {
  give(runId: string, words: Ask): void
  /** There is a connection: what may not have arrived is given again. */
  connected(): void
  /** What the gateway says under the key of such words; null where it is about none, or says nothing of note. */
  heard(event: GatewayEvent & { key: string }): { tag: 'taken in' | 'a run of their own'; words: Ask } | null
  has(key: string): boolean
  /** The person stopped it all. */
  forget(): void
}

interface Deps {
  newId(): string
  speaker(): Speaker | null
  onRefused(runId: string, words: Ask): void
  onError(what: string, error: unknown): void
}

interface Given {
  runId: string
  words: Ask
  arrived: boolean
}

/** Of those that arrived some are never heard of again, when the connection broke meanwhile. */
const MAX_KNOWN = 100

export function createSteers(deps: Deps): Steers {
  const known = new Map<string, Given>()

  function send(key: string, given: Given): void {
    const speaker = deps.speaker()
    // The next connection gives them.
    if (!speaker) return
    if (!speaker.steer) return refused(key, given)
    speaker.steer(key, given.words.text).then(
      () => {
        given.arrived = true
      },
      (error: unknown) => {
        deps.onError('the run could not be steered', error)
        if (error instanceof FaultError) refused(key, given)
      },
    )
  }

  function refused(key: string, { runId, words }: Given): void {
    if (known.delete(key)) deps.onRefused(runId, words)
  }

  return {
    give(runId, words) {
      const key = deps.newId()
      const given = { runId, words, arrived: false }
      known.set(key, given)
      if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!)
      send(key, given)
    },
    connected() {
      for (const [key, given] of known) if (!given.arrived) send(key, given)
    },
    heard(event) {
      const given = known.get(event.key)
      if (!given || event.type === 'stirred' || event.type === 'titled') return null
      known.delete(event.key)
      // With nothing to say they went into the run they were meant for.
      const isTaken = event.type === 'completed' && event.text === null
      return { tag: isTaken ? 'taken in' : 'a run of their own', words: given.words }
    },
    has: (key) => known.has(key),
    forget: () => known.clear(),
  }
}
