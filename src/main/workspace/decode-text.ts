// Tells text from binary, and reads and writes text in whatever of the usual Unicode forms it is, or in the one-byte
// encoding that older sources are in.
import { isUtf8 } from 'node:buffer'
import type { TextEncoding } from '../../core/codebase.ts'
import { decodeWindows1252, encodeWindows1252, mayBeWindows1252 } from './windows-1252.ts'

export interface DecodedText {
  /** Without its byte order mark. */
  text: string
  encoding: TextEncoding
}

/** What is looked at for signs of a binary file. */
const HEAD_BYTES = 8192

/** What the beginning of a file is written in, as far as that tells; null when it is no text. */
export function encodingOf(bytes: Uint8Array): TextEncoding | null {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) {
    // The same mark followed by two zeros is UTF-32, which nobody writes source in.
    return third === 0 && fourth === 0 ? null : 'utf16le'
  }
  if (first === 0xfe && second === 0xff) return 'utf16be'
  const head = bytes.subarray(0, HEAD_BYTES)
  if (head.includes(0)) return null
  if (isUtf8Head(head)) return first === 0xef && second === 0xbb && third === 0xbf ? 'utf8-bom' : 'utf8'
  return mayBeWindows1252(head) ? 'windows1252' : null
}

/** The text of a file's bytes, or null when they are no text. */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const encoding = encodingOf(bytes)
  switch (encoding) {
    case null:
      return null
    case 'utf16le':
    case 'utf16be':
      return { text: decodeUtf16(bytes.subarray(2), encoding === 'utf16be'), encoding }
    case 'windows1252':
      return { text: decodeWindows1252(bytes), encoding }
    case 'utf8-bom':
    case 'utf8':
      return decodeUtf8(bytes, encoding)
  }
}

function decodeUtf8(bytes: Uint8Array, encoding: TextEncoding): DecodedText {
  // One bad byte far down a long file should not hide the rest of it: it shows as a replacement character.
  const text = new TextDecoder('utf-8').decode(bytes)
  return isUtf8(bytes) || hasOtherSigns(text) || !mayBeWindows1252(bytes.subarray(0, HEAD_BYTES))
    ? { text, encoding }
    : { text: decodeWindows1252(bytes), encoding: 'windows1252' }
}

/** Whether it is UTF-8 apart from what could not be read: else nothing speaks for that but the letters of ASCII. */
const hasOtherSigns = (text: string): boolean => /[\u0080-\ufffc\ufffe\uffff]/.test(text)

/** Lines of several files together, such as those of a diff: each in its own encoding. */
export function decodeLines(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let text = ''
  for (let from = 0; from < bytes.length;) {
    // Most of it is as usual, and need not be looked at line by line.
    const far = bytes.indexOf(NEWLINE, from + PIECE_BYTES)
    const end = far === -1 ? bytes.length : far + 1
    const piece = bytes.subarray(from, end)
    text += isUtf8(piece) ? piece.toString('utf8') : eachLine(piece)
    from = end
  }
  return text
}

const NEWLINE = 10
const PIECE_BYTES = 16_384

function eachLine(piece: Buffer): string {
  let text = ''
  for (let from = 0; from < piece.length;) {
    const at = piece.indexOf(NEWLINE, from)
    const end = at === -1 ? piece.length : at + 1
    text += decodeLine(piece.subarray(from, end))
    from = end
  }
  return text
}

export function decodeLine(line: Buffer): string {
  const text = line.toString('utf8')
  if (isUtf8(line) || hasOtherSigns(text) || !mayBeWindows1252(line)) return text
  return decodeWindows1252(line)
}

/** Null where the encoding has no way to write some sign of the text. */
export function encodeText(text: string, encoding: TextEncoding): Buffer | null {
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text, 'utf8')
    case 'utf8-bom':
      return Buffer.from(`\ufeff${text}`, 'utf8')
    case 'utf16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le')
    case 'utf16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    case 'windows1252':
      return encodeWindows1252(text)
  }
}

function isUtf8Head(head: Uint8Array): boolean {
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
