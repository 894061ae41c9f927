import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFramer } from '../../../../src/renderer/audio/framer.ts'

test('frames are all of one size, and together they are what came', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 40 }), (sizes) => {
      const framer = createFramer(16)
      let next = 0
      const frames = sizes.flatMap((size) => framer.write(Int16Array.from({ length: size }, () => next++)))
      expect(frames.every(({ length }) => length === 16)).toBe(true)
      const whole = frames.flatMap((frame) => [...frame])
      expect(whole).toEqual(Array.from({ length: Math.floor(next / 16) * 16 }, (_, at) => at))
    }),
  )
})
