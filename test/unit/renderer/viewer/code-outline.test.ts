import { expect, test } from 'vitest'
import { symbolAtLine } from '../../../../src/renderer/viewer/code-outline.tsx'

const symbols = [
  { name: 'A', kind: 'class', line: 2, endLine: 20, depth: 0 },
  { name: 'm', kind: 'method', line: 4, endLine: 8, depth: 1 },
  { name: 'f', kind: 'function', line: 30, endLine: 40, depth: 0 },
]

test('finds the innermost symbol around a line, or the last one before it', () => {
  expect([1, 2, 5, 10, 25, 35, 99].map((line) => symbolAtLine(symbols, line))).toEqual([-1, 0, 1, 0, 1, 2, 2])
})
