import { describe, expect, it } from 'vitest'
import { spokenNumber } from '../../../../src/core/intents/spoken-number.ts'

describe('A spoken number', () => {
  it.each([
    ['40', 40],
    ['1,200', 1200],
    ['seven', 7],
    ['forty two', 42],
    ['forty-two', 42],
    ['one hundred', 100],
    ['a hundred', null],
    ['two hundred and six', 206],
    ['three thousand four hundred and fifty six', 3456],
    ['', null],
    ['parser', null],
    ['40 thieves', null],
    ['99999999999', null],
  ])('"%s" is %s', (said, value) => {
    expect(spokenNumber(said)).toBe(value)
  })
})
