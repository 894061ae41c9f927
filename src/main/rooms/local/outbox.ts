// Frames for one window. Those sent in the same tick travel together, in bundles that a window can process between two frames
// of its screen.
import type { Transport } from '../../../base/transport.ts'
import { bundleOf } from '../../../core/wires/local-room/frame-bundle.ts'

/** About a dozen packets, which take a window a few milliseconds. */
const BUNDLE_BYTES = 192 * 1024

export interface Outbox {
  send(frame: Uint8Array): void
  /** Sends what waits. */
  flush(): void
}

export function createOutbox(transport: Transport, onError: (error: unknown) => void): Outbox {
  let waiting: Uint8Array[] = []
  let bytes = 0

  function flush(): void {
    const frames = waiting
    waiting = []
    bytes = 0
    const [first, ...more] = frames
    if (first) transport.send(more.length === 0 ? first : bundleOf(frames))
  }

  function flushLater(): void {
    try {
      flush()
    } catch (error) {
      onError(error)
    }
  }

  return {
    send(frame) {
      if (bytes + frame.length > BUNDLE_BYTES) flush()
      if (waiting.length === 0) queueMicrotask(flushLater)
      waiting.push(frame)
      bytes += frame.length
    },
    flush,
  }
}
