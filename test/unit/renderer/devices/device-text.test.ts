import { describe, expect, it } from 'vitest'
import {
  gatewayText,
  isOnlyHere,
  itemText,
  moreText,
  forgetText,
  knownText,
  pairedText,
  sinceText,
  trustText,
} from '../../../../src/renderer/devices/device-text.ts'
import { isLoopback } from '../../../../src/base/host-address.ts'
import type { GatewayStatus, Guest } from '../../../../src/shared/gateway-status.ts'

type Listening = Extract<GatewayStatus, { tag: 'listening' }>

const guest = (id: string): Guest => ({
  id,
  device: null,
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
  isOpen: false,
  devices: [],
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
    expect(itemText(listening())).toEqual({
      label: 'none connected',
      heading: 'No other device is connected',
    })
    expect(itemText(listening({ guests: [guest('1')] }))).toEqual({
      label: '1 connected',
      heading: '1 device is connected',
    })
    expect(itemText(listening({ guests: [guest('1'), guest('2')] })).heading).toBe('2 devices are connected')
  })

  it('are counted even if not all are listed', () => {
    const many = listening({ guests: [guest('1'), guest('2')], more: 1898 })
    expect(itemText(many)).toEqual({ label: '1900 connected', heading: '1900 devices are connected' })
    expect(moreText(1900, 5)).toBe('and 1895 more')
    expect([moreText(5, 5), moreText(2, 5)]).toEqual([null, null])
  })

  it('are off, failed, or none while nothing is known', () => {
    expect(itemText({ tag: 'off' }).label).toBe('off')
    expect(itemText(failed).label).toBe('cannot connect')
    expect(itemText(null).label).toBe('none connected')
  })
})

describe('who can connect', () => {
  const open = { addresses: ['http://192.168.1.20:8765'] }

  it('is this computer, with a token', () => {
    const text = gatewayText(listening(), '127.0.0.1')
    expect(text).toMatchObject({ text: 'On this computer only', look: 'good' })
    expect(text.explained).toContain('with a token')
  })

  it('is every program if access is open, which is a warning', () => {
    const text = gatewayText(listening({ isOpen: true }), '127.0.0.1')
    expect(text).toMatchObject({ text: 'Open to every program on this computer', look: 'bad' })
    expect(text.explained).toContain('--gateway-open')
  })

  it('is the network once it has an address there', () => {
    expect(gatewayText(listening(open), '0.0.0.0')).toMatchObject({
      text: 'Open to your network',
      look: 'good',
    })
  })

  it('is this computer if there is no network', () => {
    expect(gatewayText(listening(), '0.0.0.0').explained).toContain('found no network')
  })

  it('is nobody while it is off or has failed, which look different', () => {
    expect(gatewayText({ tag: 'off' }, '127.0.0.1').look).toBe('off')
    expect(gatewayText(failed, '127.0.0.1').look).toBe('bad')
  })
})

describe('a link for a device', () => {
  it('works only on this computer if it leads to loopback', () => {
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

  it('explains a self-signed certificate', () => {
    expect(trustText('https://192.168.1.20:8765/vela#token=x')).toContain('browser warns')
    expect(trustText('wss://192.168.1.20:8765/events?token=x')).toContain('trust the certificate')
    expect(trustText('http://127.0.0.1:8765/vela#token=x')).toBeNull()
    expect(trustText('ws://192.168.1.20:8765?token=x')).toBeNull()
  })
})

it('only loopback hosts are this computer', () => {
  for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST', '::1', '[::1]', '127.0.0.2'])
    expect(isLoopback(host), host).toBe(true)
  for (const host of ['0.0.0.0', '::', '192.168.1.20', '1127.0.0.1', 'localhost.example.org', ''])
    expect(isLoopback(host), host).toBe(false)
})

it('says how many devices are paired', () => {
  expect(pairedText(0, false)).toBe('No device is paired.')
  expect(pairedText(1, false)).toContain('One device')
  expect(pairedText(3, true)).toMatch(/^3 devices.*One pairing code has not been used yet\.$/)
  expect(forgetText(0)).toEqual({ what: 'Cancel the code', all: 'the code' })
  expect(forgetText(3)).toEqual({ what: 'Forget paired devices', all: 'all 3' })
})

it('a time has a date only if it is not today', () => {
  const noon = new Date(2026, 3, 14, 12, 0).getTime()
  expect(sinceText(noon - 3_600_000, noon)).not.toContain('14')
  expect(sinceText(noon - 86_400_000, noon)).toContain('13')
})

it('describes a token holder in one line', () => {
  const noon = new Date(2026, 3, 14, 12, 0).getTime()
  const device = {
    id: '1',
    name: 'Glasses',
    kind: 'paired',
    wire: 'g2',
    pairedAt: noon - 86_400_000,
    lastSeen: null,
    mayApprove: false,
  } as const
  expect(knownText(device, noon)).toMatch(/^Glasses, paired .*13.*, not seen yet$/)
  expect(knownText({ ...device, wire: null, pairedAt: null, lastSeen: noon }, noon)).toMatch(
    /^paired with an earlier version, last seen /,
  )
  expect(knownText({ ...device, kind: 'local' }, noon)).toContain('this profile’s token')
  expect(knownText({ ...device, kind: 'environment' }, noon)).toContain('token you set')
})
