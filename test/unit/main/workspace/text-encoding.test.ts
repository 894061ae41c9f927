import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeLines,
  decodeText,
  encodeText,
  withLineEnding,
} from '../../../../src/main/workspace/text-encoding.ts'

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
    ['Latin-1', Buffer.from('café, Straße\n', 'latin1'), 'café, Straße\n'],
    ['of Windows', Buffer.from([0x80, 0x20, 0x93, 0x61, 0x94, 0x85]), '€ “a”…'],
  ])('is read when it is %s', (_, bytes, text) => {
    expect(decodeText(bytes)?.text).toBe(text)
  })

  it.each([
    ['has a zero near its start', Buffer.from('ab\0cd')],
    ['is in an encoding of elsewhere', Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x81, 0x42])],
    ['has too many control bytes', Buffer.from([0xe9, 0x01, 0x02, 0x61, 0x62, 0x63, 0x0a])],
    ['is UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ])('is absent when the file %s', (_, bytes) => {
    expect(decodeText(bytes)).toBeNull()
  })

  it('may have a character across the end of the inspected part', () => {
    const text = `${'x'.repeat(8191)}é and more`
    expect(decodeText(Buffer.from(text))?.text).toBe(text)
  })

  it('is readable when a byte far down is invalid', () => {
    const bytes = Buffer.concat([Buffer.from(`é${'x'.repeat(10_000)}`), Buffer.from([0xe9])])
    expect(decodeText(bytes)?.text.endsWith('x\ufffd')).toBe(true)
  })

  it('is Latin-1 also when its only accent is far down', () => {
    const bytes = Buffer.concat([Buffer.alloc(10_000, 'x'), Buffer.from([0xe9])])
    expect(decodeText(bytes)).toMatchObject({ encoding: 'windows1252' })
    expect(decodeText(bytes)?.text.endsWith('xé')).toBe(true)
  })

  it('in a one-byte encoding encodes to the same bytes, whatever they are', () => {
    const byte = fc.integer({ min: 1, max: 255 })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), byte, (noise, last) => {
        const bytes = Buffer.from([...Buffer.alloc(9000, 'x'), ...noise, last, 0xe9, 0x0a])
        const decoded = decodeText(bytes)
        if (decoded?.encoding === 'windows1252')
          expect(encodeText(decoded.text, decoded.encoding)).toEqual(bytes)
      }),
    )
  })

  it('cannot be encoded if the encoding lacks one of its characters', () => {
    expect(encodeText('é → è', 'windows1252')).toBeNull()
    expect(encodeText('é € è', 'windows1252')).toEqual(Buffer.from([0xe9, 0x20, 0x80, 0x20, 0xe8]))
  })

  it('of several files is read line by line, each in its own encoding', () => {
    const filler = Buffer.from('plain é\n'.repeat(5000))
    const lines = Buffer.concat([
      filler,
      Buffer.from('-café\n'),
      Buffer.from('-café\n+thé', 'latin1'),
      Buffer.from('\n'),
      filler,
    ])
    expect(decodeLines(lines)).toBe(
      `${'plain é\n'.repeat(5000)}-café\n-café\n+thé\n${'plain é\n'.repeat(5000)}`,
    )
  })
})

describe('Line ends', () => {
  it.each([
    ['a\nb\r\nc', 'lf', 'a\nb\nc'],
    ['a\nb\r\nc', 'crlf', 'a\r\nb\r\nc'],
    ['a\nb\r\nc', 'mixed', 'a\nb\r\nc'],
    ['a\nb\r\nc', 'none', 'a\nb\r\nc'],
    ['a\r\r\nb\rc', 'crlf', 'a\r\r\nb\rc'],
  ] as const)('of %j converted to %s give %j', (text, ending, expected) => {
    expect(withLineEnding(text, ending)).toBe(expected)
  })
})

describe('A text', () => {
  it.each(['utf8', 'utf8-bom', 'utf16le', 'utf16be'] as const)('survives encoding as %s', (encoding) => {
    expect(decodeText(encodeText('héllo 😀\r\n', encoding)!)).toEqual({ text: 'héllo 😀\r\n', encoding })
  })
})
