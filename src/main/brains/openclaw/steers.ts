// Words given to a run while it works. They are given until the gateway has them, always under the same key, which it takes
// once. What it will not have is handed back and becomes a turn of its own; so does what it kept for later, because the run
// was too busy to listen: it answers that by a run of its own, after the one that is going on.
import type { GatewayEvent } from '../../../core/openclaw/gateway-event.ts'
import type { Ask } from '../../../core/ports.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { Speaker } from './speaker.ts'

export interface Steers {
  give(runId: string, words: Ask, text: string): void
  /** There is a connection: what may not have arrived is given again. */
  connected(): void
  has(key: string): boolean
  /** Something is heard under the key of such words: the words, where they became a run of that key. */
  heard(event: GatewayEvent & { key: string }): Ask | null
  /** A run of the session that nobody knows: the words it answers, where some are kept for later. */
  answeredBy(): Ask | null
  /** The person stopped it all: these keys may still be on their way. */
  forget(): string[]
}

interface Deps {
  newId(): string
  speaker(): Speaker | null
  onTakenIn(key: string): void
  onRefused(runId: string, words: Ask): void
  onError(what: string, error: unknown): void
}

interface Given {
  runId: string
  words: Ask
  text: string
  state: 'sent' | 'arrived' | 'kept for later'
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
    speaker.steer(key, given.text).then(
      () => {
        if (given.state === 'sent') given.state = 'arrived'
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

  /** The gateway is done with the key: the words went into the run, or wait until it is over. Only its record says which. */
  function settle(key: string, given: Given): void {
    given.state = 'kept for later'
    deps
      .speaker()
      ?.isPending(key)
      .then(
        (isPending) => {
          if (!isPending && known.delete(key)) deps.onTakenIn(key)
        },
        (error: unknown) => deps.onError('the record could not be read', error),
      )
  }

  return {
    give(runId, words, text) {
      const key = deps.newId()
      const given: Given = { runId, words, text, state: 'sent' }
      known.set(key, given)
      if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!)
      send(key, given)
    },
    connected() {
      for (const [key, given] of known) if (given.state === 'sent') send(key, given)
    },
    has: (key) => known.has(key),
    heard(event) {
      const given = known.get(event.key)
      const saysNothing = event.type === 'stirred' || event.type === 'titled'
      if (!given || saysNothing || given.state === 'kept for later') return null
      if (event.type === 'completed' && event.text === null) {
        settle(event.key, given)
        return null
      }
      known.delete(event.key)
      return given.words
    },
    answeredBy() {
      for (const [key, { words, state }] of known) {
        if (state !== 'kept for later') continue
        known.delete(key)
        return words
      }
      return null
    },
    forget() {
      const keys = [...known.keys()]
      known.clear()
      return keys
    },
  }
}
