import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeAgentFrame,
  decodeClientFrame,
  encodeFrame,
} from '../../../../../src/core/wires/local-room/codec.ts'
import { MAX_FRAME_BYTES, MAX_HEADER_BYTES } from '../../../../../src/shared/wire/local-room.ts'

describe('frames of the local room', () => {
  it('keep their header and body when encoded and decoded', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2_000 }),
        fc.string({ minLength: 1, maxLength: 60 }),
        (body, topic) => {
          const decoded = decodeAgentFrame(encodeFrame({ kind: 'data', topic }, body))
          expect(decoded?.header).toEqual({ kind: 'data', topic })
          expect(decoded?.body).toEqual(new Uint8Array(body))
        },
      ),
    )
  })

  it('are refused without an exception, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeAgentFrame(bytes)).toBeNull()
        expect(decodeClientFrame(bytes)).toBeNull()
      }),
    )
  })

  it('are refused if they are cut short inside the header', () => {
    const frame = encodeFrame({ kind: 'rpc.call', callId: '1', method: 'm' })
    for (let length = 0; length < frame.length; length++)
      expect(decodeClientFrame(frame.subarray(0, length))).toBeNull()
    expect(decodeClientFrame(frame)).not.toBeNull()
  })

  it('of the agent are invalid from a client', () => {
    expect(decodeClientFrame(encodeFrame({ kind: 'attributes', attributes: { a: 'b' } }))).toBeNull()
  })

  it('above the limits are neither encoded nor decoded', () => {
    expect(() => encodeFrame({ kind: 'data', topic: 't' }, new Uint8Array(MAX_FRAME_BYTES))).toThrow(
      RangeError,
    )
    const attributes = { a: 'x'.repeat(MAX_HEADER_BYTES) }
    expect(() => encodeFrame({ kind: 'attributes', attributes })).toThrow(RangeError)
    expect(decodeClientFrame(new Uint8Array(MAX_FRAME_BYTES + 1))).toBeNull()
  })
})
