// What is on its way to one member of the room. Frames sent in one go travel together, in bundles small enough for a
// window to take in between two frames of its screen.
import type { Carrier } from '../../../core/carrier.ts'
import { bundleOf } from '../../../core/codecs/frame-bundle.ts'

/** About a dozen packets: a few milliseconds of a window's time. */
const BUNDLE_BYTES = 192 * 1024

export interface Outbox {
  send(frame: Uint8Array): void
  /** Sends now what waits for more. */
  flush(): void
}

export function createOutbox(carrier: Carrier, onError: (error: unknown) => void): Outbox {
  let waiting: Uint8Array[] = []
  let bytes = 0

  function flush(): void {
    const frames = waiting
    waiting = []
    bytes = 0
    const [first, ...more] = frames
    if (first) carrier.send(more.length === 0 ? first : bundleOf(frames))
  }

  /** Nobody is there any more to throw at. */
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
