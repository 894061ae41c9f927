import { expect, it } from 'vitest'
import { isPossible, typeNumber } from '../../../../src/core/pointing/typed-number.ts'

const twelve = Array.from({ length: 12 }, (_, at) => at + 1)

it.each([
  ['', '7', { tag: 'chosen', number: 7 }],
  ['', '1', { tag: 'waits', typed: '1' }],
  ['1', '2', { tag: 'chosen', number: 12 }],
  ['1', 'Enter', { tag: 'chosen', number: 1 }],
  ['1', '3', { tag: 'unknown', typed: '13' }],
  ['1', 'Backspace', { tag: 'waits', typed: '' }],
  ['', 'Backspace', { tag: 'ignored' }],
  ['', 'Enter', { tag: 'ignored' }],
  ['', '0', { tag: 'ignored' }],
  ['', 'j', { tag: 'ignored' }],
] as const)('after %j, the key %s among twelve numbers means %j', (typed, key, result) => {
  expect(typeNumber(typed, key, twelve)).toEqual(result)
})

it('only numbers that begin with what was typed are still possible', () => {
  expect(twelve.filter((number) => isPossible('1', number))).toEqual([1, 10, 11, 12])
  expect(twelve.filter((number) => isPossible('', number))).toEqual(twelve)
})
