// The gateway as the app has it: it listens where the settings say, follows them when they change, and tells the desktop
// who is there.
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import { FaultError, faultOf, type Fault } from '../../shared/errors.ts'
import type { GatewayStatus, Pairing } from '../../shared/gateway-status.ts'
import type { IpcRequests } from '../../shared/ipc.ts'
import type { Settings } from '../../shared/settings.ts'
import { gatewayPaths, TOKEN_PARAM, VELA_PAGE_PATH } from '../../shared/wire/gateway.ts'
import { isLoopback } from './admission.ts'
import type { Certificate } from './certificate.ts'
import { createListener, type Listener, type PageFile } from './listener.ts'
import type { Tokens } from './tokens.ts'
import type { Wire } from './wire.ts'

type Asked = 'gateway.status' | 'gateway.pair' | 'gateway.drop' | 'gateway.forget'
type Handlers = {
  [K in Asked]: (input: IpcRequests[K]['in']) => Promise<IpcRequests[K]['out']> | IpcRequests[K]['out']
}

interface Deps {
  settings(): Pick<Settings, 'gateway' | 'gatewayHost' | 'gatewayPort'>
  tokens: Tokens
  /** They stay the same wherever it listens: a turn that is going on is not lost by a move. */
  wires: readonly Wire[]
  page(path: string): Promise<PageFile | null>
  /** Where others in this computer's network find it; null where it is in none. */
  lanAddress(): string | null
  /** For those who come from elsewhere to this address. */
  certificate(address: string): Certificate
  clock: Clock
  newId(): string
  onStatus(status: GatewayStatus): void
  onRefused(reason: string): void
  onError(what: string, error: unknown): void
}

export interface Gateway {
  /** The settings may have changed. Resolves once it listens as they say, or cannot. */
  follow(): Promise<void>
  /** Where it listens; null where it does not. */
  url(): string | null
  handlers: Handlers
  close(): Promise<void>
}

interface Open {
  listener: Listener
  host: string
  port: number
}

/** Many may come and go at once; the desktop is told at most this often. */
const TELL_EVERY_MS = 100
const MOST_SHOWN = 100
const RETRY_MS = 5_000

export function openGateway(deps: Deps): Gateway {
  const { settings, tokens, clock } = deps
  let open: Open | null = null
  let fault: Fault | null = null
  let following: Promise<void> = Promise.resolve()
  let telling = false
  let closed = false
  let cancelRetry: Unsubscribe = () => {}

  const reachableFrom = (host: string): string => (isEverywhere(host) ? (deps.lanAddress() ?? host) : host)
  const authority = (host: string, port: number): string =>
    `${host.includes(':') ? `[${host}]` : host}:${port}`

  /** Whoever may come from elsewhere has to show one, also when the last was just forgotten. */
  const needsToken = (host: string): boolean => !isLoopback(host) || tokens.some()
  /** Nobody could come, where a token is needed and there is none. */
  const mayListen = (host: string): boolean => isLoopback(host) || tokens.some()

  /** Where it is found from elsewhere: nowhere while this computer is in no network. */
  const elsewhere = (host: string): string[] => {
    const reachable = reachableFrom(host)
    return isLoopback(host) || isEverywhere(reachable) ? [] : [reachable]
  }

  function url(): string | null {
    if (!open) return null
    const { host, listener } = open
    // This computer has more than one address, and a name such as localhost may stand for either of two: only where it
    // really listens can it be found.
    const own = isLoopback(host) ? listener.address : isEverywhere(host) ? '127.0.0.1' : host
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
      addresses: elsewhere(open.host).map((host) => authority(host, port)),
      needsToken: needsToken(open.host),
      paired: tokens.paired(),
      codeWaits: tokens.codeWaits(),
      guests: guests.slice(0, MOST_SHOWN),
      more: Math.max(0, guests.length - MOST_SHOWN),
    }
  }

  function tell(): void {
    if (telling) return
    telling = true
    clock.after(TELL_EVERY_MS, () => {
      telling = false
      if (!closed) deps.onStatus(status())
    })
  }

  async function listen(): Promise<void> {
    const { gateway, gatewayHost: host, gatewayPort: port } = settings()
    const wanted = gateway === 'on' && !closed
    cancelRetry()
    if (wanted && open?.host === host && open.port === port && mayListen(host)) return tell()
    await open?.listener.close()
    open = null
    const before = fault?.message
    fault = null
    if (wanted) {
      try {
        open = { host, port, listener: await listenAt(host, port) }
      } catch (error) {
        fault = faultOf(error)
        // It is tried again and again; that it is still so is nothing new.
        if (fault.message !== before) deps.onError('the gateway', error)
        // Whoever has the port may let it go.
        if (fault.retryable) cancelRetry = clock.after(RETRY_MS, () => void follow())
      }
    }
    tell()
  }

  async function listenAt(host: string, port: number): Promise<Listener> {
    if (!mayListen(host)) {
      throw new FaultError(
        'devices_token',
        'Others in the network may only connect with a token, and none is set.',
        'Pair a device, or set GATEWAY_TOKEN.',
      )
    }
    try {
      return await createListener({
        wires: deps.wires,
        host,
        port,
        certificate: isLoopback(host) ? null : deps.certificate(reachableFrom(host)),
        needsToken: () => needsToken(host),
        isToken: tokens.isToken,
        page: deps.page,
        clock,
        newId: deps.newId,
        onGuests: tell,
        onRefused: deps.onRefused,
        onError: deps.onError,
      })
    } catch (error) {
      throw listenFault(host, port, error)
    }
  }

  function follow(): Promise<void> {
    following = following.then(listen)
    return following
  }

  async function pair(wire: keyof typeof gatewayPaths): Promise<Pairing> {
    const token = await tokens.add()
    // It may be the first, and what could not listen without one can now.
    await follow()
    if (!open) {
      throw new FaultError(
        fault?.code ?? 'bad_request',
        fault?.message ?? 'Other devices cannot connect: that is turned off.',
        fault?.remedy ?? 'Turn it on first.',
      )
    }
    const place = authority(reachableFrom(open.host), open.listener.port)
    // A browser gives the microphone to pages of this computer, and to others only over https.
    const secured = isLoopback(open.host) ? '' : 's'
    if (wire === 'vela') return { link: `http${secured}://${place}${VELA_PAGE_PATH}#${TOKEN_PARAM}=${token}` }
    // Document 002 wants wss; document 004 has ws, and its glasses know nothing else.
    const scheme = wire === 'voice-ide' ? `ws${secured}` : 'ws'
    const path = gatewayPaths[wire]
    return { link: `${scheme}://${place}${path === '/' ? '' : path}?${TOKEN_PARAM}=${token}` }
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
        const forgotten = tokens.forget()
        // They go at once, and whether or not it can be written down.
        for (const { id } of open?.listener.guests() ?? []) open?.listener.drop(id)
        try {
          await forgotten
        } finally {
          // Without a token the network is shut out again.
          await follow()
        }
        return null
      },
    },
    async close() {
      closed = true
      await follow()
      await Promise.all(deps.wires.map((wire) => wire.close()))
    },
  }
}

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::'

function listenFault(host: string, port: number, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    return new FaultError(
      'devices_port',
      `Another program already listens on port ${port}, so other devices cannot connect.`,
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
