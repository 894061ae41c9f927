import { expect, it } from 'vitest'
import { BADGE_HEIGHT, badgePlaces, type BadgeBox } from '../../../../src/renderer/numbers/badge-places.ts'

const window = { width: 800, height: 600 }
const at = (number: number, left: number, top: number, width = 24, height = 24, isRow = false) => ({
  number,
  box: { left, top, right: left + width, bottom: top + height },
  at: { x: left + 4, y: top + 4 },
  isRow,
})
const overlap = (one: BadgeBox, other: BadgeBox): boolean =>
  Math.abs(one.left - other.left) < (one.width + other.width) / 2 &&
  Math.abs(one.top - other.top) < BADGE_HEIGHT

it('a badge sits on the corner of a button, and at the beginning of a row', () => {
  const [button, row] = badgePlaces([at(1, 100, 100), at(12, 300, 200, 400, 26, true)], window)
  expect(button).toEqual({ left: 92, top: 92, width: 16, height: 16 })
  expect(row).toMatchObject({ left: 294, top: 205 })
})

it('no badge leaves the window', () => {
  for (const { left, top, width } of badgePlaces([at(1, 0, 0), at(2, 790, 590)], window)) {
    expect(left).toBeGreaterThanOrEqual(0)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(left + width).toBeLessThanOrEqual(window.width)
    expect(top + BADGE_HEIGHT).toBeLessThanOrEqual(window.height)
  }
})

it('badges of small neighbours do not cover each other', () => {
  const places = badgePlaces(
    [at(10, 100, 100, 14, 14), at(11, 110, 100, 14, 14), at(12, 104, 104, 14, 14)],
    window,
  )
  for (const [index, one] of places.entries())
    for (const other of places.slice(index + 1)) expect(overlap(one, other)).toBe(false)
})

it('an element that is scrolled half away has its badge where it can be seen', () => {
  const cut = { ...at(1, 100, -300, 400, 700), at: { x: 104, y: 84 } }
  expect(badgePlaces([cut], window)[0]!.top).toBe(76)
})
