import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Length, decodeBase64, writeBase64 } from '../../../src/core/base64.ts'

const encode = (bytes: Uint8Array): string => {
  const target = new Uint8Array(base64Length(bytes.length))
  writeBase64(bytes, target, 0)
  return String.fromCharCode(...target)
}

describe('base64', () => {
  it('writes what Node writes, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(encode(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      }),
    )
  })

  it('reads back any bytes, with padding or without', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(decodeBase64(text)).toEqual(new Uint8Array(bytes))
        expect(decodeBase64(text.replaceAll('=', ''))).toEqual(new Uint8Array(bytes))
      }),
    )
  })

  it.each(['A', 'A===', 'AA A', 'AAA*', 'AA==AA==', '=', 'ÄÄÄÄ', 'AAA\u0141', '-_-_'])(
    'refuses %j',
    (text) => {
      expect(decodeBase64(text)).toBeNull()
    },
  )
})
