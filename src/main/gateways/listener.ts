// The one listener for phones, browsers and glasses: by path it is a protocol, a page or a health check. It decides who
// comes in; what they say then is their protocol's business.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Clock } from '../../core/ports.ts'
import type { Guest } from '../../shared/gateway-status.ts'
import { HEALTH_PATH, UNAUTHORIZED } from '../../shared/wire/gateway.ts'
import { isForeignPage, isOwnHost, pathOf, shownToken, tokenOfFrame } from './admission.ts'
import type { Certificate } from './certificate.ts'
import { createConnections } from './connections.ts'
import { holdSocket } from './guest-socket.ts'
import { plainOrTls } from './plain-or-tls.ts'
import { createPulse } from './pulse.ts'
import type { GuestSocket, Wire } from './wire.ts'

/** More than this many at once are turned away. */
export const MOST_GUESTS = 2_000
/** Those who have yet to show their token; they hold a place only so long. */
const MOST_WAITING = 128
const TOKEN_WITHIN_MS = 5_000

export interface PageFile {
  body: Buffer | string
  type: string
  headers: Record<string, string>
}

interface Deps {
  wires: readonly Wire[]
  host: string
  port: number
  /** With one, https:// and wss:// are understood on the same port. */
  certificate: Certificate | null
  /** Whether a guest has to show a token. Without one, only this computer may come. */
  needsToken(): boolean
  isToken(given: string): boolean
  /** The page at this path, or null. */
  page(path: string): Promise<PageFile | null>
  clock: Clock
  newId(): string
  /** Somebody came or went, or does something else. */
  onGuests(): void
  onRefused(reason: string): void
  onError(what: string, error: unknown): void
}

export interface Listener {
  /** What it listens at, in figures, whatever it was told by name. */
  readonly address: string
  readonly port: number
  guests(): Guest[]
  drop(id: string): void
  /** Closes every connection. The protocols themselves stay, and may be listened for again. */
  close(): Promise<void>
}

interface Present {
  guest: Guest
  socket: GuestSocket
}

export async function createListener(deps: Deps): Promise<Listener> {
  const present = new Map<string, Present>()
  const waiting = new Set<GuestSocket>()
  const pulse = createPulse(deps.clock)
  const doors = new Map(
    deps.wires.map((wire) => [
      wire.path,
      {
        wire,
        sockets: new WebSocketServer({
          noServer: true,
          maxPayload: wire.maxFrameBytes,
          perMessageDeflate: false,
          clientTracking: false,
          // One message at a time of each: a flood of small ones must not keep the others waiting.
          allowSynchronousEvents: false,
        }),
      },
    ]),
  )

  const server = createServer({ keepAliveTimeout: 5_000, maxHeaderSize: 16 * 1024 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      deps.onError('a page for a guest', error)
      response.destroy()
    })
  })
  const entrance = deps.certificate ? plainOrTls(server, deps.certificate) : server
  entrance.maxConnections = MOST_GUESTS + MOST_WAITING
  const connections = createConnections({ entrance, http: server, clock: deps.clock })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const respond = (status: number, file: PageFile): void => {
      response.writeHead(status, { ...everyAnswer, 'content-type': file.type, ...file.headers })
      response.end(request.method === 'HEAD' ? undefined : file.body)
    }
    const words = (status: number, body: string): void =>
      respond(status, { body: `${body}\n`, type: 'text/plain; charset=utf-8', headers: {} })
    if (!deps.needsToken() && !isOwnHost(request)) return words(403, 'Forbidden')
    if (request.method !== 'GET' && request.method !== 'HEAD') return words(405, 'Method not allowed')
    const path = pathOf(request)
    if (path === HEALTH_PATH) {
      return respond(200, { body: '{"status":"ok"}\n', type: 'application/json', headers: {} })
    }
    if (doors.has(path)) return words(426, 'This address is for WebSockets.')
    const page = await deps.page(path)
    return page ? respond(200, page) : words(404, 'Not found')
  }

  server.on('upgrade', (request: IncomingMessage, connection: Socket, head: Buffer) => {
    connection.on('error', () => connection.destroy())
    const door = doors.get(pathOf(request))
    const refusal = refusalOf(request) ?? (door ? null : '404 Not Found')
    if (refusal !== null || !door) {
      deps.onRefused(refusal ?? '404 Not Found')
      const words = `HTTP/1.1 ${refusal ?? '404 Not Found'}\r\nConnection: close\r\n\r\n`
      // Whoever was turned away need not be waited for until they hang up.
      connection.end(words, () => connection.destroy())
      return
    }
    door.sockets.handleUpgrade(request, connection, head, (socket) => letIn(socket, request, door.wire))
  })

  function refusalOf(request: IncomingMessage): string | null {
    const needsToken = deps.needsToken()
    if (!needsToken && !isOwnHost(request)) return '403 Forbidden'
    const token = shownToken(request)
    const knows = needsToken && token !== null && deps.isToken(token)
    // A page elsewhere can only be meant to come here if somebody gave it the token, which its first frame may show, too.
    const mayShow = needsToken && token === null
    if (isForeignPage(request) && !knows && !mayShow) return '403 Forbidden'
    if (present.size >= MOST_GUESTS || (!knows && needsToken && waiting.size >= MOST_WAITING))
      return '503 Service Unavailable'
    return null
  }

  function letIn(socket: WebSocket, request: IncomingMessage, wire: Wire): void {
    const { remoteAddress } = request.socket
    const held = holdSocket({
      id: deps.newId(),
      socket,
      address: (remoteAddress ?? 'unknown').replace(/^::ffff:/, ''),
      agent: request.headers['user-agent']?.slice(0, 200) ?? null,
      clock: deps.clock,
      onDescribed: (state) => described(held.id, state),
      onError: deps.onError,
    })
    pulse.follow(socket)
    const token = shownToken(request)
    if (!deps.needsToken()) return awaitFirst(held, wire, true)
    if (token === null) return awaitFirst(held, wire, false)
    if (!deps.isToken(token)) return refuse(held, wire)
    awaitFirst(held, wire, true)
  }

  /** The first frame may show a token. Who is known is let in before it comes; who is not, once it was the right one. */
  function awaitFirst(held: GuestSocket, wire: Wire, known: boolean): void {
    let first = true
    const giveUp = known ? () => {} : deps.clock.after(TOKEN_WITHIN_MS, () => refuse(held, wire))
    if (!known) waiting.add(held)
    held.onClose(() => {
      giveUp()
      waiting.delete(held)
    })
    const forward = new Set<(data: string | Uint8Array) => void>()
    held.onMessage((data) => {
      const isFirst = first
      first = false
      const token = isFirst ? tokenOfFrame(data) : null
      if (known) {
        // Shown though nobody asked for it, as by a client that always does: it is no message of the protocol.
        if (token === null) for (const listener of forward) listener(data)
        return
      }
      if (!isFirst) return
      giveUp()
      waiting.delete(held)
      if (token === null || !deps.isToken(token)) return refuse(held, wire)
      known = true
      enter({ ...held, onMessage: (listener) => void forward.add(listener) }, held, wire)
    })
    if (known) enter({ ...held, onMessage: (listener) => void forward.add(listener) }, held, wire)
  }

  function enter(seen: GuestSocket, held: GuestSocket, wire: Wire): void {
    const { id, address, agent } = held
    const guest: Guest = {
      id,
      title: wire.title,
      address,
      agent,
      since: deps.clock.now(),
      state: 'connected',
    }
    present.set(id, { guest, socket: held })
    held.onClose(() => {
      present.delete(id)
      deps.onGuests()
    })
    wire.accept(seen)
    deps.onGuests()
  }

  function refuse(held: GuestSocket, wire: Wire): void {
    deps.onRefused('a wrong token or none')
    const words = wire.refusal()
    if (words !== null) held.send(words)
    held.close(UNAUTHORIZED.code, UNAUTHORIZED.reason)
  }

  function described(id: string, state: string): void {
    const one = present.get(id)
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
    guests: () => [...present.values()].map(({ guest }) => guest),
    drop: (id) => present.get(id)?.socket.close(4003, 'Disconnected at the desktop'),
    async close() {
      pulse.close()
      for (const { socket } of present.values()) socket.close(1001, 'Parley is stopping')
      for (const socket of waiting) socket.close(1001, 'Parley is stopping')
      const stopped = new Promise<void>((resolve) => entrance.close(() => resolve()))
      // Who does not answer the close must not keep the app from stopping.
      const force = setTimeout(() => connections.cut(), 1_000)
      server.closeIdleConnections()
      await stopped
      clearTimeout(force)
    },
  }
}

const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const
