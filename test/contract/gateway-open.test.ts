// The gateway as the app opens it: it follows the settings, always needs a token, and pairs devices.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../src/core/ports/clock.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '../../src/main/gateways/certificate.ts'
import { createDevices } from '../../src/main/gateways/devices.ts'
import { openGateway, type Gateway } from '../../src/main/gateways/open-gateway.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { createEchoServer } from '../fakes/echo-server.ts'
import { connect } from '../fakes/gateway-in-test.ts'
import { freePort } from '../free-port.ts'

const open: Gateway[] = []
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.close()
})

const LOCAL = 'the-token-of-this-profile-in-tests-abc'

interface Options {
  host?: string
  port?: number
  /** The value of GATEWAY_TOKEN. */
  token?: string | null
  isOpen?: boolean
  secrets?: Map<string, string>
  /** Resolves when secrets are on disk. */
  written?: () => Promise<void>
  clock?: Clock
}

function gatewayOf({
  host = '127.0.0.1',
  port = 0,
  token = null,
  isOpen = false,
  secrets = new Map(),
  written = async () => {},
  clock = systemClock,
}: Options = {}) {
  const settings = { gateway: 'on' as 'on' | 'off', gatewayHost: host, gatewayPort: port }
  const wire = createEchoServer('/events')
  const gateway = openGateway({
    settings: () => settings,
    devices: createDevices({
      secrets: {
        get: (name) => secrets.get(name) ?? null,
        set: (name, value) => void (value === null ? secrets.delete(name) : secrets.set(name, value)),
        written,
      },
      now: clock.now,
      onError: () => {},
    }),
    isOpen,
    chosenToken: token,
    localToken: async () => LOCAL,
    servers: [wire],
    page: async () => null,
    certificate: (address) => makeCertificate(address, Date.now()),
    lanAddress: () => '192.168.1.42',
    clock,
    newId: randomUUID,
    onStatus: () => {},
    onRefused: () => {},
    onError: () => {},
  })
  open.push(gateway)
  const devices = async () => {
    const now = await gateway.handlers['gateway.status'](null)
    return now.tag === 'listening' ? now.devices : []
  }
  /** The address for clients with this token. */
  const at = (shown = LOCAL): string => `${gateway.url()}/events?token=${encodeURIComponent(shown)}`
  return {
    gateway,
    settings,
    secrets,
    wire,
    at,
    devices,
    status: () => gateway.handlers['gateway.status'](null),
  }
}

/** The token of a new pairing code. */
async function paired(gateway: Gateway): Promise<string> {
  const { link } = await gateway.handlers['gateway.pair']({ wire: 'voice-ide' })
  return new URL(link).searchParams.get('token')!
}

describe('the gateway', () => {
  it('accepts only this computer, and needs a token there too', async () => {
    const { gateway, status, at } = gatewayOf()
    await gateway.follow()
    expect(gateway.url()).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/)
    expect(status()).toMatchObject({ tag: 'listening', addresses: [], isOpen: false, guests: [] })
    const stranger = await connect(`${gateway.url()}/events`)
    stranger.send('let me in')
    expect((await stranger.closed).code).toBe(4001)
    const guest = await connect(at())
    expect(await guest.next()).toBe('hello')
    expect(status()).toMatchObject({ guests: [{ device: { id: 'local', name: 'This computer' } }] })
  })

  it('shows the token of the profile to the owner on request, and to no other page', async () => {
    const { gateway, status } = gatewayOf()
    expect(() => gateway.handlers['gateway.token'](null)).toThrow('no token yet')
    await gateway.follow()
    expect(JSON.stringify(status())).not.toContain(LOCAL)
    expect(gateway.handlers['gateway.token'](null)).toEqual({ token: LOCAL })
  })

  it('uses the token that the owner set instead of that of the profile, and refuses a short one', async () => {
    const { gateway, at, devices } = gatewayOf({ token: 'sixteen letters!' })
    await gateway.follow()
    expect(await (await connect(at('sixteen letters!'))).next()).toBe('hello')
    expect((await (await connect(at())).closed).code).toBe(4001)
    expect(await devices()).toMatchObject([{ id: 'environment', name: 'GATEWAY_TOKEN', mayApprove: false }])
    const short = gatewayOf({ token: 'fifteen letters' })
    await short.gateway.follow()
    expect(short.gateway.url()).toBeNull()
    expect(short.status()).toMatchObject({
      tag: 'failed',
      fault: { code: 'devices_token', message: expect.stringContaining('16 characters') as string },
    })
  })

  it('is open without a token only on request, and then on this computer only', async () => {
    const { gateway, status } = gatewayOf({ isOpen: true })
    await gateway.follow()
    expect(status()).toMatchObject({ isOpen: true })
    expect(await (await connect(`${gateway.url()}/events`)).next()).toBe('hello')
    expect(status()).toMatchObject({ guests: [{ device: null }] })
    const page = { origin: 'https://example.com' }
    await expect(connect(`${gateway.url()}/events`, page)).rejects.toThrow('403')
    const network = gatewayOf({ isOpen: true, host: '0.0.0.0' })
    await network.gateway.follow()
    expect(network.gateway.url()).toBeNull()
    expect(network.status()).toMatchObject({ tag: 'failed', fault: { code: 'devices_open' } })
  })

  // Other systems have to be configured first to have more than one loopback address.
  it.runIf(process.platform === 'linux')('is reachable where it says, at any of its addresses', async () => {
    const { gateway, at } = gatewayOf({ host: '127.0.0.2' })
    await gateway.follow()
    const guest = await connect(at())
    expect(await guest.next()).toBe('hello')
  })

  it('lists the first hundred guests, and counts the others', async () => {
    const { gateway, status, at } = gatewayOf()
    await gateway.follow()
    const guests = await Promise.all(Array.from({ length: 103 }, () => connect(at())))
    for (const guest of guests) await guest.next()
    const now = await status()
    expect(now).toMatchObject({ more: 3 })
    expect(now.tag === 'listening' && now.guests).toHaveLength(100)
  })

  it('accepts the network, with a token, and reports its address', async () => {
    const { gateway, status, at } = gatewayOf({ host: '0.0.0.0' })
    await gateway.follow()
    const port = Number(new URL(gateway.url()!).port)
    expect(status()).toMatchObject({ tag: 'listening', addresses: [`192.168.1.42:${port}`] })
    expect(await (await connect(at())).next()).toBe('hello')
    const stranger = await connect(`${gateway.url()}/events`)
    stranger.send('let me in')
    expect((await stranger.closed).code).toBe(4001)
  })

  it('pairs a device with its own token, which is accepted', async () => {
    const { gateway, status, devices } = gatewayOf({ host: '0.0.0.0' })
    await gateway.follow()
    const { link } = await gateway.handlers['gateway.pair']({ wire: 'voice-ide' })
    expect(link).toMatch(/^wss:\/\/192\.168\.1\.42:\d+\/events\?token=[\w-]{32}$/)
    expect(status()).toMatchObject({ tag: 'listening', codeWaits: true })
    expect(await devices()).toHaveLength(1)
    const token = new URL(link).searchParams.get('token')!
    // Only the address differs: this computer does not have the one in the link.
    const here = link.replace('192.168.1.42', '127.0.0.1')
    const guest = await connect(here, { rejectUnauthorized: false })
    expect(await guest.next()).toBe('hello')
    expect(status()).toMatchObject({ codeWaits: false })
    expect(await devices()).toMatchObject([
      { id: 'local', kind: 'local' },
      { kind: 'paired', wire: 'vela', name: 'Browser', mayApprove: false },
    ])
    expect(JSON.stringify(status())).not.toContain(token)
    const other = await gateway.handlers['gateway.pair']({ wire: 'vela' })
    expect(other.link).toMatch(/^https:\/\/192\.168\.1\.42:\d+\/vela#token=[\w-]{32}$/)
    expect(other.link).not.toContain(token)
    expect((await gateway.handlers['gateway.pair']({ wire: 'g2' })).link).toMatch(
      /^ws:\/\/192\.168\.1\.42:\d+\?token=[\w-]{32}$/,
    )
  })

  it('gives a link without TLS if it accepts only this computer', async () => {
    const { gateway } = gatewayOf()
    await gateway.follow()
    const linkFor = async (wire: 'voice-ide' | 'vela') =>
      (await gateway.handlers['gateway.pair']({ wire })).link
    const link = await linkFor('voice-ide')
    expect(link).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/events\?token=/)
    expect(await (await connect(link)).next()).toBe('hello')
    expect(await linkFor('vela')).toMatch(/^http:\/\/127\.0\.0\.1:/)
  })

  it('stores paired devices, and forgets them with all their connections on request', async () => {
    const before = gatewayOf()
    await before.gateway.follow()
    const { link } = await before.gateway.handlers['gateway.pair']({ wire: 'voice-ide' })
    const token = new URL(link).searchParams.get('token')!
    await before.gateway.close()
    const { gateway, devices, at } = gatewayOf({ secrets: before.secrets })
    await gateway.follow()
    const guest = await connect(at(token))
    expect(await guest.next()).toBe('hello')
    const own = await connect(at())
    expect(await own.next()).toBe('hello')
    await gateway.handlers['gateway.forget'](null)
    expect((await guest.closed).code).toBe(4003)
    // A client with another token is not affected.
    own.send('still here')
    expect(await own.next()).toBe('still here')
    expect(await devices()).toMatchObject([{ id: 'local' }])
    expect((await (await connect(at(token))).closed).code).toBe(4001)
  })

  it('forgets one device with its connections, and keeps the others', async () => {
    const { gateway, at, devices } = gatewayOf()
    await gateway.follow()
    const one = await paired(gateway)
    const first = await connect(at(one))
    await first.next()
    const second = await connect(at(await paired(gateway)))
    await second.next()
    const [, { id } = { id: '' }] = await devices()
    await gateway.handlers['gateway.device.forget']({ id })
    expect((await first.closed).code).toBe(4003)
    expect((await (await connect(at(one))).closed).code).toBe(4001)
    second.send('still here')
    expect(await second.next()).toBe('still here')
    expect(await devices()).toHaveLength(2)
  })

  it('lets a device approve only while the owner allows it, at once and after a restart', async () => {
    const before = gatewayOf()
    await before.gateway.follow()
    const token = await paired(before.gateway)
    await connect(before.at(token))
    await connect(before.at())
    const [socket, own] = before.wire.accepted
    expect([socket!.mayApprove(), own!.mayApprove()]).toEqual([false, false])
    const { id } = socket!.device
    const set = before.gateway.handlers['gateway.device.set']
    await set({ id, mayApprove: true, name: 'My glasses' })
    expect([socket!.mayApprove(), own!.mayApprove()]).toEqual([true, false])
    await set({ id: 'local', mayApprove: true })
    expect(own!.mayApprove()).toBe(true)
    await set({ id: 'local', mayApprove: false })
    expect(own!.mayApprove()).toBe(false)
    await before.gateway.close()

    const after = gatewayOf({ secrets: before.secrets })
    await after.gateway.follow()
    await connect(after.at(token))
    const [again] = after.wire.accepted
    expect(again!.device).toEqual({ id, name: 'My glasses', isShared: false })
    expect(again!.mayApprove()).toBe(true)
    await after.gateway.handlers['gateway.device.forget']({ id })
    expect(again!.mayApprove()).toBe(false)
    await expect(after.gateway.handlers['gateway.device.set']({ id, mayApprove: true })).rejects.toThrow(
      'no longer paired',
    )
  })

  it('knows the device of a client that sends its token in the first frame', async () => {
    const { gateway, wire } = gatewayOf()
    await gateway.follow()
    const token = await paired(gateway)
    const guest = await connect(`${gateway.url()}/events`)
    guest.send(JSON.stringify({ type: 'auth', token }))
    expect(await guest.next()).toBe('hello')
    expect(wire.accepted[0]!.device).toMatchObject({ name: 'Browser', isShared: false })
  })

  it('knows devices from before they had names, and lets none of them approve', async () => {
    const secrets = new Map([['gateway.paired', JSON.stringify(['an-old-token', { unused: 'an-old-code' }])]])
    const { gateway, at, devices, status } = gatewayOf({ secrets })
    await gateway.follow()
    expect(status()).toMatchObject({ codeWaits: true })
    expect(await (await connect(at('an-old-token'))).next()).toBe('hello')
    expect(await (await connect(at('an-old-code'))).next()).toBe('hello')
    expect(await devices()).toMatchObject([
      { id: 'local' },
      { name: 'Device 1', mayApprove: false, pairedAt: null },
      { name: 'Browser', mayApprove: false },
    ])
  })

  it('replaces an unused code by the next, but no paired device: the 21st is refused with a reason', async () => {
    const before = gatewayOf()
    await before.gateway.follow()
    const code = async (of: typeof before): Promise<string> => {
      const { link } = await of.gateway.handlers['gateway.pair']({ wire: 'voice-ide' })
      return `${of.gateway.url()}/events?token=${new URL(link).searchParams.get('token')!}`
    }
    const first = await code(before)
    const links: string[] = []
    for (let device = 0; device < 20; device++) {
      links.push(await code(before))
      await (await connect(links.at(-1)!)).close()
    }
    const unused = await connect(first)
    expect((await unused.closed).code).toBe(4001)
    await expect(code(before)).rejects.toThrow('20 devices are paired')
    expect(await before.devices()).toHaveLength(21)
    await before.gateway.close()
    const { gateway, devices } = gatewayOf({ secrets: before.secrets })
    await gateway.follow()
    expect(await devices()).toHaveLength(21)
    const oldest = await connect(`${gateway.url()}/events${new URL(links[0]!).search}`)
    expect(await oldest.next()).toBe('hello')
  })

  it('refuses a device from the moment it is forgotten, however long it takes to store that', async () => {
    let writing = Promise.resolve()
    const { gateway, at } = gatewayOf({ written: () => writing })
    await gateway.follow()
    const token = await paired(gateway)
    const guest = await connect(at(token))
    let resolveWrite = (): void => {}
    writing = new Promise((resolve) => (resolveWrite = resolve))
    const forgotten = gateway.handlers['gateway.forget'](null)
    expect((await guest.closed).code).toBe(4003)
    expect((await (await connect(at(token))).closed).code).toBe(4001)
    resolveWrite()
    await forgotten
  })

  it('refuses it if the change cannot be stored, and reports that', async () => {
    let written = true
    const { gateway, at } = gatewayOf({
      written: () => (written ? Promise.resolve() : Promise.reject(new Error('The disk is full.'))),
    })
    await gateway.follow()
    const token = await paired(gateway)
    written = false
    await expect(gateway.handlers['gateway.forget'](null)).rejects.toThrow('The disk is full.')
    expect((await (await connect(at(token))).closed).code).toBe(4001)
  })

  it('follows the settings, and is off when they say so', async () => {
    const { gateway, settings, status, at } = gatewayOf()
    await gateway.follow()
    const guest = await connect(at())
    await guest.next()
    settings.gateway = 'off'
    await gateway.follow()
    expect((await guest.closed).code).toBe(1001)
    expect(status()).toEqual({ tag: 'off' })
    await expect(gateway.handlers['gateway.pair']({ wire: 'g2' })).rejects.toMatchObject({
      fault: { code: 'bad_request' },
    })
    settings.gateway = 'on'
    await gateway.follow()
    expect(gateway.url()).not.toBeNull()
  })

  it('reports that another program uses its port, and continues when it is free again', async () => {
    const port = await freePort()
    const first = gatewayOf({ port })
    await first.gateway.follow()
    const clock = createFakeClock()
    const second = gatewayOf({ port, clock })
    await second.gateway.follow()
    expect(second.status()).toMatchObject({ tag: 'failed', fault: { code: 'devices_port', retryable: true } })
    await first.gateway.close()
    clock.advance(5_000)
    // It follows the attempt that has just started.
    await second.gateway.follow()
    expect(second.gateway.url()).toBe(`ws://127.0.0.1:${port}`)
  })
})
