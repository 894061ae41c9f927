// A listener on a free port, and clients that record their frames, for tests over real sockets.
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { WebSocket, type ClientOptions } from 'ws'
import type { Clock } from '../../src/core/ports/clock.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import type { Certificate } from '../../src/main/gateways/certificate.ts'
import { createListener, type Listener, type PageFile } from '../../src/main/gateways/listener.ts'
import type { Bearer } from '../../src/main/gateways/devices.ts'
import type { WireServer } from '../../src/main/gateways/wire-server.ts'
import { bearerOf } from './bearer.ts'

interface Options {
  servers: readonly WireServer[]
  /** Without a token, access is open. */
  token?: string
  /** Other devices, by token. */
  bearers?: Readonly<Record<string, Bearer>>
  clock?: Clock
  certificate?: Certificate
  page?: (path: string) => Promise<PageFile | null>
}

const onePage = async (path: string): Promise<PageFile | null> =>
  path === '/page' ? { body: 'a page', type: 'text/html', headers: {} } : null

export interface GatewayInTest extends Listener {
  refused: string[]
  errors: unknown[]
  url(path: string, token?: string): string
  /** Resolves when so many guests are connected. */
  untilGuests(count: number): Promise<void>
}

export async function startGateway({
  servers,
  token,
  bearers = {},
  clock = systemClock,
  certificate,
  page = onePage,
}: Options): Promise<GatewayInTest> {
  const refused: string[] = []
  const errors: unknown[] = []
  const anybody = bearerOf('anybody')
  const holder = bearerOf('holder')
  const watching = new Set<() => void>()
  const listener = await createListener({
    servers,
    host: '127.0.0.1',
    port: 0,
    certificate: certificate ?? null,
    anonymous: token === undefined ? anybody : null,
    find: (given) => (given === token ? holder : (bearers[given] ?? null)),
    page,
    clock,
    newId: randomUUID,
    onGuests: () => {
      for (const look of watching) look()
    },
    onRefused: (reason) => void refused.push(reason),
    onError: (_, error) => void errors.push(error),
  })
  return {
    ...listener,
    refused,
    errors,
    async close() {
      await listener.close()
      for (const server of servers) await server.close()
    },
    untilGuests: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (listener.guests().length !== count) return
          watching.delete(look)
          resolve()
        }
        watching.add(look)
        look()
      }),
    url: (path, shown) =>
      `ws://127.0.0.1:${listener.port}${path}${shown === undefined ? '' : `?token=${encodeURIComponent(shown)}`}`,
  }
}

export interface ClientInTest {
  socket: WebSocket
  /** The next unread frame; rejects if no more can arrive. */
  next(): Promise<string>
  closed: Promise<{ code: number; reason: string }>
  send(data: string | Uint8Array): void
  close(): Promise<void>
}

/** Resolves with a connected client; rejects if it is refused. */
export async function connect(url: string, options: ClientOptions = {}): Promise<ClientInTest> {
  const socket = new WebSocket(url, { perMessageDeflate: false, ...options })
  const came: string[] = []
  const waiting: { resolve(text: string): void; reject(error: Error): void }[] = []
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8')
    const first = waiting.shift()
    if (first) first.resolve(text)
    else came.push(text)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      for (const { reject } of waiting.splice(0)) reject(new Error(`closed with ${code}`))
      resolve({ code, reason: reason.toString() })
    })
  })
  await once(socket, 'open')
  socket.on('error', () => {})
  return {
    socket,
    closed,
    next() {
      const text = came.shift()
      if (text !== undefined) return Promise.resolve(text)
      if (socket.readyState === WebSocket.CLOSED) return Promise.reject(new Error('it is closed'))
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    send: (data) => socket.send(data),
    async close() {
      socket.close()
      await closed
    },
  }
}
