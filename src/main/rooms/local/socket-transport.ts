// A transport over a WebSocket, for browsers.
import { setTimeout } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { Transport } from '../../../base/transport.ts'

/** A reader this far behind is disconnected, so that memory stays bounded. It reconnects and asks for what it missed. */
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024

/** `drained` waits while more than this is unread. */
const DRAINED_BYTES = 1024 * 1024
const CHECK_EVERY_MS = 10

export function createSocketTransport(socket: WebSocket): Transport {
  socket.binaryType = 'nodebuffer'
  return {
    send(frame) {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.close(1013, 'reading too slowly')
      socket.send(frame)
    },
    async drained() {
      while (socket.readyState === socket.OPEN && socket.bufferedAmount > DRAINED_BYTES)
        await setTimeout(CHECK_EVERY_MS)
    },
    onFrame(listener) {
      socket.on('message', (message, isBinary) => {
        if (!isBinary) return socket.close(1003, 'only binary frames')
        const bytes = message as Buffer
        listener(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length))
      })
    },
    onClose(listener) {
      socket.on('close', () => listener('The browser disconnected.'))
      // An error closes the socket too. Without a listener it would end the process.
      socket.on('error', () => {})
    },
    close(reason = '') {
      socket.close(1000, reason)
    },
  }
}
