import { describe, expect, it } from 'vitest'
import {
  lanAddress,
  loopbackCard,
  type Interfaces,
} from '../../../../../src/main/rooms/livekit/local-network.ts'
import { serverConfiguration } from '../../../../../src/main/rooms/livekit/server-configuration.ts'

const card = (address: string, internal = false): NonNullable<Interfaces[string]> => [
  {
    address,
    internal,
    family: 'IPv4',
    netmask: '255.255.255.0',
    mac: '00:00:00:00:00:00',
    cidr: `${address}/24`,
  },
]
const loopback = { lo0: card('127.0.0.1', true) }

describe('the address of this computer in its network', () => {
  it('belongs to a real network card, not to a virtual one', () => {
    const cards = { ...loopback, docker0: card('172.17.0.1'), wlan0: card('192.168.1.20') }
    expect(lanAddress(cards)).toEqual({ card: 'wlan0', address: '192.168.1.20' })
  })

  it('is a private one before any other', () => {
    expect(lanAddress({ eth0: card('203.0.113.9'), eth1: card('10.1.2.3') })?.address).toBe('10.1.2.3')
    expect(lanAddress({ eth0: card('203.0.113.9') })?.address).toBe('203.0.113.9')
  })

  it('is none without a network or an address', () => {
    expect(lanAddress({ ...loopback, eth0: card('169.254.3.4') })).toBeNull()
  })

  it('is not the loopback address, whose card has another name on every system', () => {
    expect(loopbackCard(loopback)).toBe('lo0')
    expect(loopbackCard({})).toBe('lo')
  })
})

describe('the configuration of a server on this computer', () => {
  const keys = { port: 7880, udpPort: 7882, key: 'k', secret: 's', loopbackCard: 'lo' }
  const read = (text: string): { bind_addresses: string[]; rtc: Record<string, unknown> } =>
    JSON.parse(text) as never

  it('listens on this computer only, and contacts nobody outside', () => {
    const { bind_addresses: bound, rtc } = read(serverConfiguration({ ...keys, lan: null }))
    expect(bound).toEqual(['127.0.0.1'])
    expect(rtc).toMatchObject({
      node_ip: '127.0.0.1',
      tcp_port: 0,
      use_external_ip: false,
      enable_loopback_candidate: true,
      stun_servers: ['127.0.0.1:3478'],
      interfaces: { includes: ['lo'] },
    })
  })

  it('listens in one network too on request, and in no other', () => {
    const lan = { card: 'wlan0', address: '192.168.1.20' }
    const { bind_addresses: bound, rtc } = read(serverConfiguration({ ...keys, lan }))
    expect(bound).toEqual(['127.0.0.1', '192.168.1.20'])
    expect(rtc).toMatchObject({ node_ip: '192.168.1.20', tcp_port: 0, interfaces: { includes: ['wlan0'] } })
  })
})
