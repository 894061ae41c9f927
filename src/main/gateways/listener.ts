// The listener for phones, browsers and glasses. The path selects a wire, a page or the health check. The listener decides
// who may connect; the wire handles the rest.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { isLoopback } from '../../base/host-address.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Guest } from '../../shared/gateway-status.ts'
import { HEALTH_PATH, UNAUTHORIZED } from '../../shared/wire/gateway.ts'
import { isForeignPage, isOwnHost, pathOf, shownToken, tokenOfFrame } from './admission.ts'
import type { Certificate } from './certificate.ts'
import { createConnections, MAX_UNAUTHENTICATED } from './connections.ts'
import type { Bearer } from './devices.ts'
import { wrapSocket, type UnidentifiedSocket } from './guest-socket.ts'
import { plainOrTls } from './plain-or-tls.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createThrottle } from './throttle.ts'
import type { WireServer } from './wire-server.ts'

/** More connections than this are refused, whatever their token. */
const MAX_GUESTS = 2_000
const MAX_GUESTS_PER_ADDRESS = 1_024
/** How long a client without a token in its request has to send it, and how much it may send until then. */
const TOKEN_WITHIN_MS = 5_000
const MAX_BYTES_BEFORE_TOKEN = 128 * 1024

export interface PageFile {
  body: Buffer | string
  type: string
  headers: Record<string, string>
}

interface Deps {
  servers: readonly WireServer[]
  host: string
  port: number
  /** With a certificate, the same port also accepts https:// and wss://. */
  certificate: Certificate | null
  /** The device for clients without a token if access is open; null if a token is needed. */
  anonymous: Bearer | null
  /** The device with this token, or null. */
  find(token: string): Bearer | null
  /** The page at this path, or null. */
  page(path: string): Promise<PageFile | null>
  clock: Clock
  newId(): string
  /** The list of guests, or what one of them does, has changed. */
  onGuests(): void
  onRefused(reason: string): void
  onError(what: string, error: unknown): void
}

export interface Listener {
  /** The numeric address, also if the host is a name. */
  readonly address: string
  readonly port: number
  guests(): Guest[]
  drop(id: string): void
  /** Closes the connections of this device. */
  dropDevice(id: string): void
  /** Closes every connection. The wires stay open for another listener. */
  close(): Promise<void>
}

interface ConnectedGuest {
  guest: Guest
  bearer: Bearer
  socket: UnidentifiedSocket
}

/** What happens to a request for a connection. */
type Decision =
  | { tag: 'accepted'; bearer: Bearer }
  /** It must send its token as the first frame. */
  | { tag: 'awaits token' }
  /** Connected only to get an error in the format of its wire. */
  | { tag: 'wrong token' }
  | { tag: 'refused'; status: string; retryAfterMs?: number }

export async function createListener(deps: Deps): Promise<Listener> {
  const connected = new Map<string, ConnectedGuest>()
  const waiting = new Set<UnidentifiedSocket>()
  const throttle = createThrottle(deps.clock.now)
  const heartbeat = createHeartbeat(deps.clock)
  const routes = new Map(
    deps.servers.map((server) => [
      server.wire.path,
      {
        server,
        sockets: new WebSocketServer({
          noServer: true,
          maxPayload: server.maxFrameBytes,
          perMessageDeflate: false,
          clientTracking: false,
          // One message per connection at a time, so that a flood does not delay the others.
          allowSynchronousEvents: false,
        }),
      },
    ]),
  )

  const http = createServer({ keepAliveTimeout: 5_000, maxHeaderSize: 16 * 1024 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      deps.onError('a page for a guest', error)
      response.destroy()
    })
  })
  const entrance = deps.certificate ? plainOrTls(http, deps.certificate) : http
  entrance.maxConnections = MAX_GUESTS + MAX_UNAUTHENTICATED + 1
  const connections = createConnections({ entrance, http, clock: deps.clock })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const respond = (status: number, file: PageFile): void => {
      response.writeHead(status, { ...everyAnswer, 'content-type': file.type, ...file.headers })
      response.end(request.method === 'HEAD' ? undefined : file.body)
    }
    const text = (status: number, body: string): void =>
      respond(status, { body: `${body}\n`, type: 'text/plain; charset=utf-8', headers: {} })
    if (deps.anonymous && !isOwnHost(request)) return text(403, 'Forbidden')
    if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'Method not allowed')
    const path = pathOf(request)
    if (path === HEALTH_PATH) {
      return respond(200, { body: '{"status":"ok"}\n', type: 'application/json', headers: {} })
    }
    if (routes.has(path)) return text(426, 'This address is for WebSockets.')
    const page = await deps.page(path)
    return page ? respond(200, page) : text(404, 'Not found')
  }

  http.on('upgrade', (request: IncomingMessage, connection: Socket, head: Buffer) => {
    connection.on('error', () => connection.destroy())
    const route = routes.get(pathOf(request))
    const decision = decide(request)
    if (!route || decision.tag === 'refused') {
      const { status, retryAfterMs = 0 } = decision.tag === 'refused' ? decision : { status: '404 Not Found' }
      // Repeated guesses are not logged.
      if (retryAfterMs === 0) deps.onRefused(status)
      const after = retryAfterMs > 0 ? `Retry-After: ${Math.ceil(retryAfterMs / 1000)}\r\n` : ''
      const answered = `HTTP/1.1 ${status}\r\n${after}Connection: close\r\n\r\n`
      // Does not wait for the client to hang up.
      connection.end(answered, () => connection.destroy())
      return
    }
    if (decision.tag === 'accepted') connections.authenticated(connection)
    route.sockets.handleUpgrade(request, connection, head, (socket) =>
      connect(socket, request, route.server, decision),
    )
  })

  function decide(request: IncomingMessage): Decision {
    const token = shownToken(request)
    const address = addressOf(request)
    if (deps.anonymous) {
      if (!isOwnHost(request) || isForeignPage(request)) return { tag: 'refused', status: '403 Forbidden' }
      const bearer = token === null ? null : deps.find(token)
      return acceptUnlessFull(bearer ?? deps.anonymous, address)
    }
    // A page of another site may also send its token as the first frame.
    if (token === null) return { tag: 'awaits token' }
    const bearer = bearerOf(token, address)
    if (bearer) return acceptUnlessFull(bearer, address)
    const retryAfterMs = Math.max(throttle.waitMs(address), throttle.waitMsInAll())
    if (retryAfterMs > 0) return { tag: 'refused', status: '429 Too Many Requests', retryAfterMs }
    if (!isForeignPage(request)) return { tag: 'wrong token' }
    throttle.failed(address)
    return { tag: 'refused', status: '403 Forbidden' }
  }

  /**
   * A right token is accepted even from an address that has to wait: all programs of this computer share one address, and
   * none may lock out the owner. Only a token that a person chose must wait, if it comes from another computer.
   */
  function bearerOf(token: string, address: string): Bearer | null {
    const bearer = deps.find(token)
    if (!bearer?.isGuessable || isLoopback(address)) return bearer
    return throttle.waitMs(address) > 0 ? null : bearer
  }

  function acceptUnlessFull(bearer: Bearer, address: string): Decision {
    return isFull(address)
      ? { tag: 'refused', status: '503 Service Unavailable' }
      : { tag: 'accepted', bearer }
  }

  function isFull(address: string): boolean {
    if (connected.size >= MAX_GUESTS) return true
    let there = 0
    for (const { guest } of connected.values()) if (guest.address === address) there++
    return there >= MAX_GUESTS_PER_ADDRESS
  }

  function connect(
    socket: WebSocket,
    request: IncomingMessage,
    server: WireServer,
    decision: Exclude<Decision, { tag: 'refused' }>,
  ): void {
    const guest = wrapSocket({
      id: deps.newId(),
      socket,
      address: addressOf(request),
      agent: request.headers['user-agent']?.slice(0, 200) ?? null,
      clock: deps.clock,
      onDescribed: (state) => described(guest.id, state),
      onError: deps.onError,
    })
    heartbeat.follow(socket)
    switch (decision.tag) {
      case 'accepted':
        return enter(guest, server, decision.bearer)
      case 'awaits token':
        return awaitToken(guest, server, request.socket)
      case 'wrong token':
        return refuse(guest, server, true)
    }
  }

  /** The first frame must have the token. */
  function awaitToken(guest: UnidentifiedSocket, server: WireServer, connection: Socket): void {
    let bytes = 0
    const count = (data: Buffer): void => {
      bytes += data.length
      if (bytes > MAX_BYTES_BEFORE_TOKEN) connection.destroy()
    }
    connection.on('data', count)
    const cancelTimeout = deps.clock.after(TOKEN_WITHIN_MS, () => refuse(guest, server, false))
    waiting.add(guest)
    const stopWaiting = (): void => {
      cancelTimeout()
      waiting.delete(guest)
      connection.removeListener('data', count)
    }
    guest.onClose(stopWaiting)
    const stop = guest.onMessage((data) => {
      stop()
      stopWaiting()
      const token = tokenOfFrame(data)
      const bearer = token === null ? null : bearerOf(token, guest.address)
      if (!bearer) return refuse(guest, server, token !== null)
      if (isFull(guest.address)) return guest.close(TRY_AGAIN.code, TRY_AGAIN.reason)
      connections.authenticated(connection)
      enter(guest, server, bearer, true)
    })
  }

  /** `sentAuthFrame`: the token was the first frame, so the next belongs to the wire. */
  function enter(
    socket: UnidentifiedSocket,
    server: WireServer,
    bearer: Bearer,
    sentAuthFrame = false,
  ): void {
    const { id, address, agent } = socket
    bearer.markSeen(server.wire, agent)
    const device = { id: bearer.id, name: bearer.name, isShared: bearer.isShared }
    const guest: Guest = {
      id,
      device: bearer === deps.anonymous ? null : { id: device.id, name: device.name },
      title: server.wire.title,
      address,
      agent,
      since: deps.clock.now(),
      state: 'connected',
    }
    connected.set(id, { guest, bearer, socket })
    socket.onClose(() => {
      connected.delete(id)
      deps.onGuests()
    })
    server.accept({
      ...socket,
      device,
      mayApprove: () => bearer.mayApprove(),
      onMessage(listener) {
        let isFirst = !sentAuthFrame
        socket.onMessage((data) => {
          const isToken = isFirst && tokenOfFrame(data) !== null
          isFirst = false
          // Some clients always send an auth frame. It does not belong to the wire.
          if (!isToken) listener(data)
        })
      },
    })
    deps.onGuests()
  }

  function refuse(guest: UnidentifiedSocket, server: WireServer, isGuess: boolean): void {
    const { address } = guest
    if (throttle.waitMs(address) === 0) {
      deps.onRefused('a wrong or missing token')
      if (isGuess) throttle.failed(address)
    }
    const refusal = server.refusal()
    if (refusal !== null) guest.send(refusal)
    guest.close(UNAUTHORIZED.code, UNAUTHORIZED.reason)
  }

  function described(id: string, state: string): void {
    const one = connected.get(id)
    if (!one || one.guest.state === state) return
    one.guest = { ...one.guest, state }
    deps.onGuests()
  }

  await new Promise<void>((resolve, reject) => {
    entrance.once('error', reject)
    entrance.listen(deps.port, deps.host, () => {
      entrance.removeListener('error', reject)
      entrance.on('error', (error) => deps.onError('the gateway', error))
      resolve()
    })
  })

  const { address, port } = entrance.address() as AddressInfo
  return {
    address,
    port,
    guests: () => [...connected.values()].map(({ guest }) => guest),
    drop: (id) => connected.get(id)?.socket.close(DROPPED.code, DROPPED.reason),
    dropDevice(id) {
      for (const { bearer, socket } of connected.values())
        if (bearer.id === id) socket.close(DROPPED.code, DROPPED.reason)
    },
    async close() {
      heartbeat.close()
      for (const { socket } of connected.values()) socket.close(1001, 'Parley is stopping')
      for (const socket of waiting) socket.close(1001, 'Parley is stopping')
      const stopped = new Promise<void>((resolve) => entrance.close(() => resolve()))
      // A client that does not answer the close must not delay the app.
      const force = setTimeout(() => connections.dropAll(), 1_000)
      http.closeIdleConnections()
      await stopped
      clearTimeout(force)
    },
  }
}

const DROPPED = { code: 4003, reason: 'Disconnected at the desktop' } as const
const TRY_AGAIN = { code: 1013, reason: 'Too many connections' } as const

const addressOf = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '')

const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const
