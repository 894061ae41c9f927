// The gateway: it listens where the settings say, follows their changes, and reports its guests to the desktop.
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import { FaultError, faultOf, type Fault } from '../../shared/errors.ts'
import type { GatewayStatus, Pairing } from '../../shared/gateway-status.ts'
import type { IpcRequests } from '../../shared/ipc.ts'
import type { Settings } from '../../shared/settings.ts'
import { createTaskQueue } from '../../base/task-queue.ts'
import { isAnyAddress, isLoopback } from '../../base/host-address.ts'
import { gatewayWireOf, type GuestWire } from '../../shared/wire/registry.ts'
import type { Certificate } from './certificate.ts'
import type { Bearer, Devices } from './devices.ts'
import { createListener, type Listener, type PageFile } from './listener.ts'
import type { WireServer } from './wire-server.ts'

type Asked = Extract<keyof IpcRequests, `gateway.${string}`>
type Handlers = {
  [K in Asked]: (input: IpcRequests[K]['in']) => Promise<IpcRequests[K]['out']> | IpcRequests[K]['out']
}

interface Deps {
  settings(): Pick<Settings, 'gateway' | 'gatewayHost' | 'gatewayPort'>
  devices: Devices
  /** --gateway-open: nobody on this computer needs a token. */
  isOpen: boolean
  /** GATEWAY_TOKEN from the environment. */
  chosenToken: string | null
  /** The token of this profile. */
  localToken(): Promise<string>
  /** They outlive the listener, so that running turns survive a change of the settings. */
  servers: readonly WireServer[]
  page(path: string): Promise<PageFile | null>
  /** This computer's address in its network, or null. */
  lanAddress(): string | null
  /** The certificate for connections from other computers to this address. */
  certificate(address: string): Promise<Certificate>
  clock: Clock
  newId(): string
  onStatus(status: GatewayStatus): void
  onRefused(reason: string): void
  onError(what: string, error: unknown): void
}

export interface Gateway {
  /** The settings may have changed. Resolves when the gateway follows them, or cannot. */
  follow(): Promise<void>
  /** The address of the listener, or null. */
  url(): string | null
  handlers: Handlers
  close(): Promise<void>
}

interface Open {
  listener: Listener
  host: string
  port: number
}

/** The desktop gets at most one status in this time. */
const STATUS_EVERY_MS = 100
const MAX_SHOWN = 100
const RETRY_MS = 5_000
/** A shorter token is too easy to guess. */
const MIN_TOKEN_LENGTH = 16

/** The device of all clients without a token, if access is open. It may not approve. */
const ANYBODY: Bearer = {
  id: 'open',
  name: 'Open access',
  isShared: true,
  isGuessable: false,
  mayApprove: () => false,
  markSeen() {},
}

export function openGateway(deps: Deps): Gateway {
  const { settings, devices, clock } = deps
  let open: Open | null = null
  let fault: Fault | null = null
  const listening = createTaskQueue()
  let reporting = false
  let closed = false
  let cancelRetry: Unsubscribe = () => {}
  /** The token that the owner's own clients share; null until the first start. */
  let shared: string | null = null

  const reachableFrom = (host: string): string => (isAnyAddress(host) ? (deps.lanAddress() ?? host) : host)
  const authority = (host: string, port: number): string =>
    `${host.includes(':') ? `[${host}]` : host}:${port}`

  /** The addresses for other computers: none without a network. */
  const networkAddresses = (host: string): string[] => {
    const reachable = reachableFrom(host)
    return isLoopback(host) || isAnyAddress(reachable) ? [] : [reachable]
  }

  function url(): string | null {
    if (!open) return null
    const { host, listener } = open
    // A name such as localhost may mean one of two addresses. Only the one that the listener uses works.
    const own = isLoopback(host) ? listener.address : isAnyAddress(host) ? '127.0.0.1' : host
    return `ws://${authority(own, listener.port)}`
  }

  function status(): GatewayStatus {
    if (fault) return { tag: 'failed', fault }
    if (!open) return { tag: 'off' }
    const { port } = open.listener
    const guests = open.listener.guests()
    return {
      tag: 'listening',
      url: url() ?? '',
      addresses: networkAddresses(open.host).map((host) => authority(host, port)),
      isOpen: deps.isOpen,
      devices: devices.list(),
      codeWaits: devices.codeWaits(),
      guests: guests.slice(0, MAX_SHOWN),
      more: Math.max(0, guests.length - MAX_SHOWN),
    }
  }

  function reportStatus(): void {
    if (reporting) return
    reporting = true
    clock.after(STATUS_EVERY_MS, () => {
      reporting = false
      if (!closed) deps.onStatus(status())
    })
  }

  async function listen(): Promise<void> {
    const { gateway, gatewayHost: host, gatewayPort: port } = settings()
    const wanted = gateway === 'on' && !closed
    cancelRetry()
    if (wanted && open?.host === host && open.port === port) return reportStatus()
    await open?.listener.close()
    open = null
    const before = fault?.message
    fault = null
    if (wanted) {
      try {
        open = { host, port, listener: await listenAt(host, port) }
      } catch (error) {
        fault = faultOf(error)
        // Retries do not log the same error again.
        if (fault.message !== before) deps.onError('the gateway', error)
        // The other program may free the port.
        if (fault.retryable) cancelRetry = clock.after(RETRY_MS, () => void follow())
      }
    }
    reportStatus()
  }

  async function listenAt(host: string, port: number): Promise<Listener> {
    if (deps.isOpen && !isLoopback(host)) {
      throw new FaultError(
        'devices_open',
        `Access without a token works only on this computer, but the address for devices is ${host}.`,
        'Start Parley without --gateway-open, or set the address to 127.0.0.1.',
      )
    }
    await shareToken()
    try {
      return await createListener({
        servers: deps.servers,
        host,
        port,
        certificate: isLoopback(host) ? null : await deps.certificate(reachableFrom(host)),
        anonymous: deps.isOpen ? ANYBODY : null,
        find: devices.find,
        page: deps.page,
        clock,
        newId: deps.newId,
        onGuests: reportStatus,
        onRefused: deps.onRefused,
        onError: deps.onError,
      })
    } catch (error) {
      throw listenFault(host, port, error)
    }
  }

  async function shareToken(): Promise<void> {
    const { chosenToken } = deps
    if (chosenToken !== null && chosenToken.length < MIN_TOKEN_LENGTH) {
      throw new FaultError(
        'devices_token',
        `GATEWAY_TOKEN has fewer than ${MIN_TOKEN_LENGTH} characters and is too easy to guess. Other devices cannot connect.`,
        'Set a longer one, or none: then Parley makes one.',
      )
    }
    if (shared !== null) return
    if (chosenToken !== null) devices.share('environment', (shared = chosenToken))
    else devices.share('local', (shared = await deps.localToken()))
  }

  const follow = (): Promise<void> => listening.run(listen)

  async function pair(wire: GuestWire): Promise<Pairing> {
    if (!open) {
      throw new FaultError(
        fault?.code ?? 'bad_request',
        fault?.message ?? 'Connections from other devices are turned off.',
        fault?.remedy ?? 'Turn them on first.',
      )
    }
    const token = await devices.add(wire)
    reportStatus()
    const host = authority(reachableFrom(open.host), open.listener.port)
    return { link: gatewayWireOf(wire).pairing.link({ host, isLoopback: isLoopback(open.host), token }) }
  }

  return {
    follow,
    url,
    handlers: {
      'gateway.status': status,
      'gateway.pair': ({ wire }) => pair(wire),
      'gateway.drop': ({ id }) => {
        open?.listener.drop(id)
        return null
      },
      'gateway.forget': async () => {
        const paired = devices.list().filter(({ kind }) => kind === 'paired')
        const forgotten = devices.forgetAll()
        // Disconnects them at once, even if the change cannot be stored.
        for (const { id } of paired) open?.listener.dropDevice(id)
        reportStatus()
        await forgotten
        return null
      },
      'gateway.device.set': async ({ id, ...change }) => {
        const stored = devices.set(id, change)
        reportStatus()
        await stored
        return null
      },
      'gateway.device.forget': async ({ id }) => {
        const forgotten = devices.forget(id)
        open?.listener.dropDevice(id)
        reportStatus()
        await forgotten
        return null
      },
      'gateway.token': () => {
        if (shared !== null) return { token: shared }
        throw new FaultError(
          'bad_request',
          'There is no token yet.',
          'Turn on connections from other devices first.',
        )
      },
    },
    async close() {
      closed = true
      await follow()
      await Promise.all(deps.servers.map((server) => server.close()))
    },
  }
}

function listenFault(host: string, port: number, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    return new FaultError(
      'devices_port',
      `Another program uses port ${port}, so other devices cannot connect.`,
      'Stop that program, or choose another port in the settings.',
      { retryable: true, cause: error },
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES') {
    return new FaultError(
      'devices_port',
      `Parley cannot listen at ${host}, port ${port}.`,
      'Choose another address or port in the settings.',
      { cause: error },
    )
  }
  return error
}
