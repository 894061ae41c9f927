import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bundleOf, framesOf } from '../../../../../src/core/wires/local-room/frame-bundle.ts'
import { decodeAgentFrame, encodeFrame } from '../../../../../src/core/wires/local-room/codec.ts'

const anyFrames = fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 20 })

describe('a bundle of frames', () => {
  it('is a frame itself, and contains each frame in order', () => {
    fc.assert(
      fc.property(anyFrames, (frames) => {
        const decoded = decodeAgentFrame(bundleOf(frames))
        expect(decoded?.header).toEqual({ kind: 'bundle' })
        expect(framesOf(decoded!.body)?.map((frame) => [...frame])).toEqual(frames.map((frame) => [...frame]))
      }),
    )
  })

  it('is refused if it is cut short, and never read beyond its end', () => {
    const { body } = decodeAgentFrame(
      bundleOf([encodeFrame({ kind: 'data', topic: 't' }), new Uint8Array(9)]),
    )!
    for (let length = body.length - 9; length < body.length; length++)
      expect(framesOf(body.subarray(0, length)), `${length} bytes`).toBeNull()
  })

  it('never throws, whatever its bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (body) => void framesOf(body)))
  })
})
