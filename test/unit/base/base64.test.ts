import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { base64Length, decodeBase64 as decodeInNode, writeBase64 } from '../../../src/base/base64.ts'

/** The same module in a host without its own decoder, such as an older browser. */
async function decoderByHand(): Promise<typeof decodeInNode> {
  vi.resetModules()
  vi.stubGlobal('Buffer', undefined)
  const { decodeBase64 } = await import('../../../src/base/base64.ts')
  vi.unstubAllGlobals()
  return decodeBase64
}
const decodeByHand = await decoderByHand()

const LETTERS = /^[A-Za-z0-9+/]*={0,2}$/
const isBase64 = (text: string): boolean =>
  LETTERS.test(text) && (text.includes('=') ? text.length % 4 === 0 : text.length % 4 !== 1)

const encode = (bytes: Uint8Array): string => {
  const target = new Uint8Array(base64Length(bytes.length))
  writeBase64(bytes, target, 0)
  return String.fromCharCode(...target)
}

describe.each([
  ['in Node', decodeInNode],
  ['by hand', decodeByHand],
])('base64 %s', (_, decodeBase64) => {
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

  it('refuses whatever is not base64, and nothing else', () => {
    const nearly = fc.string({
      unit: fc.constantFrom('A', 'z', '9', '+', '/', '=', '-', '_', ' ', '\n', '\u0141', 'Ä'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(nearly, (text) => {
        expect(decodeBase64(text) !== null).toBe(isBase64(text))
      }),
      { numRuns: 5_000 },
    )
  })
})
