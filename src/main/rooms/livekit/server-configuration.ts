// What a LiveKit server on this computer is told: to listen here alone, or in one network besides, and to ask nobody
// outside for anything.
import type { LanAddress } from './lan-address.ts'

const LOOPBACK = '127.0.0.1'

interface Wanted {
  port: number
  udpPort: number
  key: string
  secret: string
  /** The network that may join; null for this computer alone. */
  lan: LanAddress | null
  loopbackCard: string
}

/** As JSON, which is YAML too. */
export function serverConfiguration({ port, udpPort, key, secret, lan, loopbackCard }: Wanted): string {
  return JSON.stringify({
    port,
    bind_addresses: lan ? [LOOPBACK, lan.address] : [LOOPBACK],
    keys: { [key]: secret },
    logging: { level: 'error' },
    rtc: {
      udp_port: udpPort,
      // Where it is set, every network card is listened on.
      tcp_port: 0,
      use_external_ip: false,
      node_ip: lan?.address ?? LOOPBACK,
      enable_loopback_candidate: !lan,
      // Without any, clients are told of public ones.
      stun_servers: [`${LOOPBACK}:3478`],
      interfaces: { includes: [lan?.card ?? loopbackCard] },
    },
  })
}
