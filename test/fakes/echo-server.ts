// The simplest wire: it greets and echoes every frame. For tests of the listener itself.
import { velaWire } from '../../src/shared/wire/vela.ts'
import type { GuestSocket, WireServer } from '../../src/main/gateways/wire-server.ts'

export interface EchoServer extends WireServer {
  readonly accepted: readonly GuestSocket[]
  /** How many frames it has received. */
  received(): number
}

export function createEchoServer(path = '/echo', maxFrameBytes = 64 * 1024): EchoServer {
  const accepted: GuestSocket[] = []
  let received = 0
  return {
    wire: { ...velaWire, title: 'Echo', path },
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
