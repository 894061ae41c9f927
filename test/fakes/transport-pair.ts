// Two ends of a pipe in memory. Frames are delivered in order and asynchronously, like real ones.
import type { Transport } from '../../src/base/transport.ts'

export function createCarrierPair(): [Transport, Transport] {
  const left = createEnd()
  const right = createEnd()
  left.connect(right)
  right.connect(left)
  return [left.carrier, right.carrier]
}

interface End {
  carrier: Transport
  deliver(frame: Uint8Array): void
  finish(reason: string): void
  connect(end: End): void
}

function createEnd(): End {
  let other: End | null = null
  let open = true
  let onFrame: ((frame: Uint8Array) => void) | null = null
  let onClose: ((reason: string) => void) | null = null
  const early: Uint8Array[] = []

  function finish(reason: string): void {
    if (!open) return
    open = false
    onClose?.(reason)
  }
  function deliver(frame: Uint8Array): void {
    if (!open) return
    if (onFrame) onFrame(frame)
    else early.push(frame)
  }
  const carrier: Transport = {
    send(frame) {
      const copy = frame.slice()
      if (open) setImmediate(() => other?.deliver(copy))
    },
    onFrame(listener) {
      onFrame = listener
      for (const frame of early.splice(0)) listener(frame)
    },
    onClose(listener) {
      onClose = listener
    },
    close(reason = 'closed') {
      setImmediate(() => other?.finish(reason))
      finish(reason)
    },
  }
  return {
    carrier,
    deliver,
    finish,
    connect(end) {
      other = end
    },
  }
}
