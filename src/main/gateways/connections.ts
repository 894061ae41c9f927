// Every connection of the listener, from its first byte. Connections without a token share a limited number of places. If
// all are taken, the oldest is dropped, so that a flood cannot keep out a client that sends its token at once. The limits of
// Node's HTTP server do not apply behind TLS, so idle connections are dropped here.
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'

/** The time for a whole request, from the start or the previous answer. */
const REQUEST_WITHIN_MS = 10_000

/** Connections without a token, in total. */
export const MAX_UNAUTHENTICATED = 256
const MAX_UNAUTHENTICATED_PER_ADDRESS = 64

export interface Connections {
  /** The connection has sent a right token and no longer counts. */
  authenticated(socket: Socket): void
  /** Drops all connections at once. */
  dropAll(): void
}

interface Deps {
  /** Accepts the connections. */
  entrance: Server
  /** Reads their requests: the same server, or the one behind TLS. */
  http: HttpServer
  clock: Clock
}

/** Identifies a connection, also through TLS. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

export function createConnections({ entrance, http, clock }: Deps): Connections {
  const sockets = new Set<Socket>()
  const deadlines = new Map<Socket, Unsubscribe>()
  /** By address, then by peer, the oldest first. */
  const unauthenticated = new Map<string, Map<string, Socket>>()

  function clearDeadline(socket: Socket): void {
    deadlines.get(socket)?.()
    deadlines.delete(socket)
  }

  function awaitRequest(socket: Socket): void {
    clearDeadline(socket)
    if (socket.destroyed) return
    deadlines.set(
      socket,
      clock.after(REQUEST_WITHIN_MS, () => socket.destroy()),
    )
  }

  function forget(address: string, end: string, socket?: Socket): void {
    const those = unauthenticated.get(address)
    // The same peer may have another connection by now.
    if (socket === undefined || those?.get(end) === socket) those?.delete(end)
    if (those?.size === 0) unauthenticated.delete(address)
  }

  function makeRoom(address: string): void {
    const mine = unauthenticated.get(address)!
    let count = 0
    let most = mine
    for (const those of unauthenticated.values()) {
      count += those.size
      if (those.size > most.size) most = those
    }
    const crowded =
      mine.size > MAX_UNAUTHENTICATED_PER_ADDRESS ? mine : count > MAX_UNAUTHENTICATED ? most : null
    const oldest = crowded?.entries().next().value
    if (!oldest) return
    // Frees its place at once; the close event follows.
    crowded!.delete(oldest[0])
    oldest[1].destroy()
  }

  entrance.on('connection', (socket: Socket) => {
    sockets.add(socket)
    const address = socket.remoteAddress ?? 'unknown'
    const end = peerOf(socket)
    const those = unauthenticated.get(address) ?? new Map<string, Socket>()
    unauthenticated.set(address, those.set(end, socket))
    socket.once('close', () => {
      sockets.delete(socket)
      forget(address, end, socket)
    })
    makeRoom(address)
  })
  http.on('connection', (socket: Socket) => {
    awaitRequest(socket)
    socket.once('close', () => clearDeadline(socket))
  })
  http.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    clearDeadline(socket)
    response.once('close', () => awaitRequest(socket))
  })
  http.on('upgrade', ({ socket }: IncomingMessage) => clearDeadline(socket))

  return {
    authenticated: (socket) => forget(socket.remoteAddress ?? 'unknown', peerOf(socket)),
    dropAll() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
