// Other devices in every state, by the name that the address gives it: ?devices=none|off|failed|some|network|open
import type { GatewayStatus, Guest, KnownDevice, Pairing } from '../../src/shared/gateway-status.ts'
import { gatewayWireOf, type GuestWire } from '../../src/shared/wire/registry.ts'

const at = Date.now()

const device = (part: Partial<KnownDevice>): KnownDevice => ({
  id: 'local',
  name: 'This computer',
  kind: 'local',
  wire: null,
  pairedAt: null,
  lastSeen: null,
  mayApprove: false,
  ...part,
})
const own = device({})
const phone = device({
  id: '2',
  name: 'Browser on iPhone',
  kind: 'paired',
  wire: 'vela',
  pairedAt: at - 900_000_000,
  lastSeen: at - 90_000_000,
  mayApprove: true,
})
const glasses = device({
  id: '1',
  name: 'Glasses',
  kind: 'paired',
  wire: 'g2',
  pairedAt: at - 700_000,
  lastSeen: at - 600_000,
})
const older = device({ id: '3', name: 'Device 3', kind: 'paired' })

const here = {
  tag: 'listening' as const,
  url: 'http://127.0.0.1:8765',
  addresses: [],
  isOpen: false,
  devices: [own],
  codeWaits: false,
  guests: [],
  more: 0,
}

const guests: Guest[] = [
  {
    id: '1',
    device: glasses,
    title: 'G2 glasses',
    address: '192.168.1.31',
    agent: null,
    since: at - 600_000,
    state: 'listening',
  },
  {
    id: '2',
    device: phone,
    title: 'Browser',
    address: '192.168.1.44',
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    since: at - 90_000_000,
    state: 'thinking',
  },
  {
    id: '3',
    device: own,
    title: 'VoiceIDE',
    address: '127.0.0.1',
    agent: 'VoiceIDE/2.0',
    since: at - 5000,
    state: 'idle',
  },
]

const scenes: Record<string, GatewayStatus> = {
  none: here,
  off: { tag: 'off' },
  failed: {
    tag: 'failed',
    fault: {
      code: 'devices_port',
      message: 'Another program uses port 8765, so other devices cannot connect.',
      remedy: 'Stop that program, or choose another port in the settings.',
      retryable: true,
    },
  },
  some: { ...here, devices: [own, glasses], guests: guests.slice(2) },
  network: {
    ...here,
    addresses: ['192.168.1.20:8765'],
    devices: [own, glasses, phone, older],
    guests,
  },
  open: { ...here, isOpen: true },
}

export const gatewayScene = (name: string): GatewayStatus => scenes[name] ?? here

export function pairingScene(wire: GuestWire, host: string): Pairing {
  const isLoopback = host !== '0.0.0.0'
  return {
    link: gatewayWireOf(wire).pairing.link({
      host: isLoopback ? '127.0.0.1:8765' : '192.168.1.20:8765',
      isLoopback,
      token: 'Zk3v0Q8xw1cYp5TnB7sLr2MhJd9GfUaE6iXoKtVbRyA',
    }),
  }
}
