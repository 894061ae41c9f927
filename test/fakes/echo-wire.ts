// The simplest protocol there can be: it says hello and gives back what it is sent. For tests of the listener itself.
import type { GuestSocket, Wire } from '../../src/main/gateways/wire.ts'

export interface EchoWire extends Wire {
  readonly accepted: readonly GuestSocket[]
  /** How many messages have come. */
  received(): number
}

export function createEchoWire(path = '/echo', maxFrameBytes = 64 * 1024): EchoWire {
  const accepted: GuestSocket[] = []
  let received = 0
  return {
    id: 'vela',
    title: 'Echo',
    path,
    maxFrameBytes,
    refusal: () => '{"refused":true}',
    accepted,
    received: () => received,
    accept(socket) {
      accepted.push(socket)
      socket.send('hello')
      socket.onMessage((data) => {
        received++
        socket.send(typeof data === 'string' ? data : `${data.length} bytes`)
      })
    },
    close: async () => {},
  }
}
