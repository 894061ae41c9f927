// The listener for phones, browsers and glasses, over real sockets: who comes in, who does not, and what nobody can do to it.
import { randomBytes, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { makeCertificate, standsFor } from '../../src/main/gateways/certificate.ts'
import { keptCertificate } from '../../src/main/gateways/kept-certificate.ts'
import { createEchoWire } from '../fakes/echo-wire.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { connect, startGateway, type GatewayInTest } from '../fakes/gateway-in-test.ts'

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

/** However it ends: a gateway that hangs up before it has read everything resets the connection, which is an error here. */
const untilClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.once('close', () => resolve()))

/** What comes back for bytes that are sent as they are, until the other end has had enough. */
async function raw(gateway: GatewayInTest, bytes: string | Buffer): Promise<string> {
  const socket = createConnection(gateway.port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => (heard += data.toString('latin1')))
  socket.on('error', () => {})
  await once(socket, 'connect')
  const closed = untilClosed(socket)
  socket.write(bytes)
  await closed
  return heard
}

const handshake = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${more}\r\n`

/** A client that is let in and then does only what it is told to: it answers no close and no ping. */
async function handshaken(gateway: GatewayInTest, path: string): Promise<RawClient> {
  const socket = createConnection(gateway.port, '127.0.0.1')
  const client: RawClient = { socket, heard: '' }
  socket.on('data', (data) => (client.heard += data.toString('latin1')))
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(handshake(path))
  await untilHeard(client, '\r\n\r\n')
  return client
}

interface RawClient {
  socket: Socket
  heard: string
}

async function untilHeard(client: RawClient, text: string): Promise<void> {
  while (!client.heard.includes(text)) await once(client.socket, 'data')
}

/** A short text, masked with nothing. */
const textFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

describe('a gateway without a token', () => {
  it('lets a program of this computer in, by the path of its protocol', async () => {
    const gateway = await started({ wires: [createEchoWire('/one'), createEchoWire('/two')] })
    const guest = await connect(gateway.url('/two'))
    expect(await guest.next()).toBe('hello')
    guest.send('what is said')
    expect(await guest.next()).toBe('what is said')
    guest.send(new Uint8Array(5))
    expect(await guest.next()).toBe('5 bytes')
    await guest.close()
  })

  it('passes over a token that nobody asked for, in the address and as the first frame', async () => {
    const gateway = await started({ wires: [createEchoWire()] })
    const guest = await connect(gateway.url('/echo', 'whatever'))
    expect(await guest.next()).toBe('hello')
    guest.send('{"type":"auth","token":"whatever"}')
    guest.send('first')
    expect(await guest.next()).toBe('first')
    guest.send('{"type":"auth","token":"again"}')
    expect(await guest.next()).toBe('{"type":"auth","token":"again"}')
  })

  it('turns away pages of other sites, and names that only point here', async () => {
    const gateway = await started({ wires: [createEchoWire()] })
    await expect(connect(gateway.url('/echo'), { origin: 'https://example.com' })).rejects.toThrow('403')
    await expect(connect(gateway.url('/echo'), { origin: 'null' })).rejects.toThrow('403')
    await expect(connect(gateway.url('/echo'), { headers: { host: 'rebound.example' } })).rejects.toThrow(
      '403',
    )
    const own = await connect(gateway.url('/echo'), { origin: `http://127.0.0.1:${gateway.port}` })
    expect(await own.next()).toBe('hello')
  })

  it('has a health check, pages, and plain words for the rest', async () => {
    const gateway = await started({ wires: [createEchoWire()] })
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
  it('lets in who shows it in the address, in a header, or as the first frame', async () => {
    const gateway = await started({ wires: [createEchoWire()], token: 'open sesame&+' })
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

  it('closes a wrong one with 4001, after the protocol’s own words for it', async () => {
    const wire = createEchoWire()
    const gateway = await started({ wires: [wire], token: 'right' })
    for (const first of [null, '{"type":"auth","token":"wrong"}', 'anything else', '{"type":"auth"}']) {
      const guest = await connect(gateway.url('/echo', first === null ? 'wrong' : undefined))
      if (first !== null) guest.send(first)
      expect(await guest.next()).toBe('{"refused":true}')
      expect(await guest.closed).toEqual({ code: 4001, reason: 'Unauthorized' })
    }
    expect(wire.accepted).toHaveLength(0)
  })

  it('does not wait for it for long, and hears nothing else until then', async () => {
    const clock = createFakeClock()
    const wire = createEchoWire()
    const gateway = await started({ wires: [wire], token: 'right', clock })
    const guest = await connect(gateway.url('/echo'))
    clock.advance(5_000)
    expect(await guest.next()).toBe('{"refused":true}')
    expect((await guest.closed).code).toBe(4001)
    expect(wire.accepted).toHaveLength(0)
  })

  it('lets a page of another site in that was given the token, and no other', async () => {
    const wire = createEchoWire()
    const gateway = await started({ wires: [wire], token: 'right' })
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

  it('does not let anybody in whose right token comes after they were refused', async () => {
    const clock = createFakeClock()
    const wire = createEchoWire()
    const gateway = await started({ wires: [wire], token: 'right', clock })
    const late = await handshaken(gateway, '/echo')
    clock.advance(5_000)
    await untilHeard(late, '"refused"')
    // It has not answered the close, and goes on as if there had been none.
    late.socket.write(textFrame('{"type":"auth","token":"right"}'))
    const gone = untilClosed(late.socket)
    const other = await connect(gateway.url('/echo', 'right'))
    expect(await other.next()).toBe('hello')
    clock.advance(1_000)
    await gone
    expect(wire.accepted).toHaveLength(1)
  })
})

describe('a gateway with a certificate', () => {
  const certificate = makeCertificate('192.168.1.42', Date.now())

  it('is one this computer made for itself, for its own addresses, that vouches for no other', () => {
    const read = new X509Certificate(certificate.cert)
    expect(read.verify(read.publicKey)).toBe(true)
    expect([read.checkIP('192.168.1.42'), read.checkIP('127.0.0.1')]).not.toContain(undefined)
    expect(read.checkHost('localhost')).toBe('localhost')
    expect(read.checkIP('192.168.1.43')).toBeUndefined()
    expect(read.ca).toBe(false)
    expect(standsFor(certificate, '192.168.1.42', Date.now())).toBe(true)
    expect(standsFor(certificate, '192.168.1.43', Date.now())).toBe(false)
    expect(standsFor(certificate, '192.168.1.42', Date.now() + 395 * 86_400_000)).toBe(false)
    expect(standsFor({ key: '', cert: 'nothing' }, '192.168.1.42', Date.now())).toBe(false)
  })

  it('is the same at each start, also in no network, and where it can be made out to no address', () => {
    const secrets = new Map<string, string>()
    const certificateFor = keptCertificate({
      secrets: {
        get: (name) => secrets.get(name) ?? null,
        set: (name, value) => void secrets.set(name, value ?? ''),
      },
      now: Date.now,
    })
    const first = certificateFor('192.168.1.42')
    for (const address of ['192.168.1.42', '0.0.0.0', '::', 'fd00::1', 'study.local', '192.168.1.42'])
      expect(certificateFor(address)).toEqual(first)
    expect(certificateFor('192.168.1.43')).not.toEqual(first)
  })

  it('speaks plainly and over TLS on the same port', async () => {
    const gateway = await started({ wires: [createEchoWire()], token: 'right', certificate })
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

  it('survives what only begins like TLS', async () => {
    const gateway = await started({ wires: [createEchoWire()], token: 'right', certificate })
    await raw(gateway, Buffer.concat([Buffer.from([0x16]), randomBytes(400)]))
    const plain = await connect(gateway.url('/echo', 'right'))
    expect(await plain.next()).toBe('hello')
    expect(gateway.errors).toEqual([])
  })
})

describe('who is there', () => {
  it('is listed with what it does, and can be dropped', async () => {
    const wire = createEchoWire()
    const gateway = await started({ wires: [wire] })
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

  it('is not obeyed any more once it was dropped, and is cut off if it stays', async () => {
    const clock = createFakeClock()
    const wire = createEchoWire()
    const gateway = await started({ wires: [wire], clock })
    const dropped = await handshaken(gateway, '/echo')
    await gateway.untilGuests(1)
    gateway.drop(gateway.guests()[0]!.id)
    await untilHeard(dropped, 'Disconnected at the desktop')
    const gone = untilClosed(dropped.socket)
    dropped.socket.write(textFrame('delete everything'))
    const other = await connect(gateway.url('/echo'))
    await other.next()
    other.send('something else')
    expect(await other.next()).toBe('something else')
    expect(wire.received()).toBe(1)
    clock.advance(1_000)
    await gone
    await gateway.untilGuests(1)
  })

  it('is found gone when it does not answer any more', async () => {
    const clock = createFakeClock()
    const gateway = await started({ wires: [createEchoWire()], clock })
    const alive = await connect(gateway.url('/echo'))
    await alive.next()
    // A connection that was made and then only holds still.
    const dead = createConnection(gateway.port, '127.0.0.1')
    dead.on('error', () => {})
    await once(dead, 'connect')
    dead.write(handshake('/echo'))
    await once(dead, 'data')
    const gone = untilClosed(dead)
    const pinged = once(alive.socket, 'ping')
    clock.advance(30_000)
    await pinged
    // The answer to the ping is heard before what is sent after it.
    alive.send('still here')
    expect(await alive.next()).toBe('still here')
    clock.advance(30_000)
    await gone
    await gateway.untilGuests(1)
  })
})

describe('a gateway that is closed', () => {
  const certificate = makeCertificate('192.168.1.42', Date.now())
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
    const gateway = await started({ wires: [createEchoWire()], ...how })
    const holder = await holding(gateway, half)
    await fetch(over(gateway, '/healthz'))
    const gone = untilClosed(holder)
    holder.resume()
    await gateway.close()
    holder.destroy()
    await gone
  })

  it('does not wait for half a request over TLS', async () => {
    const gateway = await started({ wires: [createEchoWire()], token: 'right', certificate })
    const holder = connectSecurely({ port: gateway.port, host: '127.0.0.1', ca: certificate.cert })
    holder.on('error', () => {})
    await once(holder, 'secureConnect')
    holder.write(half)
    const gone = untilClosed(holder)
    await gateway.close()
    await gone
  })

  it('does not wait for who was turned away and does not hang up', async () => {
    const gateway = await started({ wires: [createEchoWire()] })
    const refused = await holding(gateway, handshake('/echo', 'Origin: https://example.com\r\n'))
    const [answer] = (await once(refused, 'data')) as [Buffer]
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 403/)
    await gateway.close()
    refused.destroy()
  })

  it('does not wait for a guest that does not answer the close', async () => {
    const clock = createFakeClock()
    const gateway = await started({ wires: [createEchoWire()], clock })
    const guest = await handshaken(gateway, '/echo')
    await gateway.close()
    guest.socket.destroy()
  })
})

describe('a hostile client', () => {
  it.each([
    ['plainly', {}],
    ['to one with a certificate', { certificate: makeCertificate('192.168.1.42', Date.now()), token: 'x' }],
  ])('that speaks %s and asks for nothing whole is given up, also after an answer', async (_, how) => {
    const clock = createFakeClock()
    const gateway = await started({ wires: [createEchoWire()], clock, ...how })
    const whole = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
    const waiting = createConnection(gateway.port, '127.0.0.1')
    waiting.on('error', () => {})
    await once(waiting, 'connect')
    waiting.write(`${whole}GET /healthz`)
    await once(waiting, 'data')
    const gone = untilClosed(waiting)
    await fetch(over(gateway, '/healthz'))
    clock.advance(10_000)
    await gone
  })

  it('with a frame that is too long is closed with 1009, whole or in pieces', async () => {
    const gateway = await started({ wires: [createEchoWire('/echo', 1_000)] })
    const whole = await connect(gateway.url('/echo'))
    whole.send('x'.repeat(1_001))
    expect((await whole.closed).code).toBe(1009)
    const pieces = await connect(gateway.url('/echo'))
    for (let i = 0; i < 11; i++) pieces.socket.send('x'.repeat(100), { fin: i === 10 })
    expect((await pieces.closed).code).toBe(1009)
  })

  it('may send a message in pieces', async () => {
    const gateway = await started({ wires: [createEchoWire()] })
    const guest = await connect(gateway.url('/echo'))
    await guest.next()
    for (const piece of ['in ', 'three ', 'pieces']) guest.socket.send(piece, { fin: piece === 'pieces' })
    expect(await guest.next()).toBe('in three pieces')
  })

  it('that sends no WebSocket at all is turned away, and the next one is served', async () => {
    const gateway = await started({ wires: [createEchoWire()] })
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
  ])('with %s in a frame loses its connection, and nobody else does', async (_, bytes) => {
    const gateway = await started({ wires: [createEchoWire()] })
    const other = await connect(gateway.url('/echo'))
    expect(await other.next()).toBe('hello')
    const heard = await raw(gateway, Buffer.concat([Buffer.from(handshake('/echo'), 'latin1'), bytes]))
    expect(heard).toMatch(/^HTTP\/1\.1 101/)
    other.send('still served')
    expect(await other.next()).toBe('still served')
    expect(gateway.errors).toEqual([])
  })

  it('that never reads is not read from either, and memory does not grow with what it sends', async () => {
    const wire = createEchoWire()
    const gateway = await started({ wires: [wire] })
    const deaf = createConnection(gateway.port, '127.0.0.1')
    deaf.on('error', () => {})
    await once(deaf, 'connect')
    deaf.write(handshake('/echo'))
    await once(deaf, 'data')
    deaf.pause()
    // A text of 60 kB, which is echoed: whoever does not read it fills what waits for them.
    const frame = Buffer.alloc(8 + 60_000, 0x61)
    frame.set([0x81, 0xfe, 0xea, 0x60, 0, 0, 0, 0])
    for (let i = 0; i < 2_000; i++) deaf.write(frame)
    // By the time somebody else was answered a thousand times, all of it would have been read.
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

  it('with a thousand connections keeps nobody out', async () => {
    const gateway = await started({ wires: [createEchoWire()] })
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
