// The servers of all wires of the gateway: one entry per wire of the registry.
import { gatewayWires, type GuestWire } from '../../shared/wire/registry.ts'
import { createG2Server } from './g2/g2-server.ts'
import { createVelaServer } from './vela/vela-server.ts'
import { createVoiceIdeServer } from './voice-ide/voice-ide-server.ts'
import type { WireServer, WireServerDeps } from './wire-server.ts'

const servers: Readonly<Record<GuestWire, (deps: WireServerDeps) => WireServer>> = {
  g2: createG2Server,
  vela: createVelaServer,
  'voice-ide': createVoiceIdeServer,
}

export const createWireServers = ({
  folder,
  ...deps
}: Omit<WireServerDeps, 'folder'> & { folder(wire: GuestWire): string }): WireServer[] =>
  gatewayWires.map(({ id }) => servers[id]({ ...deps, folder: folder(id) }))
