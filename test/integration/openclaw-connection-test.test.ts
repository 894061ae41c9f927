// The connection test of the settings, on a gateway of document 004's form: its handshake, then its one HTTP request.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { addressOf } from '../../src/main/brains/openclaw/address.ts'
import { testConnection } from '../../src/main/brains/openclaw/connection-test.ts'
import { findGateway } from '../../src/main/brains/openclaw/find-gateway.ts'
import { systemClock } from '../../src/main/clock.ts'
import { startFakeGateway } from '../fakes/fake-gateway.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

async function documentGateway(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => answer(request, body, response))
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { id } = JSON.parse((data as Buffer).toString()) as { id: number }
      socket.send(JSON.stringify({ type: 'res', id, ok: true, payload: {} }))
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.closeAllConnections()
    server.close()
  })
  return addressOf('127.0.0.1', (server.address() as AddressInfo).port)
}

const test = (address: ReturnType<typeof addressOf>, token: string | null = 'a-token') =>
  testConnection({
    address,
    token,
    secrets: { get: () => null, set: () => undefined },
    version: '0.0.0-test',
    clock: systemClock,
  })

describe('The test of the connection', () => {
  it('asks the document’s question in the document’s words and tells the answer', async () => {
    const address = await documentGateway((request, body, response) => {
      expect([request.method, request.url, request.headers['content-type']]).toEqual([
        'POST',
        '/hooks/agent',
        'application/json',
      ])
      expect(JSON.parse(body)).toEqual({ message: 'What is 2+2?', sessionKey: 'agent:claw:g2', wait: true })
      response.end(JSON.stringify({ response: 'Four.' }))
    })
    const { steps } = await test(address)
    expect(steps).toMatchObject([
      {
        ok: true,
        words: expect.stringMatching(/^Connected to a gateway of the older form at 127\.0\.0\.1:/),
      },
      { ok: true, words: 'Asked “What is 2+2?” over HTTP, and it answered: Four.' },
    ])
  })

  it.each([
    [404, 'switched off'],
    [401, 'a token of its own'],
    [500, 'answered 500'],
  ])('takes a hook that answers %i for no fault of the connection', async (status, words) => {
    const address = await documentGateway((_, __, response) => response.writeHead(status).end('no'))
    expect((await test(address)).steps[1]).toMatchObject({ ok: null, words: expect.stringContaining(words) })
  })

  it('tells why it does not connect, and asks nothing then', async () => {
    const address = await documentGateway(() => undefined)
    closing.splice(0).forEach((close) => close())
    expect((await test(address)).steps).toMatchObject([
      { ok: false, words: expect.stringContaining('No OpenClaw gateway answers') },
    ])
    expect(await findGateway(address)).toBe(false)
  })
})

describe('A gateway on this machine', () => {
  it('is found by what it says of its health, and another program on its port is not taken for one', async () => {
    const gateway = await startFakeGateway()
    expect(await findGateway(addressOf('127.0.0.1', gateway.port))).toBe(true)
    await gateway.stop()
    for (const words of ['<!doctype html>', '{"ok":true}', '"live"', 'x'.repeat(100_000)]) {
      expect(await findGateway(await documentGateway((_, __, response) => response.end(words)))).toBe(false)
    }
  })
})
