// The listener for phones, browsers and glasses, over real sockets: which clients it accepts, and what hostile clients cannot do.
import { randomBytes, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { isValidFor, makeCertificate, storedCertificate } from '../../src/main/gateways/certificate.ts'
import { bearerOf } from '../fakes/bearer.ts'
import { createEchoServer } from '../fakes/echo-server.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { connect, startGateway, type GatewayInTest } from '../fakes/gateway-in-test.ts'

const ownCertificate = await makeCertificate('192.168.1.42', Date.now())

const running: GatewayInTest[] = []
async function started(...args: Parameters<typeof startGateway>): Promise<GatewayInTest> {
  const gateway = await startGateway(...args)
  running.push(gateway)
  return gateway
}
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.close()
})

const over = (gateway: GatewayInTest, path: string): string => `http://127.0.0.1:${gateway.port}${path}`

/** However it ends: a gateway that closes before it has read everything resets the connection, which is an error here. */
const untilClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.once('close', () => resolve()))

/** The answer to raw bytes, until the other end closes the connection. */
async function raw(gateway: GatewayInTest, bytes: string | Buffer): Promise<string> {
  const socket = createConnection(gateway.port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => (received += data.toString('latin1')))
  socket.on('error', () => {})
  await once(socket, 'connect')
  const closed = untilClosed(socket)
  socket.write(bytes)
  await closed
  return received
}

const handshake = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${more}\r\n`

/** An accepted client that does only what the test says: it answers no close and no ping. */
async function handshaken(gateway: GatewayInTest, path: string): Promise<RawClient> {
  const socket = createConnection(gateway.port, '127.0.0.1')
  const client: RawClient = { socket, received: '' }
  socket.on('data', (data) => (client.received += data.toString('latin1')))
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(handshake(path))
  await untilReceived(client, '\r\n\r\n')
  return client
}

interface RawClient {
  socket: Socket
  received: string
}

async function untilReceived(client: RawClient, text: string): Promise<void> {
  while (!client.received.includes(text)) await once(client.socket, 'data')
}

/** A short text frame with a mask of zeros. */
const textFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

describe('a gateway without a token', () => {
  it('accepts a program of this computer, by the path of its wire', async () => {
    const gateway = await started({ servers: [createEchoServer('/one'), createEchoServer('/two')] })
    const guest = await connect(gateway.url('/two'))
    expect(await guest.next()).toBe('hello')
    guest.send('some text')
    expect(await guest.next()).toBe('some text')
    guest.send(new Uint8Array(5))
    expect(await guest.next()).toBe('5 bytes')
    await guest.close()
  })

  it('ignores an unneeded token, in the address and as the first frame', async () => {
    const gateway = await started({ servers: [createEchoServer()] })
    const guest = await connect(gateway.url('/echo', 'whatever'))
    expect(await guest.next()).toBe('hello')
    guest.send('{"type":"auth","token":"whatever"}')
    guest.send('first')
    expect(await guest.next()).toBe('first')
    guest.send('{"type":"auth","token":"again"}')
    expect(await guest.next()).toBe('{"type":"auth","token":"again"}')
  })

  it('refuses pages of other sites, and names that only point here', async () => {
    const gateway = await started({ servers: [createEchoServer()] })
    await expect(connect(gateway.url('/echo'), { origin: 'https://example.com' })).rejects.toThrow('403')
    await expect(connect(gateway.url('/echo'), { origin: 'null' })).rejects.toThrow('403')
    await expect(connect(gateway.url('/echo'), { headers: { host: 'rebound.example' } })).rejects.toThrow(
      '403',
    )
    const own = await connect(gateway.url('/echo'), { origin: `http://127.0.0.1:${gateway.port}` })
    expect(await own.next()).toBe('hello')
  })

  it('has a health check, pages, and a plain text for everything else', async () => {
    const gateway = await started({ servers: [createEchoServer()] })
    const health = await fetch(over(gateway, '/healthz'))
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    expect(await (await fetch(over(gateway, '/page'))).text()).toBe('a page')
    expect((await fetch(over(gateway, '/nowhere'))).status).toBe(404)
    expect((await fetch(over(gateway, '/echo'))).status).toBe(426)
    expect((await fetch(over(gateway, '/healthz'), { method: 'POST' })).status).toBe(405)
    await expect(connect(gateway.url('/nowhere'))).rejects.toThrow('404')
  })
})

describe('a gateway with a token', () => {
  it('accepts a client with the token in the address, in a header, or as the first frame', async () => {
    const gateway = await started({ servers: [createEchoServer()], token: 'open sesame&+' })
    const byAddress = await connect(gateway.url('/echo', 'open sesame&+'))
    expect(await byAddress.next()).toBe('hello')
    const byHeader = await connect(gateway.url('/echo'), {
      headers: { authorization: 'Bearer open sesame&+' },
    })
    expect(await byHeader.next()).toBe('hello')
    const byFrame = await connect(gateway.url('/echo'))
    byFrame.send('{"type":"auth","token":"open sesame&+"}')
    expect(await byFrame.next()).toBe('hello')
    byFrame.send('then')
    expect(await byFrame.next()).toBe('then')
  })

  it('closes the connection for a wrong token with 4001, after the error frame of the wire', async () => {
    const wire = createEchoServer()
    const gateway = await started({ servers: [wire], token: 'right' })
    for (const first of [null, '{"type":"auth","token":"wrong"}', 'anything else', '{"type":"auth"}']) {
      const guest = await connect(gateway.url('/echo', first === null ? 'wrong' : undefined))
      if (first !== null) guest.send(first)
      expect(await guest.next()).toBe('{"refused":true}')
      expect(await guest.closed).toEqual({ code: 4001, reason: 'Unauthorized' })
    }
    expect(wire.accepted).toHaveLength(0)
  })

  it('does not wait long for the token, and reads nothing else until then', async () => {
    const clock = createFakeClock()
    const wire = createEchoServer()
    const gateway = await started({ servers: [wire], token: 'right', clock })
    const guest = await connect(gateway.url('/echo'))
    clock.advance(5_000)
    expect(await guest.next()).toBe('{"refused":true}')
    expect((await guest.closed).code).toBe(4001)
    expect(wire.accepted).toHaveLength(0)
  })

  it('accepts a page of another site that has the token, and no other', async () => {
    const wire = createEchoServer()
    const gateway = await started({ servers: [wire], token: 'right' })
    const origin = 'https://glasses.example'
    const page = await connect(gateway.url('/echo', 'right'), { origin })
    expect(await page.next()).toBe('hello')
    const byFrame = await connect(gateway.url('/echo'), { origin })
    byFrame.send('{"type":"auth","token":"right"}')
    expect(await byFrame.next()).toBe('hello')
    await expect(connect(gateway.url('/echo', 'wrong'), { origin })).rejects.toThrow('403')
    const without = await connect(gateway.url('/echo'), { origin })
    without.send('no token at all')
    expect(await without.next()).toBe('{"refused":true}')
    expect((await without.closed).code).toBe(4001)
    expect(wire.accepted).toHaveLength(2)
  })

  it('does not accept a right token after a refusal', async () => {
    const clock = createFakeClock()
    const wire = createEchoServer()
    const gateway = await started({ servers: [wire], token: 'right', clock })
    const late = await handshaken(gateway, '/echo')
    clock.advance(5_000)
    await untilReceived(late, '"refused"')
    // It does not answer the close, and continues to send.
    late.socket.write(textFrame('{"type":"auth","token":"right"}'))
    const closed = untilClosed(late.socket)
    const other = await connect(gateway.url('/echo', 'right'))
    expect(await other.next()).toBe('hello')
    clock.advance(1_000)
    await closed
    expect(wire.accepted).toHaveLength(1)
  })
})

describe('a client that guesses tokens', () => {
  it('has to wait after a few, while a right token is accepted at once, however it is sent', async () => {
    const clock = createFakeClock()
    const wire = createEchoServer()
    const gateway = await started({ servers: [wire], token: 'right', clock })
    for (let guess = 0; guess < 5; guess++) {
      const wrong = await connect(gateway.url('/echo', `guess ${guess}`))
      expect((await wrong.closed).code).toBe(4001)
    }
    await expect(connect(gateway.url('/echo', 'another guess'))).rejects.toThrow('429')
    expect(await (await connect(gateway.url('/echo', 'right'))).next()).toBe('hello')
    const byFrame = await connect(gateway.url('/echo'))
    byFrame.send('{"type":"auth","token":"right"}')
    expect(await byFrame.next()).toBe('hello')
    // A wrong token in a frame is refused as before, and does not extend the wait.
    const guessing = await connect(gateway.url('/echo'))
    guessing.send('{"type":"auth","token":"guess"}')
    expect((await guessing.closed).code).toBe(4001)
    clock.advance(1_000)
    const wrong = await connect(gateway.url('/echo', 'yet another'))
    expect((await wrong.closed).code).toBe(4001)
    await expect(connect(gateway.url('/echo', 'and another'))).rejects.toThrow('429')
    expect(wire.accepted).toHaveLength(2)
  })

  it('is throttled by the first frame, too', async () => {
    const gateway = await started({ servers: [createEchoServer()], token: 'right', clock: createFakeClock() })
    for (let guess = 0; guess < 5; guess++) {
      const guessing = await connect(gateway.url('/echo'))
      guessing.send(`{"type":"auth","token":"guess ${guess}"}`)
      expect((await guessing.closed).code).toBe(4001)
    }
    expect(gateway.refused).toHaveLength(5)
    await expect(connect(gateway.url('/echo', 'guess'))).rejects.toThrow('429')
    // Repeated guesses are not logged.
    expect(gateway.refused).toHaveLength(5)
  })

  it('does not lock out the owner of this computer, whose token may be one that a person chose', async () => {
    const chosen = bearerOf('environment', { isGuessable: true, isShared: true })
    const gateway = await started({
      servers: [createEchoServer()],
      token: 'right',
      bearers: { chosen },
      clock: createFakeClock(),
    })
    for (let guess = 0; guess < 5; guess++) await (await connect(gateway.url('/echo', 'guess'))).closed
    await expect(connect(gateway.url('/echo', 'guess'))).rejects.toThrow('429')
    expect(await (await connect(gateway.url('/echo', 'chosen'))).next()).toBe('hello')
  })
})

describe('a flood of connections without a token', () => {
  it(
    'cannot keep out a client with one, in the address or in the first frame',
    { timeout: 60_000 },
    async () => {
      const gateway = await started({
        servers: [createEchoServer()],
        token: 'right',
        clock: createFakeClock(),
      })
      // Half of them request nothing, and half are upgraded to send a token and never do.
      const crowd: { socket: Socket; closed: Promise<void> }[] = []
      for (let one = 0; one < 1_000; one++) {
        const socket = createConnection(gateway.port, '127.0.0.1')
        socket.on('error', () => {})
        socket.resume()
        crowd.push({ socket, closed: untilClosed(socket) })
        await once(socket, 'connect')
        if (one % 2 === 0) socket.write(handshake('/echo'))
        if (one % 100 !== 99) continue
        const byAddress = await connect(gateway.url('/echo', 'right'))
        expect(await byAddress.next()).toBe('hello')
        const byFrame = await connect(gateway.url('/echo'))
        byFrame.send('{"type":"auth","token":"right"}')
        expect(await byFrame.next()).toBe('hello')
      }
      expect(gateway.guests()).toHaveLength(20)
      // There are few places without a token, and the oldest connections are dropped.
      await Promise.all(crowd.slice(0, -64).map(({ closed }) => closed))
      for (const { socket } of crowd) socket.destroy()
    },
  )

  it('cannot make it store much before the token', async () => {
    const gateway = await started({ servers: [createEchoServer('/echo', 16 * 1024 * 1024)], token: 'right' })
    const client = await handshaken(gateway, '/echo')
    const closed = untilClosed(client.socket)
    // The beginning of a frame of 8 MB.
    client.socket.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0]))
    client.socket.write(Buffer.alloc(200 * 1024, 0x61))
    await closed
    // An accepted client may send as much as the wire allows.
    const known = await connect(gateway.url('/echo'))
    known.send('{"type":"auth","token":"right"}')
    known.send('a'.repeat(300 * 1024))
    expect(await known.next()).toBe('hello')
    expect(await known.next()).toHaveLength(300 * 1024)
  })

  it('with tokens is limited for each address', { timeout: 120_000 }, async () => {
    const gateway = await started({ servers: [createEchoServer()], token: 'right' })
    for (let batch = 0; batch < 32; batch++)
      await Promise.all(Array.from({ length: 32 }, () => handshaken(gateway, '/echo?token=right')))
    await gateway.untilGuests(1_024)
    await expect(connect(gateway.url('/echo', 'right'))).rejects.toThrow('503')
    const late = await connect(gateway.url('/echo'))
    late.send('{"type":"auth","token":"right"}')
    expect((await late.closed).code).toBe(1013)
  })
})

describe('a gateway with a certificate', () => {
  const certificate = ownCertificate

  it('makes it for its own addresses, and it signs no other certificate', () => {
    const read = new X509Certificate(certificate.cert)
    expect(read.verify(read.publicKey)).toBe(true)
    expect([read.checkIP('192.168.1.42'), read.checkIP('127.0.0.1')]).not.toContain(undefined)
    expect(read.checkHost('localhost')).toBe('localhost')
    expect(read.checkIP('192.168.1.43')).toBeUndefined()
    expect(read.ca).toBe(false)
    expect(isValidFor(certificate, '192.168.1.42', Date.now())).toBe(true)
    expect(isValidFor(certificate, '192.168.1.43', Date.now())).toBe(false)
    expect(isValidFor(certificate, '192.168.1.42', Date.now() + 395 * 86_400_000)).toBe(false)
    expect(isValidFor({ key: '', cert: 'nothing' }, '192.168.1.42', Date.now())).toBe(false)
  })

  it('uses the same one at each start, also without a network, and for an address that it cannot name', async () => {
    const secrets = new Map<string, string>()
    const certificateFor = storedCertificate({
      secrets: {
        get: (name) => secrets.get(name) ?? null,
        set: (name, value) => void secrets.set(name, value ?? ''),
      },
      now: Date.now,
    })
    const first = await certificateFor('192.168.1.42')
    for (const address of ['192.168.1.42', '0.0.0.0', '::', 'fd00::1', 'study.local', '192.168.1.42'])
      expect(await certificateFor(address)).toEqual(first)
    expect(await certificateFor('192.168.1.43')).not.toEqual(first)
  })

  it('accepts plain and TLS connections on the same port', async () => {
    const gateway = await started({ servers: [createEchoServer()], token: 'right', certificate })
    const plain = await connect(gateway.url('/echo', 'right'))
    expect(await plain.next()).toBe('hello')
    const secure = await connect(gateway.url('/echo', 'right').replace('ws:', 'wss:'), {
      ca: certificate.cert,
    })
    expect(await secure.next()).toBe('hello')
    secure.send('in secret')
    expect(await secure.next()).toBe('in secret')
    expect(gateway.guests()).toHaveLength(2)
    await secure.close()
    await plain.close()
  })

  it('survives a connection that only starts like TLS', async () => {
    const gateway = await started({ servers: [createEchoServer()], token: 'right', certificate })
    await raw(gateway, Buffer.concat([Buffer.from([0x16]), randomBytes(400)]))
    const plain = await connect(gateway.url('/echo', 'right'))
    expect(await plain.next()).toBe('hello')
    expect(gateway.errors).toEqual([])
  })
})

describe('a connected guest', () => {
  it('is listed with what it does, and can be disconnected', async () => {
    const wire = createEchoServer()
    const gateway = await started({ servers: [wire] })
    const guest = await connect(gateway.url('/echo'), { headers: { 'user-agent': 'Glasses/2' } })
    await guest.next()
    wire.accepted[0]!.describe('listening')
    expect(gateway.guests()).toMatchObject([
      { title: 'Echo', address: '127.0.0.1', agent: 'Glasses/2', state: 'listening' },
    ])
    gateway.drop(gateway.guests()[0]!.id)
    expect((await guest.closed).code).toBe(4003)
    await gateway.untilGuests(0)
  })

  it('is ignored after it was disconnected, and dropped if it stays', async () => {
    const clock = createFakeClock()
    const wire = createEchoServer()
    const gateway = await started({ servers: [wire], clock })
    const dropped = await handshaken(gateway, '/echo')
    await gateway.untilGuests(1)
    gateway.drop(gateway.guests()[0]!.id)
    await untilReceived(dropped, 'Disconnected at the desktop')
    const closed = untilClosed(dropped.socket)
    dropped.socket.write(textFrame('delete everything'))
    const other = await connect(gateway.url('/echo'))
    await other.next()
    other.send('something else')
    expect(await other.next()).toBe('something else')
    expect(wire.received()).toBe(1)
    clock.advance(1_000)
    await closed
    await gateway.untilGuests(1)
  })

  it('is dropped if it stops answering', async () => {
    const clock = createFakeClock()
    const gateway = await started({ servers: [createEchoServer()], clock })
    const alive = await connect(gateway.url('/echo'))
    await alive.next()
    // A connection that was accepted and then does nothing.
    const dead = createConnection(gateway.port, '127.0.0.1')
    dead.on('error', () => {})
    await once(dead, 'connect')
    dead.write(handshake('/echo'))
    await once(dead, 'data')
    const closed = untilClosed(dead)
    const pinged = once(alive.socket, 'ping')
    clock.advance(30_000)
    await pinged
    // The pong is read before the frame after it.
    alive.send('still here')
    expect(await alive.next()).toBe('still here')
    clock.advance(30_000)
    await closed
    await gateway.untilGuests(1)
  })
})

describe('a gateway that is closed', () => {
  const certificate = ownCertificate
  const half = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n'

  async function holding(gateway: GatewayInTest, bytes: string): Promise<Socket> {
    const socket = createConnection({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(bytes)
    return socket
  }

  it.each([
    ['plainly', {}],
    ['with a certificate', { certificate, token: 'right' }],
  ])('%s does not wait for half a request', async (_, how) => {
    const gateway = await started({ servers: [createEchoServer()], ...how })
    const holder = await holding(gateway, half)
    await fetch(over(gateway, '/healthz'))
    const closed = untilClosed(holder)
    holder.resume()
    await gateway.close()
    holder.destroy()
    await closed
  })

  it('does not wait for half a request over TLS', async () => {
    const gateway = await started({ servers: [createEchoServer()], token: 'right', certificate })
    const holder = connectSecurely({ port: gateway.port, host: '127.0.0.1', ca: certificate.cert })
    holder.on('error', () => {})
    await once(holder, 'secureConnect')
    holder.write(half)
    const closed = untilClosed(holder)
    await gateway.close()
    await closed
  })

  it('does not wait for a refused client that keeps its connection', async () => {
    const gateway = await started({ servers: [createEchoServer()] })
    const refused = await holding(gateway, handshake('/echo', 'Origin: https://example.com\r\n'))
    const [answer] = (await once(refused, 'data')) as [Buffer]
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 403/)
    await gateway.close()
    refused.destroy()
  })

  it('does not wait for a guest that does not answer the close', async () => {
    const clock = createFakeClock()
    const gateway = await started({ servers: [createEchoServer()], clock })
    const guest = await handshaken(gateway, '/echo')
    await gateway.close()
    guest.socket.destroy()
  })
})

describe('a hostile client', () => {
  it.each([
    ['plainly', {}],
    ['to one with a certificate', { certificate: ownCertificate, token: 'x' }],
  ])('that sends %s and no complete request is dropped, also after an answer', async (_, how) => {
    const clock = createFakeClock()
    const gateway = await started({ servers: [createEchoServer()], clock, ...how })
    const whole = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
    const waiting = createConnection(gateway.port, '127.0.0.1')
    waiting.on('error', () => {})
    await once(waiting, 'connect')
    waiting.write(`${whole}GET /healthz`)
    await once(waiting, 'data')
    const closed = untilClosed(waiting)
    await fetch(over(gateway, '/healthz'))
    clock.advance(10_000)
    await closed
  })

  it('with a frame that is too long is closed with 1009, whole or in fragments', async () => {
    const gateway = await started({ servers: [createEchoServer('/echo', 1_000)] })
    const whole = await connect(gateway.url('/echo'))
    whole.send('x'.repeat(1_001))
    expect((await whole.closed).code).toBe(1009)
    const pieces = await connect(gateway.url('/echo'))
    for (let i = 0; i < 11; i++) pieces.socket.send('x'.repeat(100), { fin: i === 10 })
    expect((await pieces.closed).code).toBe(1009)
  })

  it('may send a message in fragments', async () => {
    const gateway = await started({ servers: [createEchoServer()] })
    const guest = await connect(gateway.url('/echo'))
    await guest.next()
    for (const piece of ['in ', 'three ', 'pieces']) guest.socket.send(piece, { fin: piece === 'pieces' })
    expect(await guest.next()).toBe('in three pieces')
  })

  it('that does not speak WebSocket is refused, and the next one is served', async () => {
    const gateway = await started({ servers: [createEchoServer()] })
    expect(await raw(gateway, 'complete nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
    expect(await raw(gateway, handshake('/echo').replace('13', '7'))).toMatch(/^HTTP\/1\.1 4/)
    expect(await raw(gateway, handshake('/%00%ff'))).toMatch(/^HTTP\/1\.1 404/)
    const guest = await connect(gateway.url('/echo'))
    expect(await guest.next()).toBe('hello')
  })

  it.each([
    ['reserved bits', Buffer.from([0xf1, 0x80, 0, 0, 0, 0])],
    ['an unknown opcode', Buffer.from([0x83, 0x80, 0, 0, 0, 0])],
    ['no mask', Buffer.from([0x81, 0x01, 0x61])],
    ['a control frame in pieces', Buffer.from([0x09, 0x80, 0, 0, 0, 0])],
    ['a control frame that is too long', Buffer.from([0x89, 0xfe, 0x00, 0x7e, 0, 0, 0, 0])],
    ['a continuation of nothing', Buffer.from([0x80, 0x80, 0, 0, 0, 0])],
    ['text that is not UTF-8', Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff])],
    ['a length beyond all reason', Buffer.from([0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
  ])('with %s in a frame loses its connection, and no other client does', async (_, bytes) => {
    const gateway = await started({ servers: [createEchoServer()] })
    const other = await connect(gateway.url('/echo'))
    expect(await other.next()).toBe('hello')
    const received = await raw(gateway, Buffer.concat([Buffer.from(handshake('/echo'), 'latin1'), bytes]))
    expect(received).toMatch(/^HTTP\/1\.1 101/)
    other.send('still served')
    expect(await other.next()).toBe('still served')
    expect(gateway.errors).toEqual([])
  })

  it('that never reads is not read from either, and memory does not grow with what it sends', async () => {
    const wire = createEchoServer()
    const gateway = await started({ servers: [wire] })
    const deaf = createConnection(gateway.port, '127.0.0.1')
    deaf.on('error', () => {})
    await once(deaf, 'connect')
    deaf.write(handshake('/echo'))
    await once(deaf, 'data')
    deaf.pause()
    // A text of 60 kB, which is echoed and fills the buffers of a client that does not read.
    const frame = Buffer.alloc(8 + 60_000, 0x61)
    frame.set([0x81, 0xfe, 0xea, 0x60, 0, 0, 0, 0])
    for (let i = 0; i < 2_000; i++) deaf.write(frame)
    // After a thousand answers to another client, all of it would have been read.
    const other = await connect(gateway.url('/echo'))
    await other.next()
    for (let i = 0; i < 1_000; i++) {
      other.send('and I?')
      await other.next()
    }
    expect(deaf.destroyed).toBe(false)
    expect(wire.received() - 1_000).toBeGreaterThan(10)
    expect(wire.received() - 1_000).toBeLessThan(500)
    deaf.destroy()
  })

  it('with a thousand connections keeps no other client out', async () => {
    const gateway = await started({ servers: [createEchoServer()] })
    const crowd = []
    for (let i = 0; i < 1_000; i++) crowd.push(await connect(gateway.url('/echo')))
    expect(gateway.guests()).toHaveLength(1_000)
    const guest = await connect(gateway.url('/echo'))
    expect(await guest.next()).toBe('hello')
    await Promise.all(crowd.map((one) => one.close()))
    await gateway.untilGuests(1)
    guest.send('alone again')
    expect(await guest.next()).toBe('alone again')
  })
})
