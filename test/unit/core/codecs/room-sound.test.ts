import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { decodeSound, encodeSound } from '../../../../src/core/codecs/room-sound.ts'

const packet = { from: 'ada', samples: Int16Array.of(0, 1, -1, 32_767, -32_768), sampleRate: 16_000 }

describe('sound in packets', () => {
  it('comes out as it went in', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.int16Array({ maxLength: 2_000 }),
        fc.integer({ min: 8_000, max: 192_000 }),
        (from, samples, sampleRate) => {
          fc.pre(new TextEncoder().encode(from).length <= 255)
          expect(decodeSound(encodeSound({ from, samples, sampleRate }))).toEqual({
            from,
            samples,
            sampleRate,
          })
        },
      ),
    )
  })

  it('is read wherever it lies in a larger buffer, at odd places too', () => {
    const bytes = encodeSound(packet)
    for (const offset of [1, 2, 3]) {
      const larger = new Uint8Array(bytes.length + 8).fill(255)
      larger.set(bytes, offset)
      expect(decodeSound(larger.subarray(offset, offset + bytes.length))).toEqual(packet)
    }
  })

  it('of a sender with a very long name is still sound', () => {
    const from = '🙂'.repeat(100)
    const told = decodeSound(encodeSound({ ...packet, from }))
    expect(told?.samples).toEqual(packet.samples)
    expect(from.startsWith(told!.from)).toBe(true)
  })

  it('is nothing, and no harm, when it is anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const told = decodeSound(bytes)
        if (!told) return
        expect(told.sampleRate).toBeGreaterThanOrEqual(8_000)
        expect(told.sampleRate).toBeLessThanOrEqual(192_000)
        expect(told.samples.byteLength).toBeLessThanOrEqual(bytes.length)
      }),
      { numRuns: 2_000 },
    )
  })

  it('that was cut anywhere is never read beyond its end', () => {
    const whole = encodeSound(packet)
    for (let length = 0; length < whole.length; length++) {
      const told = decodeSound(whole.subarray(0, length))
      if (told) expect(told.samples.length).toBeLessThan(packet.samples.length)
    }
  })

  it('is refused with a rate nobody has, a name that is no text, or a length nobody sends', () => {
    expect(decodeSound(encodeSound({ ...packet, sampleRate: 7_999 }))).toBeNull()
    expect(decodeSound(encodeSound({ ...packet, sampleRate: 4_000_000_000 }))).toBeNull()
    const unreadable = encodeSound(packet)
    unreadable[5] = 255
    expect(decodeSound(unreadable)).toBeNull()
    const nameless = encodeSound(packet)
    nameless[4] = 255
    expect(decodeSound(nameless)).toBeNull()
    expect(decodeSound(encodeSound({ ...packet, samples: new Int16Array(300_000) }))).toBeNull()
  })
})
