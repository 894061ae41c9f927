import { expect, test } from 'vitest'
import { outlinePlace } from '../../../../src/renderer/viewer/outline-place.ts'

const symbols = [
  { name: 'A', kind: 'class', line: 2, endLine: 20, depth: 0 },
  { name: 'm', kind: 'method', line: 4, endLine: 8, depth: 1 },
  { name: 'f', kind: 'function', line: 30, endLine: 40, depth: 0 },
]

test('the innermost symbol around a line is where one is; between two, the one before', () => {
  expect([1, 2, 5, 10, 25, 35, 99].map((line) => outlinePlace(symbols, line))).toEqual([-1, 0, 1, 0, 1, 2, 2])
})
