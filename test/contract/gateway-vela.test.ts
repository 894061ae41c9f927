// Vela over real sockets: the sequences of the protocol byte for byte, and clients that ignore it.
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { MOCKED_EVENT_EVERY_MS } from '../../src/core/wires/vela/session.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { createVelaServer } from '../../src/main/gateways/vela/vela-server.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { connect, startGateway, type ClientInTest, type GatewayInTest } from '../fakes/gateway-in-test.ts'
import { createFakeGuestHost, type FakeGuestHost } from '../fakes/fake-guest-host.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

interface Options {
  token?: string
  clock?: Clock
}

async function start({ token, clock = systemClock }: Options = {}): Promise<{
  gateway: GatewayInTest
  guestHost: FakeGuestHost
}> {
  const guestHost = createFakeGuestHost()
  const wire = createVelaServer({
    guestHost,
    clock,
    newId: randomUUID,
    onError: (what, error) => gateway.errors.push(`${what}: ${String(error)}`),
  })
  const gateway = await startGateway({ servers: [wire], ...(token !== undefined && { token }) })
  stops.push(() => gateway.close())
  return { gateway, guestHost }
}

async function guest(gateway: GatewayInTest): Promise<ClientInTest> {
  const client = await connect(gateway.url('/ws'))
  stops.push(() => client.close())
  expect(await client.next()).toMatch(/^\{"type":"session\.ready","payload":\{"sessionId":"[\w-]{36}"\}\}$/)
  expect(await client.next()).toBe(state('idle'))
  return client
}

const frame = (type: string, payload: unknown = {}): string => JSON.stringify({ type, payload })
const state = (value: string): string => `{"type":"session.state","payload":{"value":"${value}"}}`

async function take(client: ClientInTest, count: number): Promise<string[]> {
  const came: string[] = []
  while (came.length < count) came.push(await client.next())
  return came
}

const answer = [
  '{"type":"session.state","payload":{"value":"thinking"}}',
  '{"type":"session.state","payload":{"value":"speaking"}}',
  '{"type":"response.text.delta","payload":{"text":"[mocked assistant] "}}',
  '{"type":"response.text.delta","payload":{"text":"This is a deterministic mocked response from the gateway vertical slice."}}',
  '{"type":"response.completed","payload":{}}',
  '{"type":"session.state","payload":{"value":"idle"}}',
]
const mockedTurn = [
  '{"type":"session.state","payload":{"value":"listening"}}',
  '{"type":"transcript.final","payload":{"text":"[mocked user] What is the current mocked vertical slice?"}}',
  ...answer,
]

describe('a client of /ws', () => {
  it('gets the mocked turn byte for byte', async () => {
    const { gateway } = await start()
    const client = await guest(gateway)
    client.send('{"type":"mocked.turn.trigger","payload":{}}')
    expect(await take(client, 8)).toEqual(mockedTurn)
    client.send('{"type":"mocked.turn.trigger","payload":{}}')
    expect(await take(client, 8)).toEqual(mockedTurn)
  })

  it('gets the placeholder turn byte for byte, and another by trigger after it', async () => {
    const { gateway } = await start()
    const client = await guest(gateway)
    client.send('{"type":"input_audio.append","payload":{"chunk":"a"}}')
    client.send('{"type":"input_audio.append","payload":{"chunk":"b"}}')
    client.send('{"type":"input_audio.commit","payload":{}}')
    expect(await take(client, 10)).toEqual([
      '{"type":"session.state","payload":{"value":"listening"}}',
      '{"type":"transcript.partial","payload":{"text":"[mocked partial] Placeholder push-to-talk transcript in progress."}}',
      '{"type":"transcript.partial","payload":{"text":"[mocked partial] Placeholder push-to-talk transcript in progress (2 chunks)."}}',
      '{"type":"transcript.final","payload":{"text":"[mocked final] Placeholder push-to-talk transcript completed from 2 appended chunk(s)."}}',
      ...answer,
    ])
    client.send('{"type":"input_audio.commit","payload":{}}')
    expect(await take(client, 7)).toEqual([
      '{"type":"transcript.final","payload":{"text":"[mocked final] Placeholder push-to-talk transcript completed without appended audio."}}',
      ...answer,
    ])
    client.send('{"type":"mocked.turn.trigger","payload":{}}')
    expect(await take(client, 8)).toEqual(mockedTurn)
  })

  it('can cancel after any event of a turn, and gets no more of it', async () => {
    // The test advances the turn, which could otherwise end before the cancel arrives.
    const clock = createFakeClock()
    const { gateway } = await start({ clock })
    const client = await guest(gateway)
    /** The first event of a turn comes at once, each other one a moment later. */
    async function received(count: number): Promise<string[]> {
      client.send(frame('mocked.turn.trigger'))
      const came = await take(client, 1)
      while (came.length < count) {
        clock.advance(MOCKED_EVENT_EVERY_MS)
        came.push(await client.next())
      }
      return came
    }
    for (let point = 1; point < mockedTurn.length - 1; point++) {
      expect(await received(point)).toEqual(mockedTurn.slice(0, point))
      client.send(frame('response.cancel'))
      expect(await client.next()).toBe(state('idle'))
      clock.advance(100 * MOCKED_EVENT_EVERY_MS)
      client.send('{')
      expect(await client.next()).toContain('"invalid_json"')
    }
    expect(await received(8)).toEqual(mockedTurn)
  })

  it('is refused a second trigger during a turn, which continues', async () => {
    const { gateway } = await start()
    const client = await guest(gateway)
    client.send(frame('mocked.turn.trigger'))
    client.send(frame('mocked.turn.trigger'))
    const came = await take(client, 9)
    expect(came.filter((one) => one.includes('"mocked_turn_in_flight"'))).toHaveLength(1)
    expect(came.filter((one) => !one.includes('"error"'))).toEqual(mockedTurn)
  })

  it('learns what is wrong with its frames, and keeps its session', async () => {
    const { gateway } = await start()
    const client = await guest(gateway)
    const wrong = ['{', '', 'null', '{"type":"tool.call","payload":{}}', '{"type":"session.start"}']
    for (const text of wrong) client.send(text)
    client.send(randomBytes(64))
    const codes = (await take(client, 6)).map(
      (text) => (JSON.parse(text) as { payload: { code: string } }).payload.code,
    )
    expect(codes).toEqual(['invalid_json', 'invalid_json', ...Array(4).fill('invalid_message')])
    client.send(frame('session.start'))
    expect((await take(client, 2))[1]).toBe(state('idle'))
  })

  it('gets the live pipeline when it asks for it', async () => {
    const { gateway, guestHost } = await start()
    const client = await guest(gateway)
    client.send(frame('session.start', { pipeline: 'live' }))
    await take(client, 2)
    client.send(frame('input_audio.append', { chunk: Buffer.from([1, 0, 2, 0]).toString('base64') }))
    expect(await client.next()).toBe(state('listening'))
    guestHost.take().tell({ type: 'words.guessed', text: 'where is', soundMs: 1 })
    expect(await client.next()).toBe('{"type":"transcript.partial","payload":{"text":"where is"}}')
    client.send(frame('input_audio.commit'))
    guestHost.take().understand('Where is it?')
    expect(await take(client, 2)).toEqual([
      '{"type":"transcript.final","payload":{"text":"Where is it?"}}',
      state('thinking'),
    ])
    guestHost.conversation().reply('Here.')
    guestHost.conversation().end()
    expect(await take(client, 4)).toEqual([
      state('speaking'),
      '{"type":"response.text.delta","payload":{"text":"Here."}}',
      '{"type":"response.completed","payload":{}}',
      state('idle'),
    ])
    expect([...guestHost.take().samples()]).toEqual([1, 2])
  })

  it('is closed with 1009 when it sends more than the longest frame, and others are not', async () => {
    const { gateway } = await start()
    const [loud, other] = [await guest(gateway), await guest(gateway)]
    loud.send('x'.repeat(1024 * 1024 + 1))
    expect((await loud.closed).code).toBe(1009)
    other.send(frame('mocked.turn.trigger'))
    expect(await take(other, 8)).toEqual(mockedTurn)
  })

  it('without the token gets an error in the format of Vela, and is closed with 4001', async () => {
    const { gateway } = await start({ token: 'right' })
    const client = await connect(gateway.url('/ws', 'wrong'))
    expect(JSON.parse(await client.next())).toMatchObject({
      type: 'error',
      payload: { code: 'unauthorized' },
    })
    expect((await client.closed).code).toBe(4001)
    const known = await connect(gateway.url('/ws', 'right'))
    stops.push(() => known.close())
    expect(await known.next()).toContain('session.ready')
  })
})

describe('bytes that are not WebSocket frames', () => {
  /** However it ends: a gateway that closes before it has read everything resets the connection, which is an error here. */
  const untilClosed = (socket: Socket): Promise<void> =>
    new Promise((resolve) => void socket.once('close', () => resolve()))

  /** A socket after the upgrade, to write any bytes to. */
  async function raw(gateway: GatewayInTest): Promise<Socket> {
    const socket = connectTcp(gateway.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
    await once(socket, 'data')
    stops.push(async () => socket.destroy())
    return socket
  }

  it.each([
    ['an unmasked frame', [0x81, 0x02, 0x7b, 0x7d]],
    ['reserved bits', [0xf1, 0x80, 0, 0, 0, 0]],
    ['an unknown opcode', [0x8b, 0x80, 0, 0, 0, 0]],
    ['a continuation of nothing', [0x80, 0x80, 0, 0, 0, 0]],
    ['a ping that is too long', [0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0]],
    ['a length beyond all numbers', [0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
    ['text that is not UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]],
    ['a close with half a code', [0x88, 0x81, 0, 0, 0, 0, 0x03]],
  ])('are refused without affecting other clients: %s', async (_, bytes) => {
    const { gateway } = await start()
    const other = await guest(gateway)
    const socket = await raw(gateway)
    const closed = untilClosed(socket)
    socket.resume()
    socket.write(Uint8Array.from(bytes))
    await closed
    other.send(frame('mocked.turn.trigger'))
    expect(await take(other, 8)).toEqual(mockedTurn)
    await gateway.untilGuests(1)
    expect(gateway.errors).toEqual([])
  })

  it('can be any bytes at all', async () => {
    const { gateway } = await start()
    const other = await guest(gateway)
    for (let n = 0; n < 20; n++) {
      const socket = await raw(gateway)
      const closed = untilClosed(socket)
      socket.resume()
      socket.write(randomBytes(2_000))
      socket.end()
      await closed
    }
    other.send(frame('mocked.turn.trigger'))
    expect(await take(other, 8)).toEqual(mockedTurn)
    expect(gateway.errors).toEqual([])
  })
})
