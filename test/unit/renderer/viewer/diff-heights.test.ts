import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeights } from '../../../../src/renderer/viewer/diff-heights.ts'

test('places and items are found as by adding up, whatever the heights and however they change', () => {
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
        let place = 0
        all.forEach((one, item) => {
          expect([heights.of(item), heights.before(item)]).toEqual([one, place])
          expect([heights.at(place), heights.at(place + one - 1)]).toEqual([item, item])
          place += one
        })
        expect(heights.total()).toBe(place)
      },
    ),
  )
})

test('places before the first and after the last item are theirs', () => {
  const heights = createHeights(Float64Array.of(10, 20, 30))
  expect([heights.at(-5), heights.at(60), heights.at(1e9)]).toEqual([0, 2, 2])
  expect(createHeights(new Float64Array(0)).at(7)).toBe(0)
})
