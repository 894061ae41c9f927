// Several frames of the local room in one, each after its length in four bytes (big-endian). A large artifact has hundreds of
// packets, and in a browser each message costs more time than the few kilobytes in it.
import { toUtf8 } from '../../../base/utf8.ts'

const HEADER = toUtf8(JSON.stringify({ kind: 'bundle' }))
const LENGTH_BYTES = 4

/** A frame whose body is these frames. */
export function bundleOf(frames: readonly Uint8Array[]): Uint8Array {
  const size = frames.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 2 + HEADER.length)
  const bundle = new Uint8Array(size)
  const view = new DataView(bundle.buffer)
  view.setUint16(0, HEADER.length)
  bundle.set(HEADER, 2)
  let at = 2 + HEADER.length
  for (const frame of frames) {
    view.setUint32(at, frame.length)
    bundle.set(frame, at + LENGTH_BYTES)
    at += LENGTH_BYTES + frame.length
  }
  return bundle
}

/** The frames in the body of a bundle, or null if the lengths are wrong. */
export function framesOf(body: Uint8Array): Uint8Array[] | null {
  const view = new DataView(body.buffer, body.byteOffset, body.length)
  const frames: Uint8Array[] = []
  let at = 0
  while (at < body.length) {
    if (at + LENGTH_BYTES > body.length) return null
    const end = at + LENGTH_BYTES + view.getUint32(at)
    if (end > body.length) return null
    frames.push(body.subarray(at + LENGTH_BYTES, end))
    at = end
  }
  return frames
}
