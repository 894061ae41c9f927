// A carrier over a WebSocket, once it is open.
import type { Carrier } from '../../core/carrier.ts'

export function openSocketCarrier(socket: WebSocket): Promise<Carrier> {
  socket.binaryType = 'arraybuffer'
  let closedBecause: string | null = null
  let onClosed: (reason: string) => void = () => {}
  return new Promise((resolve, reject) => {
    socket.addEventListener('close', ({ code, reason }) => {
      closedBecause =
        reason || (code === 1006 ? 'Parley cannot be reached.' : `The connection was closed (${code}).`)
      onClosed(closedBecause)
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
          onClosed = listener
          if (closedBecause !== null) listener(closedBecause)
        },
        close: () => socket.close(),
      }),
    )
  })
}
