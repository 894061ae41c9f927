// The page's transports to the local room: a message port in the desktop app, a WebSocket in a browser.
import type { Transport } from '../../base/transport.ts'

export function createPortTransport(port: MessagePort): Transport {
  let onClose: ((reason: string) => void) | null = null
  function notifyClosed(reason: string): void {
    const listener = onClose
    onClose = null
    listener?.(reason)
  }
  return {
    send: (frame) => port.postMessage(frame),
    onFrame(listener) {
      port.addEventListener('message', ({ data }) => {
        if (data instanceof Uint8Array) listener(data)
      })
      port.start()
    },
    onClose(listener) {
      onClose = listener
      port.addEventListener('close', () => notifyClosed('The app closed the room.'))
    },
    close() {
      port.close()
      // A port notifies only its other end.
      notifyClosed('This window left the room.')
    },
  }
}

/** Resolves when the socket is open. */
export function openSocketTransport(socket: WebSocket): Promise<Transport> {
  socket.binaryType = 'arraybuffer'
  let closedBecause: string | null = null
  let onClose: (reason: string) => void = () => {}
  return new Promise((resolve, reject) => {
    socket.addEventListener('close', ({ code, reason }) => {
      closedBecause =
        reason || (code === 1006 ? 'Parley cannot be reached.' : `The connection was closed (${code}).`)
      onClose(closedBecause)
      reject(new Error(closedBecause))
    })
    socket.addEventListener('open', () =>
      resolve({
        send(frame) {
          if (socket.readyState === WebSocket.OPEN) socket.send(frame as Uint8Array<ArrayBuffer>)
        },
        onFrame(listener) {
          socket.addEventListener('message', ({ data }) => {
            if (data instanceof ArrayBuffer) listener(new Uint8Array(data))
          })
        },
        onClose(listener) {
          onClose = listener
          if (closedBecause !== null) listener(closedBecause)
        },
        close: () => socket.close(),
      }),
    )
  })
}
