// Other devices in every state, by the name that the address gives it: ?devices=none|off|failed|some|network|waiting
import type { GatewayStatus, Guest, GuestWire, Pairing } from '../../src/shared/gateway-status.ts'
import { gatewayPaths, VELA_PAGE_PATH } from '../../src/shared/wire/gateway.ts'

const here = {
  tag: 'listening' as const,
  url: 'http://127.0.0.1:8765',
  addresses: [],
  needsToken: false,
  paired: 0,
  codeWaits: false,
  guests: [],
  more: 0,
}

const at = Date.now()
const guests: Guest[] = [
  {
    id: '1',
    title: 'G2 glasses',
    address: '192.168.1.31',
    agent: null,
    since: at - 600_000,
    state: 'listening',
  },
  {
    id: '2',
    title: 'Browser',
    address: '192.168.1.44',
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    since: at - 90_000_000,
    state: 'thinking',
  },
  {
    id: '3',
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
      message: 'Another program already listens on port 8765, so other devices cannot connect.',
      remedy: 'Stop that program, or choose another port in the settings.',
      retryable: true,
    },
  },
  some: { ...here, needsToken: true, paired: 1, guests: guests.slice(2) },
  network: {
    ...here,
    addresses: ['192.168.1.20:8765'],
    needsToken: true,
    paired: 3,
    guests,
  },
  waiting: {
    tag: 'failed',
    fault: {
      code: 'devices_token',
      message: 'Others in the network may only connect with a token, and none is set.',
      remedy: 'Pair a device, or set GATEWAY_TOKEN.',
      retryable: false,
    },
  },
}

export const gatewayScene = (name: string): GatewayStatus => scenes[name] ?? here

export function pairingScene(wire: GuestWire, host: string): Pairing {
  const to = host === '0.0.0.0' ? '192.168.1.20:8765' : '127.0.0.1:8765'
  const token = 'Zk3v0Q8xw1cYp5TnB7sLr2MhJd9GfUaE6iXoKtVbRyA'
  const secured = host === '0.0.0.0' ? 's' : ''
  if (wire === 'vela') return { link: `http${secured}://${to}${VELA_PAGE_PATH}#token=${token}` }
  const scheme = wire === 'voice-ide' ? `ws${secured}` : 'ws'
  return { link: `${scheme}://${to}${gatewayPaths[wire]}?token=${token}` }
}
