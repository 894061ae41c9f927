import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeights } from '../../../../src/renderer/viewer/diff-heights.ts'

test('positions and items match the sums of the heights, whatever changes', () => {
  const height = fc.integer({ min: 1, max: 500 })
  const change = fc.record({ at: fc.nat(), height })
  fc.assert(
    fc.property(
      fc.array(height, { minLength: 1, maxLength: 70 }),
      fc.array(change, { maxLength: 20 }),
      (all, changes) => {
        const heights = createHeights(Float64Array.from(all))
        for (const one of changes) {
          all[one.at % all.length] = one.height
          heights.change(one.at % all.length, one.height)
        }
        let position = 0
        all.forEach((one, item) => {
          expect([heights.of(item), heights.before(item)]).toEqual([one, position])
          expect([heights.at(position), heights.at(position + one - 1)]).toEqual([item, item])
          position += one
        })
        expect(heights.total()).toBe(position)
      },
    ),
  )
})

test('positions before the first and after the last item belong to those items', () => {
  const heights = createHeights(Float64Array.of(10, 20, 30))
  expect([heights.at(-5), heights.at(60), heights.at(1e9)]).toEqual([0, 2, 2])
  expect(createHeights(new Float64Array(0)).at(7)).toBe(0)
})
