// Keeps a connection to the gateway: opens one, detects which of the two forms of the protocol it uses, and reconnects after
// growing pauses. If the user has to do something first, it waits for that.
import { pauseMs } from '../../../base/backoff.ts'
import {
  connectionFault,
  type ConnectionEnd,
  type ConnectionFault,
} from '../../../core/wires/openclaw/faults.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import { faultOf, type Fault } from '../../../shared/errors.ts'
import type { Address } from './address.ts'
import type { Secrets } from '../brain-definition.ts'
import { deviceIdentity, deviceTokenName } from './device-identity.ts'
import { openLegacyGateway, type LegacyConnection } from './legacy-connection.ts'
import { openGateway, SCOPES, type GatewayConnection } from './gateway-connection.ts'

export type OpenedLink =
  | { form: 'gateway'; connection: GatewayConnection; hello: unknown; address: Address }
  | { form: 'legacy'; connection: LegacyConnection; address: Address }

export interface LinkDeps {
  address(): Address
  token(): string | null
  secrets: Secrets
  version: string
  clock: Clock
  /** From 0 to 1. */
  random(): number
  onOpen(link: OpenedLink): void
  onEvent(name: string, payload: unknown): void
  onGap(): void
  /** Not connected. `isWaiting`: Parley does not try again until the user has done something. */
  onFault(fault: Fault, isWaiting: boolean): void
}

/** Why an open connection is useless. */
export type DropReason = { tag: 'silent' } | { tag: 'not yet'; retryAfterMs: number | undefined }

export interface Link {
  /** Drops this connection, if it is the current one, and opens another after a pause. */
  drop(link: OpenedLink, why: DropReason): void
  /** Connects now, with the current settings. */
  retry(): void
  close(): Promise<void>
}

/** A gateway that sends no challenge within a second uses the older form (docs/protocols/openclaw.md). */
const CHALLENGE_MS = 1_000
/** A known gateway gets more time; it may be starting. */
const KNOWN_CHALLENGE_MS = 15_000
/** A connection that lasted this long works. */
const STABLE_MS = 10_000
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
  let form: 'gateway' | 'legacy' | 'unknown' = 'unknown'
  let current: GatewayConnection | LegacyConnection | null = null
  let cancelRetry: Unsubscribe = () => {}

  function connect(): void {
    cancelRetry()
    if (closed) return
    let address: Address
    try {
      address = deps.address()
      if (form === 'legacy') connectLegacy(address)
      else connectGateway(address)
    } catch (error) {
      deps.onFault(faultOf(error), true)
    }
  }

  function connectGateway(address: Address): void {
    const name = deviceTokenName(address.place)
    const deviceToken = deps.secrets.get(name)
    const connection = openGateway({
      url: address.url,
      version: deps.version,
      // The device's own token is enough, and allows less than the shared token.
      token: deviceToken === null ? deps.token() : null,
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
          form = 'legacy'
          return connect()
        }
        if (deviceToken !== null && DEVICE_TOKEN_STALE.has(end.error?.detailCode ?? '')) {
          deps.secrets.set(name, null)
          return connect()
        }
        ended(end, address)
      },
    })
    current = connection
  }

  function connectLegacy(address: Address): void {
    const connection = openLegacyGateway({
      url: address.url,
      token: deps.token(),
      onReady() {
        openedAt = deps.clock.now()
        deps.onOpen({ form: 'legacy', connection, address })
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
        // A gateway of the older form says why it refuses a request.
        const isCurrentForm = end.code === 1008 && !end.wasReady && !end.error
        // A current gateway refuses the older frames. Otherwise another program may use the port now.
        form = isCurrentForm ? 'gateway' : 'unknown'
        if (isCurrentForm) return connect()
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
    // The pause keeps growing for a gateway that accepts connections and drops them at once.
    if (openedAt !== null && deps.clock.now() - openedAt >= STABLE_MS) attempt = 0
    openedAt = null
    cancelRetry = deps.clock.after(pauseMs(attempt++, deps.random(), PAUSES, retryAfterMs), connect)
  }

  connect()
  return {
    drop({ connection, address }, why) {
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
