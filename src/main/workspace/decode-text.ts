// Tells text from binary, and reads and writes text in whatever of the usual Unicode forms it is.
import type { TextEncoding } from '../../core/codebase.ts'

export interface DecodedText {
  /** Without its byte order mark. */
  text: string
  encoding: TextEncoding
}

/** What is looked at for signs of a binary file. */
const HEAD_BYTES = 8192

/** The text of a file's bytes, or null when they are no text. */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) {
    // The same mark followed by two zeros is UTF-32, which nobody writes source in.
    if (third === 0 && fourth === 0) return null
    return { text: decodeUtf16(bytes.subarray(2), false), encoding: 'utf16le' }
  }
  if (first === 0xfe && second === 0xff) {
    return { text: decodeUtf16(bytes.subarray(2), true), encoding: 'utf16be' }
  }

  const head = bytes.subarray(0, HEAD_BYTES)
  if (head.includes(0) || !isUtf8(head)) return null
  const marked = first === 0xef && second === 0xbb && third === 0xbf
  // One bad byte far down a long file should not hide the rest of it: it shows as a replacement character.
  return { text: new TextDecoder('utf-8').decode(bytes), encoding: marked ? 'utf8-bom' : 'utf8' }
}

export function encodeText(text: string, encoding: TextEncoding): Buffer {
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text, 'utf8')
    case 'utf8-bom':
      return Buffer.from(`\ufeff${text}`, 'utf8')
    case 'utf16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le')
    case 'utf16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  }
}

function isUtf8(head: Uint8Array): boolean {
  try {
    // A stream may end inside a character, as the head of a file may.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length === HEAD_BYTES })
    return true
  } catch {
    return false
  }
}

function decodeUtf16(bytes: Uint8Array, bigEndian: boolean): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  return (bigEndian ? even.swap16() : even).toString('utf16le')
}
