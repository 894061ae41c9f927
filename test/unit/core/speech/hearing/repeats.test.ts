import { describe, expect, it } from 'vitest'
import { isStuck, unstuck, withoutEcho } from '../../../../../src/core/speech/hearing/repeats.ts'

describe('a recognizer that repeats itself', () => {
  it('is stopped, and its repetition stays once', () => {
    const said = [7, 8, 9, ...Array.from({ length: 6 }, () => [1, 2]).flat()]
    expect(isStuck(said)).toBe(true)
    expect(unstuck(said)).toEqual([7, 8, 9, 1, 2])
    expect(unstuck([5, 5, 5, 5, 5, 5])).toEqual([5])
    expect(unstuck(Array.from({ length: 4 }, () => [1, 2, 3, 4]).flat())).toEqual([1, 2, 3, 4])
  })

  it('is not stopped when the user says no three times', () => {
    expect(isStuck([5, 5, 5])).toBe(false)
    expect(unstuck([1, 2, 1, 2, 3])).toEqual([1, 2, 1, 2, 3])
  })
})

describe('a guess at a clip that ends in the middle of a word', () => {
  it.each([
    ['Find where the token is. Find where the token is.', 'Find where the token is.'],
    ['Show me the diff of the little diff of the little d', 'Show me the diff of the little'],
    ['Explain. Explain. Explain.', 'Explain.'],
    ['Search for all usages of a search for all usages of a search', 'Search for all usages of a'],
    ['Add a unit test for the unit test for the', 'Add a unit test for the'],
  ])('loses its repetition: %s', (guess, rest) => expect(withoutEcho(guess)).toBe(rest))

  it.each(['run the tests', 'no no', 'very very good', 'the file that the test reads', '', 'go'])(
    'stays as it is without a repetition: %s',
    (guess) => expect(withoutEcho(guess)).toBe(guess),
  )
})
