// Every connection that the listener took in, from its first byte. HTTP's own limits hold only where the HTTP server itself
// listens, and behind a certificate it does not: so who asks for nothing is given up here, and who stays is cut here.
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Clock, Unsubscribe } from '../../core/ports.ts'

/** From its start, or from the answer before, until a whole request was made. */
const REQUEST_WITHIN_MS = 10_000

export interface Connections {
  /** Ends all that are still there, at once, whatever they are in the middle of. */
  cut(): void
}

interface Deps {
  /** Where connections come in. */
  entrance: Server
  /** Where their requests are read: the same, or what is behind TLS. */
  http: HttpServer
  clock: Clock
}

export function createConnections({ entrance, http, clock }: Deps): Connections {
  const sockets = new Set<Socket>()
  const deadlines = new Map<Socket, Unsubscribe>()

  function met(socket: Socket): void {
    deadlines.get(socket)?.()
    deadlines.delete(socket)
  }

  function awaitRequest(socket: Socket): void {
    met(socket)
    if (socket.destroyed) return
    deadlines.set(
      socket,
      clock.after(REQUEST_WITHIN_MS, () => socket.destroy()),
    )
  }

  entrance.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  http.on('connection', (socket: Socket) => {
    awaitRequest(socket)
    socket.once('close', () => met(socket))
  })
  http.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    met(socket)
    response.once('close', () => awaitRequest(socket))
  })
  http.on('upgrade', ({ socket }: IncomingMessage) => met(socket))

  return {
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
