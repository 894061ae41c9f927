import { expect, it } from 'vitest'
import { hunksLeft } from '../../../../../src/core/understanding/replies/hunks-left.ts'

it.each([
  [{ left: 3, of: 8 }, 'Three of eight hunks are left.'],
  [{ left: 1, of: 20 }, 'One of 20 hunks is left.'],
  [{ left: 8, of: 8 }, 'All eight hunks are left.'],
  [{ left: 1, of: 1 }, 'The only hunk is left.'],
  [{ left: 0, of: 8 }, 'None. All eight hunks are decided.'],
  [{ left: 0, of: 1 }, 'None. The only hunk is decided.'],
  [{ left: 0, of: 0 }, 'You are not looking at a diff.'],
])('of the hunks %j, the reply says “%s”', (hunks, reply) => {
  expect(hunksLeft({ hunks })).toBe(reply)
})

it('without a diff in front, the reply says so', () => {
  expect(hunksLeft({})).toBe('You are not looking at a diff.')
})
