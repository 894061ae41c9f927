// A transport over a message port: Electron's MessagePortMain, or Node's own in tests.
import type { Transport } from '../../../base/transport.ts'

/** The used part of Electron's MessagePortMain, so that rooms do not import Electron. */
export interface PortLike {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  postMessage(message: unknown): void
  start(): void
  close(): void
}

export function createPortTransport(port: PortLike): Transport {
  let closed = false
  let onClosed: (reason: string) => void = () => {}
  const finish = (reason: string): void => {
    if (closed) return
    closed = true
    onClosed(reason)
  }
  port.on('close', () => finish('The window was closed.'))
  return {
    send(frame) {
      if (!closed) port.postMessage(frame)
    },
    onFrame(listener) {
      port.on('message', ({ data }) => {
        // A page can post anything into a port; only bytes are frames.
        if (data instanceof Uint8Array) listener(data)
      })
      port.start()
    },
    onClose(listener) {
      onClosed = listener
    },
    close(reason = 'Closed.') {
      finish(reason)
      port.close()
    },
  }
}
