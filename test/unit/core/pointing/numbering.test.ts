import { expect, it } from 'vitest'
import {
  highest,
  meantBy,
  noNumbers,
  RESERVED_MS,
  renumbered,
} from '../../../../src/core/pointing/numbering.ts'
import type { Numbering } from '../../../../src/core/pointing/numbering.ts'

const pairs = ({ shown }: Numbering<string>): string[] =>
  shown.map(({ number, target }) => `${number} ${target}`)

it('numbers what can be pressed in its order', () => {
  const first = renumbered(noNumbers, ['tab', 'close', 'send'], 0)
  expect(pairs(first)).toEqual(['1 tab', '2 close', '3 send'])
  expect(meantBy(first, 2)?.target).toBe('close')
  expect(meantBy(first, 4)).toBeNull()
  expect(highest(first)).toBe(3)
  expect(highest(noNumbers)).toBe(0)
})

it('an element keeps its number, and a new one never takes a number that somebody may be saying', () => {
  const before = renumbered(noNumbers, ['a', 'b', 'c'], 0)
  const soon = renumbered(before, ['new', 'b', 'c'], 1000)
  expect(pairs(soon)).toEqual(['2 b', '3 c', '4 new'])
  const late = renumbered(soon, ['new', 'newer', 'b', 'c'], 1000 + RESERVED_MS)
  expect(pairs(late)).toEqual(['1 newer', '2 b', '3 c', '4 new'])
})

it('an element that comes back gets its number back, and counts as shown only since then', () => {
  const before = renumbered(noNumbers, ['a', 'b'], 0)
  const without = renumbered(before, ['b'], 100)
  const again = renumbered(without, ['a', 'b'], 200)
  expect(pairs(again)).toEqual(['1 a', '2 b'])
  expect(meantBy(again, 1)?.since).toBe(200)
  expect(meantBy(again, 2)?.since).toBe(0)
})
