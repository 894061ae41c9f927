import { expect, test } from 'vitest'
import { inPlainOrder } from '../../../../src/renderer/ui/plain-order.ts'

test('what would turn a name round is shown as a sign, and other languages stay as they are', () => {
  expect(inPlainOrder('photo\u202egnp.exe')).toBe('photo\ufffdgnp.exe')
  expect(inPlainOrder('rm\u2066 -rf\u2069')).toBe('rm\ufffd -rf\ufffd')
  expect(inPlainOrder('שלום\u200f.ts')).toBe('שלום\u200f.ts')
})
