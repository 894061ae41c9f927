// Keeps a connection to the gateway: opens one, tells which of its two forms it speaks, and opens another one when it
// breaks, with a pause that grows. What a person must put right first is waited for.
import { pauseMs } from '../../../core/backoff.ts'
import {
  connectionFault,
  type ConnectionEnd,
  type ConnectionFault,
} from '../../../core/openclaw/connection-faults.ts'
import type { Clock, Unsubscribe } from '../../../core/ports.ts'
import { faultOf, type Fault } from '../../../shared/errors.ts'
import type { Address } from './address.ts'
import { deviceIdentity } from './device-identity.ts'
import { openDocumentGateway, type DocumentConnection } from './document-connection.ts'
import { openGateway, SCOPES, type GatewayConnection } from './gateway-connection.ts'
import { deviceTokenOf, type Secrets } from './secrets.ts'

export type Channel =
  | { form: 'gateway'; connection: GatewayConnection; hello: unknown; address: Address }
  | { form: 'document'; connection: DocumentConnection; address: Address }

export interface LinkDeps {
  address(): Address
  token(): string | null
  secrets: Secrets
  version: string
  clock: Clock
  /** From 0 to 1. */
  random(): number
  onOpen(channel: Channel): void
  onEvent(name: string, payload: unknown): void
  onGap(): void
  /** Not connected, because of this; `waiting` when nothing is tried until the person does something. */
  onFault(fault: Fault, waiting: boolean): void
}

/** Why a connection that stands is of no use. */
export type Useless = { tag: 'silent' } | { tag: 'not yet'; retryAfterMs: number | undefined }

export interface Link {
  /** Drops this connection, if it is still the one, and opens another after a pause. */
  giveUp(channel: Channel, why: Useless): void
  /** Tries now, from what is set by now. */
  retry(): void
  close(): Promise<void>
}

/** Ruling 12: no challenge within a second, and it is spoken to as the document says. */
const CHALLENGE_MS = 1_000
/** A gateway that is known to be one is given time; it may be starting. */
const KNOWN_CHALLENGE_MS = 15_000
/** A connection that held for so long is one that works. */
const HELD_MS = 10_000
const PAUSES = { firstMs: 500, longestMs: 30_000 }
const DEVICE_TOKEN_STALE = new Set([
  'AUTH_DEVICE_TOKEN_MISMATCH',
  'AUTH_TOKEN_MISMATCH',
  'AUTH_SCOPE_MISMATCH',
  'AUTH_UNAUTHORIZED',
])

export function openLink(deps: LinkDeps): Link {
  let attempt = 0
  let openedAt: number | null = null
  let closed = false
  let form: 'gateway' | 'document' | 'unknown' = 'unknown'
  let current: GatewayConnection | DocumentConnection | null = null
  let cancelRetry: Unsubscribe = () => {}

  function connect(): void {
    cancelRetry()
    if (closed) return
    let address: Address
    try {
      address = deps.address()
      if (form === 'document') connectDocument(address)
      else connectGateway(address)
    } catch (error) {
      deps.onFault(faultOf(error), true)
    }
  }

  function connectGateway(address: Address): void {
    const name = deviceTokenOf(address.place)
    const given = deps.secrets.get(name)
    const connection = openGateway({
      url: address.url,
      version: deps.version,
      // What the gateway gave this device is enough, and less than the token that everyone shares.
      token: given === null ? deps.token() : null,
      device: deviceIdentity(deps.secrets),
      deviceToken: { get: () => deps.secrets.get(name), set: (token) => deps.secrets.set(name, token) },
      scopes: SCOPES,
      challengeMs: form === 'gateway' ? KNOWN_CHALLENGE_MS : CHALLENGE_MS,
      onReady(hello) {
        form = 'gateway'
        openedAt = deps.clock.now()
        deps.onOpen({ form, connection, hello, address })
      },
      onEvent: (event, payload) => current === connection && deps.onEvent(event, payload),
      onGap: deps.onGap,
      onEnd(end) {
        if (current !== connection) return
        current = null
        if (end.silent && form === 'unknown') {
          form = 'document'
          return connect()
        }
        if (given !== null && DEVICE_TOKEN_STALE.has(end.error?.detailCode ?? '')) {
          deps.secrets.set(name, null)
          return connect()
        }
        ended(end, address)
      },
    })
    current = connection
  }

  function connectDocument(address: Address): void {
    const connection = openDocumentGateway({
      url: address.url,
      token: deps.token(),
      onReady() {
        openedAt = deps.clock.now()
        deps.onOpen({ form: 'document', connection, address })
      },
      onEvent: (event, payload) => current === connection && deps.onEvent(event, payload),
      onChallenge() {
        form = 'gateway'
        connection.close()
        connect()
      },
      onEnd(end) {
        if (current !== connection) return
        current = null
        // One of the document's form says why; then it is the words and not their form that it does not take.
        const wasRefused = end.code === 1008 && !end.wasReady && !end.error
        // A real gateway refuses the document's frames; another program may have taken the port meanwhile.
        form = wasRefused ? 'gateway' : 'unknown'
        if (wasRefused) return connect()
        ended(end, address)
      },
    })
    current = connection
  }

  function ended(end: ConnectionEnd, address: Address): void {
    const { fault, retry, retryAfterMs }: ConnectionFault = connectionFault(end, address.place)
    if (fault.code === 'gateway_absent') form = 'unknown'
    deps.onFault(fault, retry === 'never')
    if (closed || retry === 'never') return
    // A gateway that lets us in and breaks off again, over and over, is not asked more and more often.
    if (openedAt !== null && deps.clock.now() - openedAt >= HELD_MS) attempt = 0
    openedAt = null
    cancelRetry = deps.clock.after(pauseMs(attempt++, deps.random(), PAUSES, retryAfterMs), connect)
  }

  connect()
  return {
    giveUp({ connection, address }, why) {
      if (current !== connection) return
      current = null
      void connection.close()
      const end: ConnectionEnd =
        why.tag === 'silent'
          ? { code: 4000, reason: '', wasReady: true }
          : { code: 1013, reason: '', wasReady: true, error: { message: '', retryAfterMs: why.retryAfterMs } }
      ended(end, address)
    },
    retry() {
      attempt = 0
      openedAt = null
      const old = current
      current = null
      void old?.close()
      connect()
    },
    async close() {
      closed = true
      cancelRetry()
      const old = current
      current = null
      await old?.close()
    },
  }
}
