// Browser mode: serves the page on loopback. The page's files are not secret; everything else needs the token that was
// printed with the URL, and a page of this origin.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { UpdateStatus } from '../../shared/update-status.ts'
import { MAX_FRAME_BYTES } from '../../shared/wire/local-room.ts'
import { contentSecurityPolicy } from '../window/content-security-policy.ts'
import { readRendererFile } from '../window/renderer-files.ts'
import { isOwnHost, isOwnOrigin, sameSecret, tokenOf } from './admission.ts'

export const WS_PROTOCOL = 'parley'
const HOST = '127.0.0.1'
const MAX_SOCKETS = 64

interface Deps {
  port: number
  token: string
  rendererRoot: string
  /** A page connects to the room. */
  onRoom(socket: WebSocket): void
  /** A page connects for requests to the app. */
  onIpc(socket: WebSocket): void
  onRefused(reason: string): void
  /** The servers a page may connect to, beside this one. */
  servers(): readonly string[]
}

export interface BrowserServer {
  /** With the token in its hash, which a browser does not send. */
  url: string
  close(): Promise<void>
}

export async function startBrowserServer(deps: Deps): Promise<BrowserServer> {
  const server = createServer({ keepAliveTimeout: 5_000 }, (request, response) => {
    const respond = (status: number, body: string | Buffer, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { ...securityHeaders(portOf(server), deps.servers()), ...headers })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    if (!isOwnHost(request.headers.host, portOf(server))) return respond(403, 'Forbidden')
    if (request.method !== 'GET' && request.method !== 'HEAD') return respond(405, 'Method not allowed')
    const [path = '/'] = (request.url ?? '/').split(/[?#]/)
    readRendererFile(deps.rendererRoot, path).then(
      (file) => (file ? respond(200, file.body, { 'content-type': file.type }) : respond(404, 'Not found')),
      () => respond(500, 'Failed'),
    )
  })

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // The token comes as a second protocol name, and is not sent back.
    handleProtocols: () => WS_PROTOCOL,
  })

  server.on('upgrade', (request: IncomingMessage, socket: Socket, head) => {
    socket.on('error', () => socket.destroy())
    const handler = { '/room': deps.onRoom, '/ipc': deps.onIpc }[request.url ?? '']
    const refusal = refusalOf(request, portOf(server), deps.token) ?? (handler ? null : '404 Not Found')
    if (refusal || !handler || sockets.clients.size >= MAX_SOCKETS) {
      deps.onRefused(refusal ?? '503 Service Unavailable')
      socket.end(`HTTP/1.1 ${refusal ?? '503 Service Unavailable'}\r\nConnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('error', () => accepted.terminate())
      handler(accepted)
    })
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(deps.port, HOST, resolve)
  })

  return {
    url: `http://${HOST}:${portOf(server)}/#token=${deps.token}`,
    async close() {
      for (const client of sockets.clients) client.close(1001, 'Parley is stopping')
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()))
      // A browser that does not answer the close must not keep the app running.
      const force = setTimeout(() => {
        for (const client of sockets.clients) client.terminate()
        server.closeAllConnections()
      }, 1_000)
      server.closeIdleConnections()
      await stopped
      clearTimeout(force)
    },
  }
}

function refusalOf(request: IncomingMessage, port: number, token: string): string | null {
  const { host, origin, 'sec-websocket-protocol': protocols } = request.headers
  if (!isOwnHost(host, port) || !isOwnOrigin(origin, port)) return '403 Forbidden'
  return sameSecret(tokenOf(protocols), token) ? null : '401 Unauthorized'
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const securityHeaders = (port: number, servers: readonly string[]): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy([
    `ws://${HOST}:${port}`,
    `ws://localhost:${port}`,
    ...servers,
  ]),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
  'cache-control': 'no-store',
})

const noUpdate = (): UpdateStatus => ({ tag: 'unavailable', why: 'checkout' })

/** Browser mode runs from a checkout, which its owner updates. */
export const noUpdates = {
  'app.updates': noUpdate,
  'app.updates.check': noUpdate,
  'app.updates.install': noUpdate,
}
