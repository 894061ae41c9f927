// Requests that steer a running run. Each is sent until the gateway has it, always with the same key, which the gateway accepts
// once. A refused one becomes a separate turn. So does one that the gateway delays because the run is too busy: the gateway
// answers it with another run after the current one.
import type { GatewayEvent } from '../../../core/wires/openclaw/gateway-event.ts'
import type { Ask } from '../../../core/ports/brain.ts'
import { BoundedMap } from '../../../base/bounded.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { AgentChannel } from './channel.ts'

export interface Steers {
  send(runId: string, request: Ask, text: string): void
  /** There is a new connection: what may not have arrived is sent again. */
  connected(): void
  has(key: string): boolean
  /** An event with such a key arrived. Returns the request if it became a run with that key. */
  receive(event: GatewayEvent & { key: string }): Ask | null
  /** An unknown run started. Returns the delayed request it answers, if there is one. */
  takeDelayed(): Ask | null
  /** The user stopped the run. Returns the keys that may still be on their way. */
  forget(): string[]
}

interface Deps {
  newId(): string
  channel(): AgentChannel | null
  onIncluded(key: string): void
  onRefused(runId: string, request: Ask): void
  onError(what: string, error: unknown): void
}

interface Steer {
  runId: string
  request: Ask
  text: string
  state: 'sent' | 'arrived' | 'delayed'
}

/** Some get no further event, because the connection broke. */
const MAX_KNOWN = 100

export function createSteers(deps: Deps): Steers {
  const known = new BoundedMap<string, Steer>(MAX_KNOWN)

  function transmit(key: string, steer: Steer): void {
    const channel = deps.channel()
    // It is sent with the next connection.
    if (!channel) return
    if (!channel.steer) return refused(key, steer)
    channel.steer(key, steer.text).then(
      () => {
        if (steer.state === 'sent') steer.state = 'arrived'
      },
      (error: unknown) => {
        deps.onError('the run could not be steered', error)
        if (error instanceof FaultError) refused(key, steer)
      },
    )
  }

  function refused(key: string, { runId, request }: Steer): void {
    if (known.delete(key)) deps.onRefused(runId, request)
  }

  /** The gateway is done with the key: the run included the request, or delays it. Only the history says which. */
  function settle(key: string, steer: Steer): void {
    steer.state = 'delayed'
    deps
      .channel()
      ?.isPending(key)
      .then(
        (isPending) => {
          if (!isPending && known.delete(key)) deps.onIncluded(key)
        },
        (error: unknown) => deps.onError('the history could not be read', error),
      )
  }

  return {
    send(runId, request, text) {
      const key = deps.newId()
      const steer: Steer = { runId, request, text, state: 'sent' }
      known.set(key, steer)
      transmit(key, steer)
    },
    connected() {
      for (const [key, steer] of known) if (steer.state === 'sent') transmit(key, steer)
    },
    has: (key) => known.has(key),
    receive(event) {
      const steer = known.get(event.key)
      const isEmpty = event.type === 'alive' || event.type === 'titled'
      if (!steer || isEmpty || steer.state === 'delayed') return null
      if (event.type === 'completed' && event.text === null) {
        settle(event.key, steer)
        return null
      }
      known.delete(event.key)
      return steer.request
    },
    takeDelayed() {
      for (const [key, { request, state }] of known) {
        if (state !== 'delayed') continue
        known.delete(key)
        return request
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
