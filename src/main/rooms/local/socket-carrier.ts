// A carrier over a WebSocket, as a browser has one.
import { setTimeout } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { Carrier } from '../../../core/carrier.ts'

/** A reader this far behind is cut off: it comes back and asks for what it missed, and memory stays bounded. */
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024

/** As much as may wait unread before a patient sender waits too. */
const ENOUGH_BUFFERED_BYTES = 1024 * 1024
const LOOK_AGAIN_MS = 10

export function createSocketCarrier(socket: WebSocket): Carrier {
  socket.binaryType = 'nodebuffer'
  return {
    send(frame) {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.close(1013, 'reading too slowly')
      socket.send(frame)
    },
    async drained() {
      while (socket.readyState === socket.OPEN && socket.bufferedAmount > ENOUGH_BUFFERED_BYTES)
        await setTimeout(LOOK_AGAIN_MS)
    },
    onFrame(listener) {
      socket.on('message', (message, isBinary) => {
        if (!isBinary) return socket.close(1003, 'only binary frames')
        const bytes = message as Buffer
        listener(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length))
      })
    },
    onClose(listener) {
      socket.on('close', () => listener('The browser went away.'))
      // A broken frame ends in `close` too; without a listener it would end the process instead.
      socket.on('error', () => {})
    },
    close(reason = '') {
      socket.close(1000, reason)
    },
  }
}
