// The connection test of the settings, on a gateway of the older form: its handshake, then the request to its HTTP hook.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { addressOf } from '../../src/main/brains/openclaw/address.ts'
import { testConnection } from '../../src/main/brains/openclaw/connection-test.ts'
import { findGateway } from '../../src/main/brains/openclaw/gateway-http.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { startFakeGateway } from '../fakes/fake-gateway.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

async function legacyGateway(
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

describe('The connection test', () => {
  it('asks the hook one question and reports the answer', async () => {
    const address = await legacyGateway((request, body, response) => {
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
        text: expect.stringMatching(/^Connected to a gateway of the older form at 127\.0\.0\.1:/),
      },
      { ok: true, text: 'Asked “What is 2+2?” over HTTP, and it answered: Four.' },
    ])
  })

  it.each([
    [404, 'turned off'],
    [401, 'its own token'],
    [500, 'answered 500'],
  ])('does not count a hook that answers %i as a failure', async (status, text) => {
    const address = await legacyGateway((_, __, response) => response.writeHead(status).end('no'))
    expect((await test(address)).steps[1]).toMatchObject({ ok: null, text: expect.stringContaining(text) })
  })

  it('says why it cannot connect, and asks nothing then', async () => {
    const address = await legacyGateway(() => undefined)
    closing.splice(0).forEach((close) => close())
    expect((await test(address)).steps).toMatchObject([
      { ok: false, text: expect.stringContaining('No OpenClaw gateway answers') },
    ])
    expect(await findGateway(address)).toBe(false)
  })
})

describe('A gateway on this computer', () => {
  it('is found by its health report, and other programs on its port are not mistaken for it', async () => {
    const gateway = await startFakeGateway()
    expect(await findGateway(addressOf('127.0.0.1', gateway.port))).toBe(true)
    await gateway.stop()
    for (const text of ['<!doctype html>', '{"ok":true}', '"live"', 'x'.repeat(100_000)]) {
      expect(await findGateway(await legacyGateway((_, __, response) => response.end(text)))).toBe(false)
    }
  })
})
