import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../../src/main/workspace/decode-text.ts'

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

describe('The text of a file', () => {
  it.each([
    ['plain', Buffer.from('héllo 😀\n'), 'héllo 😀\n'],
    ['with a mark', Buffer.from('\ufeffhello'), 'hello'],
    ['UTF-16', Buffer.from('\ufeffhé😀', 'utf16le'), 'hé😀'],
    ['UTF-16, the other way round', utf16be('\ufeffhé😀'), 'hé😀'],
    ['empty', Buffer.alloc(0), ''],
    ['UTF-16 and empty', Buffer.from([0xff, 0xfe]), ''],
    ['UTF-16 and cut', Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x62]), 'a'],
  ])('is read when it is %s', (_, bytes, text) => {
    expect(decodeText(bytes)?.text).toBe(text)
  })

  it.each([
    ['has a zero near its start', Buffer.from('ab\0cd')],
    ['is not UTF-8', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])],
    ['ends inside a character', Buffer.from([0x61, 0xc3])],
    ['is UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ])('is none when it %s', (_, bytes) => {
    expect(decodeText(bytes)).toBeNull()
  })

  it('may have a character across the place up to which it is checked', () => {
    const text = `${'x'.repeat(8191)}é and more`
    expect(decodeText(Buffer.from(text))?.text).toBe(text)
  })

  it('is kept when a byte far down is bad', () => {
    const bytes = Buffer.concat([Buffer.alloc(10_000, 'x'), Buffer.from([0xe9])])
    expect(decodeText(bytes)?.text.endsWith('x\ufffd')).toBe(true)
  })
})
