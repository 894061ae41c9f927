// A carrier over a message port: Electron's MessagePortMain, or Node's own in tests.
import type { Carrier } from '../../../core/carrier.ts'

/** As much of Electron's MessagePortMain as is used, so that this room knows nothing of Electron. */
export interface PortLike {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  postMessage(message: unknown): void
  start(): void
  close(): void
}

export function createPortCarrier(port: PortLike): Carrier {
  let closed = false
  let onClosed: (reason: string) => void = () => {}
  const finish = (reason: string): void => {
    if (closed) return
    closed = true
    onClosed(reason)
  }
  port.on('close', () => finish('The window went away.'))
  return {
    send(frame) {
      if (!closed) port.postMessage(frame)
    },
    onFrame(listener) {
      port.on('message', ({ data }) => {
        // The page can post anything at all into a port; only bytes are frames.
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
