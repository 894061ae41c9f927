// The Vela wire: every connection is a session, which ends with it.
import { refusalFrame } from '../../../core/wires/vela/errors.ts'
import { velaWire } from '../../../shared/wire/vela.ts'
import type { WireServer, WireServerDeps } from '../wire-server.ts'
import { createVelaGuest, type VelaGuest } from './vela-guest.ts'

export function createVelaServer(deps: Omit<WireServerDeps, 'folder'>): WireServer {
  const guests = new Set<VelaGuest>()
  return {
    wire: velaWire,
    // Fits the longest chunk, and one that is too long and gets an error.
    maxFrameBytes: 1024 * 1024,
    refusal: () => JSON.stringify(refusalFrame),
    accept(socket) {
      const guest = createVelaGuest(socket, deps)
      guests.add(guest)
      socket.onClose(() => {
        guests.delete(guest)
        guest.leave()
      })
    },
    async close() {
      for (const guest of guests) guest.leave()
      guests.clear()
    },
  }
}
