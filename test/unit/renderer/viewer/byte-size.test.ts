import { expect, test } from 'vitest'
import { byteSize } from '../../../../src/renderer/viewer/byte-size.ts'

test('sizes have readable units', () => {
  expect([0, 1, 812, 1000, 48_213, 999_999, 1_400_000, 3e13].map(byteSize)).toEqual([
    '0 bytes',
    '1 byte',
    '812 bytes',
    '1.0 kB',
    '48.2 kB',
    '1.0 MB',
    '1.4 MB',
    '30.0 TB',
  ])
})
