// The configuration of a LiveKit server on this computer: it listens on this computer alone, or in one network too, and
// contacts nobody outside.
import type { LanAddress } from './local-network.ts'

const LOOPBACK = '127.0.0.1'

interface Wanted {
  port: number
  udpPort: number
  key: string
  secret: string
  /** The network whose devices may join; null for this computer alone. */
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
      // Any other value makes it listen on every network card.
      tcp_port: 0,
      use_external_ip: false,
      node_ip: lan?.address ?? LOOPBACK,
      enable_loopback_candidate: !lan,
      // Without one, it tells clients to use public servers.
      stun_servers: [`${LOOPBACK}:3478`],
      interfaces: { includes: [lan?.card ?? loopbackCard] },
    },
  })
}
