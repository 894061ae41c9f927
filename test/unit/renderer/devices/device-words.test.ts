import { describe, expect, it } from 'vitest'
import {
  gatewayWords,
  isOnlyHere,
  isPairable,
  itemWords,
  moreWords,
  forgetWords,
  pairedWords,
  sinceWords,
  trustWords,
} from '../../../../src/renderer/devices/device-words.ts'
import { isLoopback } from '../../../../src/renderer/devices/loopback.ts'
import type { GatewayStatus, Guest } from '../../../../src/shared/gateway-status.ts'

type Listening = Extract<GatewayStatus, { tag: 'listening' }>

const guest = (id: string): Guest => ({
  id,
  title: 'G2 glasses',
  address: '192.168.1.31',
  agent: null,
  since: 0,
  state: 'idle',
})
const listening = (part: Partial<Listening> = {}): Listening => ({
  tag: 'listening',
  url: 'http://127.0.0.1:8765',
  addresses: [],
  needsToken: false,
  paired: 0,
  codeWaits: false,
  guests: [],
  more: 0,
  ...part,
})
const failed: Extract<GatewayStatus, { tag: 'failed' }> = {
  tag: 'failed',
  fault: { code: 'internal', message: 'The port is taken.', remedy: 'Choose another.', retryable: true },
}

describe('other devices in the status bar', () => {
  it('are counted', () => {
    expect(itemWords(listening())).toEqual({
      label: 'none connected',
      heading: 'No other device is connected',
    })
    expect(itemWords(listening({ guests: [guest('1')] }))).toEqual({
      label: '1 connected',
      heading: '1 device is connected',
    })
    expect(itemWords(listening({ guests: [guest('1'), guest('2')] })).heading).toBe('2 devices are connected')
  })

  it('are counted though not all are listed, and it is said how many are not named', () => {
    const many = listening({ guests: [guest('1'), guest('2')], more: 1898 })
    expect(itemWords(many)).toEqual({ label: '1900 connected', heading: '1900 devices are connected' })
    expect(moreWords(1900, 5)).toBe('and 1895 more')
    expect([moreWords(5, 5), moreWords(2, 5)]).toEqual([null, null])
  })

  it('are said to be off or in trouble, and to be none while nothing is known', () => {
    expect(itemWords({ tag: 'off' }).label).toBe('off')
    expect(itemWords(failed).label).toBe('cannot connect')
    expect(itemWords(null).label).toBe('none connected')
  })
})

describe('who can connect', () => {
  const open = { addresses: ['http://192.168.1.20:8765'], needsToken: true }

  it('is this computer, and on it everybody until a token is asked for', () => {
    const words = gatewayWords(listening(), '127.0.0.1')
    expect(words).toMatchObject({ words: 'On this computer only', look: 'good' })
    expect(words.explained).not.toContain('paired')
    expect(gatewayWords(listening({ needsToken: true }), '127.0.0.1').explained).toContain('paired')
  })

  it('is the network once it has an address there', () => {
    expect(gatewayWords(listening(open), '0.0.0.0')).toMatchObject({
      words: 'Open to your network',
      look: 'good',
    })
  })

  it('is nobody until there is a token where the network is to be let in, which is no trouble but waits', () => {
    const waiting: GatewayStatus = { ...failed, fault: { ...failed.fault, code: 'devices_token' } }
    expect(gatewayWords(waiting, '0.0.0.0')).toMatchObject({
      words: 'Opens to your network once a device is paired',
      look: 'busy',
    })
    expect(itemWords(waiting).label).toBe('none paired')
    expect([isPairable(waiting), isPairable(failed), isPairable({ tag: 'off' })]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is this computer where it is in no network, which is said too', () => {
    expect(gatewayWords(listening(), '0.0.0.0').explained).toContain('no network was found')
  })

  it('is nobody while it is off or has failed, which do not look the same', () => {
    expect(gatewayWords({ tag: 'off' }, '127.0.0.1').look).toBe('off')
    expect(gatewayWords(failed, '127.0.0.1').look).toBe('bad')
  })
})

describe('a link for a device', () => {
  it('is for this computer alone where it leads back to it', () => {
    for (const link of [
      'http://127.0.0.1:8765/vela#token=x',
      'ws://localhost:8765/?token=x',
      'ws://[::1]:8765/events?token=x',
      'https://127.1.2.3/',
    ])
      expect(isOnlyHere(link), link).toBe(true)
    for (const link of ['ws://192.168.1.20:8765/', 'http://127.0.0.1.example.org/', 'no link'])
      expect(isOnlyHere(link), link).toBe(false)
  })

  it('has to be trusted where this computer alone vouches for it', () => {
    expect(trustWords('https://192.168.1.20:8765/vela#token=x')).toContain('browser will warn')
    expect(trustWords('wss://192.168.1.20:8765/events?token=x')).toContain('trust the certificate')
    expect(trustWords('http://127.0.0.1:8765/vela#token=x')).toBeNull()
    expect(trustWords('ws://192.168.1.20:8765?token=x')).toBeNull()
  })
})

it('A host is this computer alone only where nobody else can reach it', () => {
  for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST', '::1', '[::1]', '127.0.0.2'])
    expect(isLoopback(host), host).toBe(true)
  for (const host of ['0.0.0.0', '::', '192.168.1.20', '1127.0.0.1', 'localhost.example.org', ''])
    expect(isLoopback(host), host).toBe(false)
})

it('How many devices may come back is said in a sentence', () => {
  expect(pairedWords(0, false)).toBe('No device is paired.')
  expect(pairedWords(1, false)).toContain('One device')
  expect(pairedWords(3, true)).toMatch(/^3 devices.*A code waits for its device\.$/)
  expect(forgetWords(0)).toEqual({ what: 'Take the code back', all: 'the code' })
  expect(forgetWords(3)).toEqual({ what: 'Forget paired devices', all: 'all 3' })
})

it('Since when somebody is there has a day only where it is not today', () => {
  const noon = new Date(2026, 3, 14, 12, 0).getTime()
  expect(sinceWords(noon - 3_600_000, noon)).not.toContain('14')
  expect(sinceWords(noon - 86_400_000, noon)).toContain('13')
})
