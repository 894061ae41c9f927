// This computer in its network: the address others reach it by, and free ports.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import { isPrivateAddress } from '../../../base/host-address.ts'

export type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

export interface LanAddress {
  /** The system's name of the network card. */
  card: string
  address: string
}

/** Cards that programs made for themselves: no phone is in their networks. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|tun|tap|utun|wg|tailscale|zt|awdl|llw|lxc|cni)/i

const addressesOf = (interfaces: Interfaces, internal: boolean): LanAddress[] =>
  Object.entries(interfaces).flatMap(([card, infos = []]) =>
    infos
      .filter((info) => info.family === 'IPv4' && info.internal === internal)
      .map(({ address }) => ({ card, address })),
  )

/** The likeliest address: a real card before a virtual one, a private network before others. */
export function lanAddress(interfaces: Interfaces): LanAddress | null {
  const rank = ({ card, address }: LanAddress): number =>
    (VIRTUAL.test(card) ? 2 : 0) + (isPrivateAddress(address) ? 0 : 1)
  const usable = addressesOf(interfaces, false).filter(({ address }) => !address.startsWith('169.254.'))
  return usable.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

/** The system's name of the loopback card. */
export const loopbackCard = (interfaces: Interfaces): string =>
  addressesOf(interfaces, true).find(({ address }) => address === '127.0.0.1')?.card ?? 'lo'

const HOST = '127.0.0.1'

/** The preferred port if it is free, otherwise any free one. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer().listen(preferred, HOST)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (preferred === 0) throw error
    return freePort()
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, HOST)
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}
