import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { pauseMs } from '../../../src/base/backoff.ts'

const pauses = { firstMs: 500, longestMs: 30_000 }

describe('the pause before trying again', () => {
  it('grows, stays within its limits, and differs from one client to the next', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const pause = pauseMs(attempt, random, pauses)
        expect(pause).toBeGreaterThanOrEqual(250)
        expect(pause).toBeLessThanOrEqual(30_000)
        expect(pauseMs(attempt + 1, random, pauses)).toBeGreaterThanOrEqual(pause)
      }),
    )
    expect(pauseMs(3, 0, pauses)).not.toBe(pauseMs(3, 1, pauses))
  })

  it('doubles from the first one to the longest', () => {
    const longest = { firstMs: 500, longestMs: 130_000 }
    expect([0, 1, 2, 7, 8, 9, 1_000].map((attempt) => pauseMs(attempt, 1, longest))).toEqual([
      500, 1_000, 2_000, 64_000, 128_000, 130_000, 130_000,
    ])
  })

  it('is at least half of what it might be', () => {
    expect(pauseMs(1, 0, pauses)).toBe(500)
    expect(pauseMs(1, 1, pauses)).toBe(1_000)
  })

  it('is at least what the server asks for, and grows and differs all the same', () => {
    expect(pauseMs(0, 0, pauses, 2_000)).toBe(2_000)
    expect(pauseMs(0, 1, pauses, 2_000)).toBeGreaterThan(2_000)
    expect(pauseMs(5, 0, pauses, 2_000)).toBeGreaterThan(2_000)
    expect(pauseMs(0, 0, pauses, 0)).toBe(250)
    expect(pauseMs(0, 0, pauses, -5)).toBe(250)
    expect(pauseMs(0, 0, pauses, 9e15)).toBe(30_000)
  })
})
