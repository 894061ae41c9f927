// Which of this computer's addresses others in its network reach it by.
import type { NetworkInterfaceInfo } from 'node:os'

export type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

export interface LanAddress {
  /** What the system calls the network card. */
  card: string
  address: string
}

/** Made by programs for themselves: nobody's phone is there. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|tun|tap|utun|wg|tailscale|zt|awdl|llw|lxc|cni)/i
const HOME = /^(192\.168\.|10\.|172\.(1[6-9]|2\d|3[01])\.)/

const addressesOf = (interfaces: Interfaces, internal: boolean): LanAddress[] =>
  Object.entries(interfaces).flatMap(([card, infos = []]) =>
    infos
      .filter((info) => info.family === 'IPv4' && info.internal === internal)
      .map(({ address }) => ({ card, address })),
  )

/** The likeliest one, since people are told one address: a real card before a virtual one, a home network before others. */
export function lanAddress(interfaces: Interfaces): LanAddress | null {
  const rank = ({ card, address }: LanAddress): number =>
    (VIRTUAL.test(card) ? 2 : 0) + (HOME.test(address) ? 0 : 1)
  const usable = addressesOf(interfaces, false).filter(({ address }) => !address.startsWith('169.254.'))
  return usable.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

/** What the system calls this computer's way to itself. */
export const loopbackCard = (interfaces: Interfaces): string =>
  addressesOf(interfaces, true).find(({ address }) => address === '127.0.0.1')?.card ?? 'lo'
