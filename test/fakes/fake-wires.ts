// A correct gateway for the three wires, written from the protocols and small enough to check by reading. Tests run the client
// and its rules on it; with a quirk in it, the rules must find the quirk.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { createFakeG2Gateway, type G2Quirks } from './fake-g2-gateway.ts'
import { createFakeVelaGateway, type VelaQuirks } from './fake-vela-gateway.ts'
import { createFakeVoiceIdeGateway, type VoiceIdeQuirks } from './fake-voice-ide-gateway.ts'

/** One guest of one wire. */
export interface FakeGuest {
  hear(frame: string | Uint8Array): void
  leave(): void
}

export interface FakeSocket {
  send(frame: object | string | Uint8Array): void
  close(code: number, reason: string): void
  /** Drops the connection. */
  cut(): void
}

export interface FakeWire {
  readonly path: string
  readonly refusal: object
  accept(socket: FakeSocket): FakeGuest
}

export interface DoorQuirks {
  isRight?(given: string | null, how: 'address' | 'frame'): boolean
  refusal?: object
  closing?: { code: number; reason: string }
  health?: number
  /** Whether a page of another site may connect with this token. */
  mayComeFrom?(origin: string, given: string | null): boolean
  /** Crashes on a malformed frame. */
  fragile?: boolean
}

export interface FakeWiresOptions {
  token?: string | null
  door?: DoorQuirks
  g2?: G2Quirks
  vela?: VelaQuirks
  voiceIde?: VoiceIdeQuirks
}

export interface FakeWires {
  readonly url: URL
  /** Drops every connection without a close. */
  cut(): void
  /** Resolves with the next connection on this path. */
  connection(path: string): Promise<void>
  /** Resolves when all frames in both directions have arrived. */
  settled(): Promise<void>
  close(): Promise<void>
}

export async function startFakeWires(options: FakeWiresOptions = {}): Promise<FakeWires> {
  const { token = null, door = {} } = options
  const wires: FakeWire[] = [
    createFakeG2Gateway(options.g2),
    createFakeVelaGateway(options.vela),
    createFakeVoiceIdeGateway(options.voiceIde),
  ]
  const isRight = door.isRight ?? ((given): boolean => token === null || given === token)
  // A client without a token in its request may send it as the first frame.
  const mayComeFrom =
    door.mayComeFrom ?? ((_origin, given): boolean => token !== null && (given === null || given === token))
  const http = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? (door.health ?? 200) : 404).end('{"status":"ok"}')
  })
  const server = new WebSocketServer({ noServer: true })
  const comings = new Set<{ path: string; resolve(): void }>()

  http.on('upgrade', (request, connection, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway')
    const wire = wires.find(({ path }) => path === pathname)
    const given = searchParams.get('token')
    const { origin } = request.headers
    if (wire === undefined || (origin !== undefined && !mayComeFrom(origin, given)))
      return void connection.destroy()
    server.handleUpgrade(request, connection, head, (socket) => {
      welcome(socket, wire, given)
      for (const coming of comings) if (coming.path === pathname) coming.resolve()
    })
  })

  function welcome(socket: WebSocket, wire: FakeWire, given: string | null): void {
    const held: FakeSocket = {
      send(frame) {
        const isRaw = typeof frame === 'string' || frame instanceof Uint8Array
        if (socket.readyState === socket.OPEN) socket.send(isRaw ? frame : JSON.stringify(frame))
      },
      close: (code, reason) => socket.close(code, reason),
      cut: () => socket.terminate(),
    }
    const refuse = (): void => {
      held.send(door.refusal ?? wire.refusal)
      const { code, reason } = door.closing ?? { code: 4001, reason: 'Unauthorized' }
      socket.close(code, reason)
    }
    let guest: FakeGuest | null = null
    let refused = false
    if (token === null || given !== null) {
      if (isRight(given, 'address')) guest = wire.accept(held)
      else refuse()
      refused = guest === null
    }
    socket.on('error', () => {
      if (door.fragile) void close()
    })
    socket.on('message', (data: Buffer, isBinary) => {
      const frame = isBinary ? new Uint8Array(data) : data.toString('utf8')
      if (guest !== null) return guest.hear(frame)
      if (refused) return
      const shown = tokenOf(frame)
      if (isRight(shown, 'frame')) guest = wire.accept(held)
      else refuse()
      refused = guest === null
      // Only a gateway with open access has another frame here.
      if (shown === null) (guest as FakeGuest | null)?.hear(frame)
    })
    socket.on('close', () => guest?.leave())
  }

  http.listen(0, '127.0.0.1')
  await once(http, 'listening')

  let closing: Promise<void> | null = null
  function close(): Promise<void> {
    for (const socket of server.clients) socket.terminate()
    http.closeAllConnections()
    closing ??= new Promise((resolve) => http.close(() => resolve()))
    return closing
  }

  return {
    url: new URL(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`),
    cut() {
      for (const socket of server.clients) socket.terminate()
    },
    connection: (path) =>
      new Promise((resolve) => {
        const coming = {
          path,
          resolve() {
            comings.delete(coming)
            resolve()
          },
        }
        comings.add(coming)
      }),
    async settled() {
      // Twice: after the first answer the other end has read everything, after the second we have read its answers.
      for (let trip = 0; trip < 2; trip++) await Promise.all([...server.clients].map(roundTrip))
    },
    close,
  }
}

async function roundTrip(socket: WebSocket): Promise<void> {
  if (socket.readyState !== socket.OPEN) return
  const given = new AbortController()
  const { signal } = given
  const answered = Promise.race([once(socket, 'pong', { signal }), once(socket, 'close', { signal })])
  socket.ping()
  await answered
  given.abort()
}

function tokenOf(frame: string | Uint8Array): string | null {
  try {
    const { type, token } = JSON.parse(String(frame)) as { type?: unknown; token?: unknown }
    return type === 'auth' && typeof token === 'string' ? token : null
  } catch {
    return null
  }
}
