import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { decodeAudio, encodeAudio } from '../../../../../src/core/wires/local-room/room-audio.ts'

const packet = { from: 'ada', samples: Int16Array.of(0, 1, -1, 32_767, -32_768), sampleRate: 16_000 }

describe('an audio packet', () => {
  it('is decoded as it was encoded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.int16Array({ maxLength: 2_000 }),
        fc.integer({ min: 8_000, max: 192_000 }),
        (from, samples, sampleRate) => {
          fc.pre(new TextEncoder().encode(from).length <= 255)
          expect(decodeAudio(encodeAudio({ from, samples, sampleRate }))).toEqual({
            from,
            samples,
            sampleRate,
          })
        },
      ),
    )
  })

  it('is read at any offset of a larger buffer, also an odd one', () => {
    const bytes = encodeAudio(packet)
    for (const offset of [1, 2, 3]) {
      const larger = new Uint8Array(bytes.length + 8).fill(255)
      larger.set(bytes, offset)
      expect(decodeAudio(larger.subarray(offset, offset + bytes.length))).toEqual(packet)
    }
  })

  it('of a sender with a very long name is still valid', () => {
    const from = '🙂'.repeat(100)
    const decoded = decodeAudio(encodeAudio({ ...packet, from }))
    expect(decoded?.samples).toEqual(packet.samples)
    expect(from.startsWith(decoded!.from)).toBe(true)
  })

  it('is refused without an exception if it is anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const decoded = decodeAudio(bytes)
        if (!decoded) return
        expect(decoded.sampleRate).toBeGreaterThanOrEqual(8_000)
        expect(decoded.sampleRate).toBeLessThanOrEqual(192_000)
        expect(decoded.samples.byteLength).toBeLessThanOrEqual(bytes.length)
      }),
      { numRuns: 2_000 },
    )
  })

  it('that was cut short is never read beyond its end', () => {
    const whole = encodeAudio(packet)
    for (let length = 0; length < whole.length; length++) {
      const decoded = decodeAudio(whole.subarray(0, length))
      if (decoded) expect(decoded.samples.length).toBeLessThan(packet.samples.length)
    }
  })

  it('is refused with an impossible rate, an invalid name or an impossible length', () => {
    expect(decodeAudio(encodeAudio({ ...packet, sampleRate: 7_999 }))).toBeNull()
    expect(decodeAudio(encodeAudio({ ...packet, sampleRate: 4_000_000_000 }))).toBeNull()
    const unreadable = encodeAudio(packet)
    unreadable[5] = 255
    expect(decodeAudio(unreadable)).toBeNull()
    const nameless = encodeAudio(packet)
    nameless[4] = 255
    expect(decodeAudio(nameless)).toBeNull()
    expect(decodeAudio(encodeAudio({ ...packet, samples: new Int16Array(300_000) }))).toBeNull()
  })
})
