import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJitterBuffer } from '../../../../src/renderer/audio/jitter-buffer.ts'

const options = { gather: 60, patience: 100, fade: 10, most: 5000 }
const ones = (length: number): Float32Array => new Float32Array(length).fill(1)

function read(buffer: ReturnType<typeof createJitterBuffer>, length: number): number[] {
  const output = new Float32Array(length).fill(9)
  buffer.read(output)
  return [...output]
}

describe('the voice between arriving and sounding', () => {
  it('begins when enough is there, not at the first frame', () => {
    const buffer = createJitterBuffer(options)
    buffer.write(ones(40))
    expect(read(buffer, 20)).toEqual(Array(20).fill(0))
    buffer.write(ones(40))
    expect(read(buffer, 20).at(-1)).toBe(1)
    expect(buffer.played()).toBe(20)
  })

  it('plays a short word all the same, after a moment', () => {
    const buffer = createJitterBuffer(options)
    buffer.write(ones(20))
    for (let n = 0; n < 5; n++) expect(read(buffer, 20)).toEqual(Array(20).fill(0))
    expect(read(buffer, 20).at(-1)).toBe(1)
    expect(read(buffer, 20)).toEqual(Array(20).fill(0))
  })

  it('falls silent within a fade of being told, and forgets the rest', () => {
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

  it('that had not begun to sound is silenced without a sound', () => {
    const buffer = createJitterBuffer(options)
    buffer.write(ones(50))
    buffer.silence()
    expect(read(buffer, 200)).toEqual(Array(200).fill(0))
    expect(buffer.played()).toBe(0)
  })

  it('counts anew for a new voice, and does not count silence', () => {
    const buffer = createJitterBuffer(options)
    buffer.write(ones(100))
    read(buffer, 300)
    expect(buffer.played()).toBe(100)
    buffer.begin()
    buffer.write(ones(80))
    read(buffer, 300)
    expect(buffer.played()).toBe(80)
  })

  it('plays the end of a voice before the next one, and does not count it for that', () => {
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

  it('keeps no more than it may, and then the newest', () => {
    const buffer = createJitterBuffer({ ...options, most: 100 })
    buffer.write(new Float32Array(100).fill(0.25))
    buffer.write(ones(80))
    expect(buffer.queued()).toBe(100)
    expect(read(buffer, 100).at(-1)).toBe(1)
  })

  it('gives every sample once and in order, however it comes and is read', () => {
    const sizes = fc.array(fc.tuple(fc.nat(90), fc.integer({ min: 1, max: 90 })), { maxLength: 60 })
    fc.assert(
      fc.property(sizes, (steps) => {
        const buffer = createJitterBuffer({ ...options, fade: 1, most: 1e6 })
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
