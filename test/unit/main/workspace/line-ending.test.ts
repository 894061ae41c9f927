import { describe, expect, it } from 'vitest'
import { encodeText, decodeText } from '../../../../src/main/workspace/decode-text.ts'
import { withLineEnding } from '../../../../src/main/workspace/line-ending.ts'

describe('Line ends', () => {
  it.each([
    ['a\nb\r\nc', 'lf', 'a\nb\nc'],
    ['a\nb\r\nc', 'crlf', 'a\r\nb\r\nc'],
    ['a\nb\r\nc', 'mixed', 'a\nb\r\nc'],
    ['a\nb\r\nc', 'none', 'a\nb\r\nc'],
    ['a\r\r\nb\rc', 'crlf', 'a\r\r\nb\rc'],
  ] as const)('of %j made %s give %j', (text, ending, expected) => {
    expect(withLineEnding(text, ending)).toBe(expected)
  })
})

describe('A text', () => {
  it.each(['utf8', 'utf8-bom', 'utf16le', 'utf16be'] as const)('comes back from %s as it was', (encoding) => {
    expect(decodeText(encodeText('héllo 😀\r\n', encoding)!)).toEqual({ text: 'héllo 😀\r\n', encoding })
  })
})
