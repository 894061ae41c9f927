// The gateway as the app has it: it follows the settings, needs a token for the network, and pairs devices.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../src/core/ports.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '../../src/main/gateways/certificate.ts'
import { openGateway, type Gateway } from '../../src/main/gateways/open-gateway.ts'
import { createTokens } from '../../src/main/gateways/tokens.ts'
import { systemClock } from '../../src/main/clock.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { createEchoWire } from '../fakes/echo-wire.ts'
import { connect } from '../fakes/gateway-in-test.ts'
import { freePort } from '../free-port.ts'

const open: Gateway[] = []
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.close()
})

interface Options {
  host?: string
  port?: number
  token?: string | null
  secrets?: Map<string, string>
  /** When secrets are on disk. */
  written?: () => Promise<void>
  clock?: Clock
}

function gatewayOf({
  host = '127.0.0.1',
  port = 0,
  token = null,
  secrets = new Map(),
  written = async () => {},
  clock = systemClock,
}: Options = {}) {
  const settings = { gateway: 'on' as 'on' | 'off', gatewayHost: host, gatewayPort: port }
  const gateway = openGateway({
    settings: () => settings,
    tokens: createTokens({
      secrets: {
        get: (name) => secrets.get(name) ?? null,
        set: (name, value) => void (value === null ? secrets.delete(name) : secrets.set(name, value)),
        written,
      },
      fromEnvironment: token,
      sameSecret: (given, expected) => given === expected,
      onError: () => {},
    }),
    wires: [createEchoWire('/events')],
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
  return { gateway, settings, secrets, status: () => gateway.handlers['gateway.status'](null) }
}

describe('the gateway', () => {
  it('is for this computer alone, and needs no token there', async () => {
    const { gateway, status } = gatewayOf()
    await gateway.follow()
    expect(gateway.url()).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/)
    expect(status()).toMatchObject({ tag: 'listening', addresses: [], needsToken: false, guests: [] })
    const guest = await connect(`${gateway.url()}/events`)
    expect(await guest.next()).toBe('hello')
  })

  // Elsewhere this computer has to be told first that it has more addresses than one.
  it.runIf(process.platform === 'linux')(
    'is found where it says, at whichever of its addresses',
    async () => {
      const { gateway } = gatewayOf({ host: '127.0.0.2' })
      await gateway.follow()
      const guest = await connect(`${gateway.url()}/events`)
      expect(await guest.next()).toBe('hello')
    },
  )

  it('lists the first hundred who are there, and counts the others', async () => {
    const { gateway, status } = gatewayOf()
    await gateway.follow()
    const guests = await Promise.all(Array.from({ length: 103 }, () => connect(`${gateway.url()}/events`)))
    for (const guest of guests) await guest.next()
    const now = await status()
    expect(now).toMatchObject({ more: 3 })
    expect(now.tag === 'listening' && now.guests).toHaveLength(100)
  })

  it('listens at no other address without a token', async () => {
    const { gateway, status } = gatewayOf({ host: '0.0.0.0' })
    await gateway.follow()
    expect(gateway.url()).toBeNull()
    expect(status()).toMatchObject({ tag: 'failed', fault: { code: 'devices_token' } })
  })

  it('opens to the network with a token, and says where it is', async () => {
    const { gateway, status } = gatewayOf({ host: '0.0.0.0', token: 'secret' })
    await gateway.follow()
    const port = Number(new URL(gateway.url()!).port)
    expect(status()).toMatchObject({
      tag: 'listening',
      addresses: [`192.168.1.42:${port}`],
      needsToken: true,
    })
    const guest = await connect(`${gateway.url()}/events?token=secret`)
    expect(await guest.next()).toBe('hello')
  })

  it('pairs a device with a token of its own, which lets it in, and lets the network in', async () => {
    const { gateway, status } = gatewayOf({ host: '0.0.0.0' })
    await gateway.follow()
    const { link } = await gateway.handlers['gateway.pair']({ wire: 'voice-ide' })
    expect(link).toMatch(/^wss:\/\/192\.168\.1\.42:\d+\/events\?token=[\w-]{32}$/)
    expect(status()).toMatchObject({ tag: 'listening', needsToken: true, paired: 0, codeWaits: true })
    const token = new URL(link).searchParams.get('token')!
    // Only the address is another: this computer is not really at the one in the link.
    const here = link.replace('192.168.1.42', '127.0.0.1')
    const guest = await connect(here, { rejectUnauthorized: false })
    expect(await guest.next()).toBe('hello')
    expect(status()).toMatchObject({ paired: 1, codeWaits: false })
    const other = await gateway.handlers['gateway.pair']({ wire: 'vela' })
    expect(other.link).toMatch(/^https:\/\/192\.168\.1\.42:\d+\/vela#token=[\w-]{32}$/)
    expect(other.link).not.toContain(token)
    expect((await gateway.handlers['gateway.pair']({ wire: 'g2' })).link).toMatch(
      /^ws:\/\/192\.168\.1\.42:\d+\?token=[\w-]{32}$/,
    )
  })

  it('gives a link without TLS where only this computer is let in', async () => {
    const { gateway } = gatewayOf()
    await gateway.follow()
    const linkFor = async (wire: 'voice-ide' | 'vela') =>
      (await gateway.handlers['gateway.pair']({ wire })).link
    const link = await linkFor('voice-ide')
    expect(link).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/events\?token=/)
    expect(await (await connect(link)).next()).toBe('hello')
    expect(await linkFor('vela')).toMatch(/^http:\/\/127\.0\.0\.1:/)
  })

  it('remembers paired devices, and forgets them with all their connections when asked', async () => {
    const before = gatewayOf()
    await before.gateway.follow()
    const { link } = await before.gateway.handlers['gateway.pair']({ wire: 'voice-ide' })
    const token = new URL(link).searchParams.get('token')!
    await before.gateway.close()
    const { gateway, status } = gatewayOf({ secrets: before.secrets })
    await gateway.follow()
    const guest = await connect(`${gateway.url()}/events?token=${token}`)
    expect(await guest.next()).toBe('hello')
    await gateway.handlers['gateway.forget'](null)
    expect((await guest.closed).code).toBe(4003)
    expect(status()).toMatchObject({ paired: 0, needsToken: false })
  })

  it('forgets a code that nobody used with the next, and no device for a code: the 21st is refused in words', async () => {
    const before = gatewayOf()
    await before.gateway.follow()
    const code = async (of: typeof before): Promise<string> => {
      const { link } = await of.gateway.handlers['gateway.pair']({ wire: 'voice-ide' })
      return `${of.gateway.url()}/events?token=${new URL(link).searchParams.get('token')!}`
    }
    const first = await code(before)
    const devices: string[] = []
    for (let device = 0; device < 20; device++) {
      devices.push(await code(before))
      await (await connect(devices.at(-1)!)).close()
    }
    const unused = await connect(first)
    expect((await unused.closed).code).toBe(4001)
    await expect(code(before)).rejects.toThrow('20 devices are paired already')
    expect(before.status()).toMatchObject({ paired: 20 })
    await before.gateway.close()
    const { gateway, status } = gatewayOf({ secrets: before.secrets })
    await gateway.follow()
    expect(status()).toMatchObject({ paired: 20 })
    const oldest = await connect(`${gateway.url()}/events${new URL(devices[0]!).search}`)
    expect(await oldest.next()).toBe('hello')
  })

  it('shuts the network out again with the last token', async () => {
    const { gateway, status } = gatewayOf({ host: '0.0.0.0' })
    await gateway.follow()
    await gateway.handlers['gateway.pair']({ wire: 'g2' })
    expect(gateway.url()).not.toBeNull()
    await gateway.handlers['gateway.forget'](null)
    expect(gateway.url()).toBeNull()
    expect(status()).toMatchObject({ tag: 'failed', fault: { code: 'devices_token' } })
  })

  it('lets nobody in from the moment the last token is forgotten, however long it takes to write that down', async () => {
    let writing = Promise.resolve()
    const { gateway } = gatewayOf({ host: '0.0.0.0', written: () => writing })
    await gateway.follow()
    const { link } = await gateway.handlers['gateway.pair']({ wire: 'voice-ide' })
    const address = `${gateway.url()}/events`
    const guest = await connect(`${address}?token=${new URL(link).searchParams.get('token')!}`)
    let goOn = (): void => {}
    writing = new Promise((resolve) => (goOn = resolve))
    const forgotten = gateway.handlers['gateway.forget'](null)
    expect((await guest.closed).code).toBe(4003)
    const headers = { host: 'localhost' }
    const anybody = await connect(address, { headers })
    anybody.send('let me in')
    expect((await anybody.closed).code).toBe(4001)
    // Nor does it stay open to them when it is looked at again meanwhile.
    await gateway.follow()
    expect(gateway.url()).toBeNull()
    goOn()
    await forgotten
  })

  it('shuts the network out where it cannot be written down that the last token is forgotten', async () => {
    let written = true
    const { gateway } = gatewayOf({
      host: '0.0.0.0',
      written: () => (written ? Promise.resolve() : Promise.reject(new Error('The disk is full.'))),
    })
    await gateway.handlers['gateway.pair']({ wire: 'g2' })
    written = false
    await expect(gateway.handlers['gateway.forget'](null)).rejects.toThrow('The disk is full.')
    expect(gateway.url()).toBeNull()
  })

  it('follows the settings, and is off when they say so', async () => {
    const { gateway, settings, status } = gatewayOf()
    await gateway.follow()
    const guest = await connect(`${gateway.url()}/events`)
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

  it('says so when another program has its port, and goes on when it is free again', async () => {
    const port = await freePort()
    const first = gatewayOf({ port })
    await first.gateway.follow()
    const clock = createFakeClock()
    const second = gatewayOf({ port, clock })
    await second.gateway.follow()
    expect(second.status()).toMatchObject({ tag: 'failed', fault: { code: 'devices_port', retryable: true } })
    await first.gateway.close()
    clock.advance(5_000)
    // It takes its turn after the try that was just begun.
    await second.gateway.follow()
    expect(second.gateway.url()).toBe(`ws://127.0.0.1:${port}`)
  })
})
