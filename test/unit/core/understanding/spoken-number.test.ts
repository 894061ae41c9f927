import { describe, expect, it } from 'vitest'
import { spokenNumber, spokenOrdinal } from '../../../../src/core/understanding/spoken-number.ts'

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

describe('A number in short form', () => {
  it.each([
    ['one twenty', 120],
    ['one twenty three', 123],
    ['four two', 42],
    ['two oh six', 206],
    ['twelve hundred', 1200],
    ['three hundred fifty', 350],
    ['forty sixty', null],
    ['twenty twelve', null],
    ['hundred thousand thousand', null],
  ])('"%s" is %s', (said, value) => expect(spokenNumber(said)).toBe(value))

  it.each([
    ['second', 2],
    ['3rd', 3],
    ['last', -1],
    ['one', null],
    ['', null],
  ])('"%s" in order is %s', (said, value) => expect(spokenOrdinal(said)).toBe(value))
})
