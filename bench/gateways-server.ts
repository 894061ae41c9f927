// The server that bench/gateways.ts measures, in a separate process: Parley's gateway with an agent that answers at once, or
// a bare `ws` echo server.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { GuestEvent, GuestHost } from '../src/core/ports/guests.ts'
import { systemClock } from '../src/main/app/clock.ts'
import { createG2Server } from '../src/main/gateways/g2/g2-server.ts'
import { createListener } from '../src/main/gateways/listener.ts'
import { createVelaServer } from '../src/main/gateways/vela/vela-server.ts'
import { bearerOf } from '../test/fakes/bearer.ts'
import { createVoiceIdeServer } from '../src/main/gateways/voice-ide/voice-ide-server.ts'

const guestHost: GuestHost = {
  converse() {
    const listeners = new Set<(event: GuestEvent) => void>()
    const emit = (event: GuestEvent): void => {
      for (const listener of listeners) listener(event)
    }
    return {
      ask(turnId) {
        emit({ type: 'turn.started', turnId })
        emit({ type: 'reply.appended', turnId, delta: 'Four.' })
        emit({ type: 'turn.ended', turnId, outcome: 'completed', reply: 'Four.' })
      },
      interrupt() {},
      onEvent(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      close() {},
    }
  },
  recognizer: () => ({
    state: () => 'ready',
    onState: () => () => {},
    wake() {},
    open() {
      throw new Error('This server has no recognizer.')
    },
  }),
}

async function gateway(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-gateway-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const onError = (what: string, error: unknown): void => console.error(what, error)
  const common = { guestHost, clock: systemClock, newId: randomUUID, onError }
  const { port } = await createListener({
    servers: [createG2Server(common), createVelaServer(common), createVoiceIdeServer({ ...common, folder })],
    host: '127.0.0.1',
    port: 0,
    certificate: null,
    anonymous: bearerOf('bench'),
    find: () => null,
    page: async () => null,
    clock: systemClock,
    newId: randomUUID,
    onGuests() {},
    onRefused: (reason) => console.error(reason),
    onError,
  })
  return port
}

async function bareEcho(): Promise<number> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  server.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const port = await (process.argv[2] === 'bare' ? bareEcho() : gateway())
process.on('message', () => {
  globalThis.gc?.()
  const { rss } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  process.send?.({ rss, cpuMs: (user + system) / 1000 })
})
process.send?.({ port })
