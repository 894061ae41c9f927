import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGathering } from '../../../../src/renderer/audio/gathering.ts'

test('blocks of any size are joined in order into larger ones of one size, in one buffer', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(200)), fc.integer({ min: 1, max: 150 }), (sizes, size) => {
      const given: number[] = []
      const memories = new Set<ArrayBufferLike>()
      const gathering = createGathering(size, (block) => {
        expect(block.length).toBe(size)
        given.push(...block)
        memories.add(block.buffer)
      })
      let next = 0
      for (const length of sizes) gathering.write(Float32Array.from({ length }, () => next++))
      expect(given).toEqual(Array.from({ length: Math.floor(next / size) * size }, (_, at) => at))
      expect(memories.size).toBeLessThanOrEqual(1)
    }),
  )
})
