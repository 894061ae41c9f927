// Every wire Parley speaks. To add one, describe it in a file of this folder, list it here, and write
// docs/protocols/ID.md. A wire of the gateway also needs a server (main/gateways/wire-servers.ts) and a test client
// (client/wires.ts); the compiler asks for both.
import { gangliaWire } from './ganglia-protocol.ts'
import { g2Wire } from './g2.ts'
import { localRoomWire } from './local-room-protocol.ts'
import { openClawWire } from './openclaw-gateway.ts'
import { parleyEventsWire } from './parley-events.ts'
import type { Wire } from './protocol.ts'
import { velaWire } from './vela.ts'
import { voiceIdeWire } from './voice-ide-typed.ts'

/** The wires that guests of the gateway speak. */
export const gatewayWires = [g2Wire, velaWire, voiceIdeWire] as const

export type GuestWire = (typeof gatewayWires)[number]['id']
export const guestWires = gatewayWires.map(({ id }) => id)

export const gatewayWireOf = (id: GuestWire): (typeof gatewayWires)[number] =>
  gatewayWires.find((wire) => wire.id === id)!

/** Every wire, in the order of the documentation. */
export const wires: readonly Wire[] = [
  gangliaWire,
  parleyEventsWire,
  localRoomWire,
  ...gatewayWires,
  openClawWire,
]

/** Every message format, one JSON Schema each. */
export const protocols = wires.flatMap((wire) => wire.protocols)
