// Distinguishes text from binary, and reads and writes text in the usual Unicode encodings, or in the one-byte encoding of
// older sources.
import { isUtf8 } from 'node:buffer'
import type { TextEncoding, LineEnding } from '../../core/tools/codebase.ts'

export interface DecodedText {
  /** Without its byte order mark. */
  text: string
  encoding: TextEncoding
}

/** How much to inspect for signs of a binary file. */
const HEAD_BYTES = 8192

/** The encoding of a file by its first bytes, as far as they tell; null if it is no text. */
export function encodingOf(bytes: Uint8Array): TextEncoding | null {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) {
    // The same mark followed by two zeros is UTF-32, which nobody uses for source.
    return third === 0 && fourth === 0 ? null : 'utf16le'
  }
  if (first === 0xfe && second === 0xff) return 'utf16be'
  const head = bytes.subarray(0, HEAD_BYTES)
  if (head.includes(0)) return null
  if (isUtf8Head(head)) return first === 0xef && second === 0xbb && third === 0xbf ? 'utf8-bom' : 'utf8'
  return mayBeWindows1252(head) ? 'windows1252' : null
}

/** The text of a file's bytes; null if they are no text. */
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
  // One bad byte far down a long file must not hide the rest: it becomes a replacement character.
  const text = new TextDecoder('utf-8').decode(bytes)
  return isUtf8(bytes) || hasOtherSigns(text) || !mayBeWindows1252(bytes.subarray(0, HEAD_BYTES))
    ? { text, encoding }
    : { text: decodeWindows1252(bytes), encoding: 'windows1252' }
}

/** Whether it is UTF-8 apart from unreadable bytes: otherwise only ASCII letters suggest UTF-8. */
const hasOtherSigns = (text: string): boolean => /[\u0080-\ufffc\ufffe\uffff]/.test(text)

/** Lines of several files, such as those of a diff: each in its own encoding. */
export function decodeLines(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let text = ''
  for (let from = 0; from < bytes.length;) {
    // Most of it is valid UTF-8 and needs no check per line.
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

/** Null if the encoding cannot represent a character of the text. */
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
    // The head of a file may end inside a character.
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

/** The characters at 0x80 to 0x9f; the rest is as in Latin-1. The five undefined bytes stand for themselves. */
const HIGH =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'
const BYTES = new Map(Array.from(HIGH, (sign, at) => [sign, 0x80 + at]))

export function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (sign) => HIGH[sign.charCodeAt(0) - 0x80] as string)
}

/** Null if the encoding has no byte for a character of the text. */
export function encodeWindows1252(text: string): Buffer | null {
  let known = true
  const latin1 = text.replaceAll(/[\u0080-\u009f\u0100-\uffff]/g, (sign) => {
    const byte = BYTES.get(sign)
    known &&= byte !== undefined
    return String.fromCharCode(byte ?? 0)
  })
  return known ? Buffer.from(latin1, 'latin1') : null
}

/** Bytes that no text contains: all control bytes but tabs, line ends, form feeds and escapes. */
const isControl = (byte: number): boolean =>
  (byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 27) || byte === 127
const OPEN = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Whether bytes that are not UTF-8 may be such a text: few control bytes, and none that the encoding leaves undefined. */
export function mayBeWindows1252(head: Uint8Array): boolean {
  let controls = 0
  for (const byte of head) {
    if (byte === 0 || OPEN.has(byte)) return false
    if (isControl(byte)) controls++
  }
  return controls <= head.length / 512
}

export function lineEndingOf(text: string): LineEnding {
  let crlf = 0
  let lf = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) crlf++
    else lf++
  }
  if (crlf === 0) return lf === 0 ? 'none' : 'lf'
  return lf === 0 ? 'crlf' : 'mixed'
}

/** Mixed line ends may be intended, so they stay. */
export function withLineEnding(text: string, ending: LineEnding): string {
  switch (ending) {
    case 'lf':
      return text.replaceAll('\r\n', '\n')
    case 'crlf':
      return text.replaceAll(/\r?\n/g, '\r\n')
    case 'mixed':
    case 'none':
      return text
  }
}
