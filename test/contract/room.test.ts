import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { MessageChannel, type MessagePort as NodePort } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Transport } from '../../src/base/transport.ts'
import { createLocalRoom } from '../../src/main/rooms/local/local-room.ts'
import { createPortTransport, type PortLike } from '../../src/main/rooms/local/port-transport.ts'
import { createSocketTransport } from '../../src/main/rooms/local/socket-transport.ts'
import { openLocalLink } from '../../src/renderer/room/local-link.ts'
import {
  createPortTransport as createPagePort,
  openSocketTransport,
} from '../../src/renderer/room/transports.ts'
import { createCarrierPair } from '../fakes/transport-pair.ts'
import { createHearing, describeRoom } from './room-contract.ts'

const newRoom = (errors: string[] = []) =>
  createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: (what) => errors.push(what) })

describeRoom('a local room over queues in memory', async () => {
  const room = newRoom()
  return {
    room,
    join(listener) {
      const [ours, theirs] = createCarrierPair()
      room.attach(ours, randomUUID())
      return openLocalLink(theirs, listener)
    },
    async close() {
      room.close()
    },
  }
})

/** Node's port has the events of Electron's, but passes the message itself instead of an event. */
function asElectronPort(port: NodePort): PortLike {
  return {
    on(event: 'message' | 'close', listener: (event: { data: unknown }) => void) {
      if (event === 'message') port.on('message', (data: unknown) => listener({ data }))
      else port.on('close', () => listener({ data: null }))
    },
    postMessage: (message) => port.postMessage(message),
    start: () => port.start(),
    close: () => port.close(),
  }
}

describeRoom('a local room over message ports', async () => {
  const room = newRoom()
  const ports: NodePort[] = []
  return {
    room,
    join(listener) {
      const { port1, port2 } = new MessageChannel()
      ports.push(port1, port2)
      room.attach(createPortTransport(asElectronPort(port1)), randomUUID())
      return openLocalLink(createPagePort(port2 as unknown as MessagePort), listener)
    },
    async close() {
      room.close()
      for (const port of ports) port.close()
    },
  }
})

async function roomOverSockets(errors: string[] = []) {
  const room = newRoom(errors)
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket) => room.attach(createSocketTransport(socket), randomUUID()))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    room,
    open: (): Promise<Transport> => openSocketTransport(new WebSocket(url)),
    url,
    async close() {
      room.close()
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describeRoom('a local room over WebSockets', async () => {
  const { room, open, close } = await roomOverSockets()
  return { room, close, join: async (listener) => openLocalLink(await open(), listener) }
})

describe('a hostile participant', () => {
  it('cannot crash the room with garbage, and others notice nothing', async () => {
    const errors: string[] = []
    const { room, open, close } = await roomOverSockets(errors)
    const hearing = createHearing()
    const link = await openLocalLink(await open(), hearing.listener)
    const rogue = await open()
    for (const frame of [new Uint8Array(0), Uint8Array.of(255, 255, 1), new Uint8Array(5_000).fill(123)])
      rogue.send(frame)
    await expect.poll(() => errors.length).toBe(3)
    room.onRpc('still', () => 'here')
    expect(await link.call('still', '')).toBe('here')
    expect(hearing.heard.data).toEqual([])
    await close()
  })

  it('is disconnected for text frames, which the room does not use', async () => {
    const { url, close } = await roomOverSockets()
    const socket = new WebSocket(url)
    const [closing] = await Promise.all([
      once(socket, 'close') as Promise<[CloseEvent]>,
      once(socket, 'open').then(() => socket.send('hello')),
    ])
    expect(closing[0].code).toBe(1003)
    await close()
  })
})
