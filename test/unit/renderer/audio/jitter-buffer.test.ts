import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJitterBuffer } from '../../../../src/renderer/audio/jitter-buffer.ts'

const options = { collect: 60, maxWait: 100, fade: 10, max: 5000 }
const ones = (length: number): Float32Array => new Float32Array(length).fill(1)

function read(buffer: ReturnType<typeof createJitterBuffer>, length: number): number[] {
  const output = new Float32Array(length).fill(9)
  buffer.read(output)
  return [...output]
}

describe('the voice between arrival and playback', () => {
  it('begins when enough has arrived, not at the first frame', () => {
    const buffer = createJitterBuffer(options)
    buffer.write(ones(40))
    expect(read(buffer, 20)).toEqual(Array(20).fill(0))
    buffer.write(ones(40))
    expect(read(buffer, 20).at(-1)).toBe(1)
    expect(buffer.played()).toBe(20)
  })

  it('plays a short word after a moment, although little has arrived', () => {
    const buffer = createJitterBuffer(options)
    buffer.write(ones(20))
    for (let n = 0; n < 5; n++) expect(read(buffer, 20)).toEqual(Array(20).fill(0))
    expect(read(buffer, 20).at(-1)).toBe(1)
    expect(read(buffer, 20)).toEqual(Array(20).fill(0))
  })

  it('is silent within one fade, and drops the rest', () => {
    const buffer = createJitterBuffer(options)
    buffer.write(ones(400))
    read(buffer, 100)
    buffer.silence()
    const after = read(buffer, 100)
    expect(after.slice(0, 10).every((sample, at) => sample <= 1 - at / 10 + 1e-6)).toBe(true)
    expect(after.slice(10)).toEqual(Array(90).fill(0))
    expect(buffer.queued()).toBe(0)
    expect(buffer.played()).toBe(110)
  })

  it('that has not begun to play stays inaudible when it is silenced', () => {
    const buffer = createJitterBuffer(options)
    buffer.write(ones(50))
    buffer.silence()
    expect(read(buffer, 200)).toEqual(Array(200).fill(0))
    expect(buffer.played()).toBe(0)
  })

  it('is counted from zero for a new voice, without silence', () => {
    const buffer = createJitterBuffer(options)
    buffer.write(ones(100))
    read(buffer, 300)
    expect(buffer.played()).toBe(100)
    buffer.begin()
    buffer.write(ones(80))
    read(buffer, 300)
    expect(buffer.played()).toBe(80)
  })

  it('plays the end of a voice before the next one, and does not count it there', () => {
    const buffer = createJitterBuffer(options)
    buffer.write(ones(100))
    read(buffer, 60)
    buffer.begin()
    buffer.write(ones(80))
    read(buffer, 30)
    expect(buffer.played()).toBe(0)
    read(buffer, 50)
    expect(buffer.played()).toBe(40)
  })

  it('drops the oldest samples beyond its limit', () => {
    const buffer = createJitterBuffer({ ...options, max: 100 })
    buffer.write(new Float32Array(100).fill(0.25))
    buffer.write(ones(80))
    expect(buffer.queued()).toBe(100)
    expect(read(buffer, 100).at(-1)).toBe(1)
  })

  it('plays every sample once and in order, however it arrives and is read', () => {
    const sizes = fc.array(fc.tuple(fc.nat(90), fc.integer({ min: 1, max: 90 })), { maxLength: 60 })
    fc.assert(
      fc.property(sizes, (steps) => {
        const buffer = createJitterBuffer({ ...options, fade: 1, max: 1e6 })
        let next = 1
        const heard: number[] = []
        const keep = (samples: number[]): void => void heard.push(...samples.filter((sample) => sample !== 0))
        for (const [written, wanted] of steps) {
          buffer.write(Float32Array.from({ length: written }, () => next++))
          keep(read(buffer, wanted))
        }
        while (buffer.queued() > 0) keep(read(buffer, 50))
        expect(heard).toEqual(Array.from({ length: next - 1 }, (_, at) => at + 1))
        expect(buffer.played()).toBe(next - 1)
      }),
    )
  })
})
