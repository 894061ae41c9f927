import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createResampler } from '../../../../../src/core/speech/hearing/resample.ts'

const RATES = [8_000, 11_025, 22_050, 24_000, 32_000, 44_100, 44_099, 48_000, 88_200, 96_000, 192_000]

const sine = (hertz: number, rate: number, length: number): Float32Array =>
  Float32Array.from({ length }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate))

function resampled(input: Float32Array, rate: number): Float32Array {
  const resampler = createResampler(rate)
  const parts = [resampler.write(input), resampler.end()]
  const whole = new Float32Array(parts[0]!.length + parts[1]!.length)
  whole.set(parts[0]!)
  whole.set(parts[1]!, parts[0]!.length)
  return whole
}

/** The middle part, away from both ends. */
const middle = (audio: Float32Array): Float32Array =>
  audio.subarray(Math.floor(audio.length * 0.2), Math.floor(audio.length * 0.8))

const decibels = (audio: Float32Array): number =>
  10 * Math.log10(audio.reduce((sum, value) => sum + value * value, 1e-20) / audio.length)

const level = (audio: Float32Array): number => decibels(middle(audio))

describe('resampling', () => {
  it.each(RATES)('keeps the time and the pitch of a tone, from %i samples a second', (rate) => {
    for (const hertz of [100, 1000, 3500]) {
      const output = resampled(sine(hertz, rate, rate / 2), rate)
      const wanted = sine(hertz, 16_000, output.length)
      const wrong = output.map((value, at) => value - wanted[at]!)
      expect(level(wrong) - level(wanted)).toBeLessThan(-60)
    }
  })

  it.each(RATES.filter((rate) => rate > 16_000))('suppresses aliasing, from %i samples a second', (rate) => {
    for (let hertz = 8_050; hertz < rate / 2; hertz += rate / 17) {
      const input = sine(hertz, rate, rate / 4)
      expect(level(resampled(input, rate)) - level(input)).toBeLessThan(-60)
    }
  })

  it('gives as many samples as the time lasted', () => {
    for (const rate of RATES) expect(resampled(new Float32Array(rate), rate).length).toBe(16_000)
  })

  it('gives the same for frames of any size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RATES),
        fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 30 }),
        (rate, sizes) => {
          const length = sizes.reduce((sum, size) => sum + size, 0)
          const input = sine(440, rate, length)
          const resampler = createResampler(rate)
          const parts: number[] = []
          let at = 0
          for (const size of sizes) parts.push(...resampler.write(input.subarray(at, (at += size))))
          parts.push(...resampler.end())
          expect(parts).toEqual([...resampled(input, rate)])
        },
      ),
      { numRuns: 25 },
    )
  })

  it('leaves audio alone that has the right rate', () => {
    const input = sine(440, 16_000, 1000)
    expect(resampled(input, 16_000)).toEqual(input)
  })

  it('refuses rates that no microphone has', () => {
    for (const rate of [0, 100, 7_999, 192_001, 44_100.5, Number.NaN])
      expect(() => createResampler(rate)).toThrow(RangeError)
  })
})
