// The server that bench/gateways.ts measures, in a process of its own: our gateway with an agent that answers at once, or
// a bare `ws` server that gives back what it is sent.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { GuestEvent, House } from '../src/core/ports/guests.ts'
import { systemClock } from '../src/main/clock.ts'
import { createG2Wire } from '../src/main/gateways/g2/g2-wire.ts'
import { createListener } from '../src/main/gateways/listener.ts'
import { createVelaWire } from '../src/main/gateways/vela/vela-wire.ts'
import { createVoiceIdeWire } from '../src/main/gateways/voice-ide/voice-ide-wire.ts'

const house: House = {
  converse() {
    const listeners = new Set<(event: GuestEvent) => void>()
    const tell = (event: GuestEvent): void => {
      for (const listener of listeners) listener(event)
    }
    return {
      ask(turnId) {
        tell({ type: 'turn.started', turnId })
        tell({ type: 'reply.appended', turnId, delta: 'Four.' })
        tell({ type: 'turn.ended', turnId, outcome: 'completed', reply: 'Four.' })
      },
      interrupt() {},
      onEvent(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      close() {},
    }
  },
  ears: () => ({
    state: () => 'ready',
    onState: () => () => {},
    wake() {},
    open() {
      throw new Error('Nobody talks here.')
    },
  }),
}

async function gateway(): Promise<number> {
  const logFolder = mkdtempSync(join(tmpdir(), 'parley-bench-gateway-'))
  process.once('exit', () => rmSync(logFolder, { recursive: true, force: true }))
  const onError = (what: string, error: unknown): void => console.error(what, error)
  const common = { house, clock: systemClock, newId: randomUUID, onError }
  const { port } = await createListener({
    wires: [createG2Wire(common), createVelaWire(common), createVoiceIdeWire({ ...common, logFolder })],
    host: '127.0.0.1',
    port: 0,
    certificate: null,
    needsToken: () => false,
    isToken: () => false,
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
