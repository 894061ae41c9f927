// Vela (document 003) at `/ws`: every connection is a session of its own, and is forgotten with it.
import { refusalFrame } from '../../../core/guests/vela/errors.ts'
import type { House } from '../../../core/ports/guests.ts'
import type { Clock } from '../../../core/ports.ts'
import type { Wire } from '../wire.ts'
import { createVelaGuest, type VelaGuest } from './vela-guest.ts'

interface Deps {
  house: House
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
}

export function createVelaWire(deps: Deps): Wire {
  const guests = new Set<VelaGuest>()
  return {
    id: 'vela',
    title: 'Vela',
    path: '/ws',
    // Room for the longest chunk, and for one that is too long to be refused in words.
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
