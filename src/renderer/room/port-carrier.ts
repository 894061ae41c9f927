// A carrier over the page's end of a message port.
import type { Carrier } from '../../core/carrier.ts'

export function createPortCarrier(port: MessagePort): Carrier {
  let onClosed: ((reason: string) => void) | null = null
  function closed(reason: string): void {
    const told = onClosed
    onClosed = null
    told?.(reason)
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
      onClosed = listener
      port.addEventListener('close', () => closed('The app closed the room.'))
    },
    close() {
      port.close()
      // A port tells the other end of it alone.
      closed('This window left the room.')
    },
  }
}
