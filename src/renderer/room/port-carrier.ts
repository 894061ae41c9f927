// A carrier over the page's end of a message port.
import type { Carrier } from '../../core/carrier.ts'

export function createPortCarrier(port: MessagePort): Carrier {
  return {
    send: (frame) => port.postMessage(frame),
    onFrame(listener) {
      port.addEventListener('message', ({ data }) => {
        if (data instanceof Uint8Array) listener(data)
      })
      port.start()
    },
    onClose(listener) {
      port.addEventListener('close', () => listener('The app closed the room.'))
    },
    close: () => port.close(),
  }
}
