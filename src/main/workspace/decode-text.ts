// Tells text from binary, and reads text whatever of the usual Unicode forms it is in.

/** What is looked at for signs of a binary file. */
const HEAD_BYTES = 8192

/** The text of a file's bytes without its byte order mark, or null when they are no text. */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) {
    // The same mark followed by two zeros is UTF-32, which nobody writes source in.
    return third === 0 && fourth === 0 ? null : decodeUtf16(bytes.subarray(2), false)
  }
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes.subarray(2), true)

  const head = bytes.subarray(0, HEAD_BYTES)
  if (head.includes(0) || !isUtf8(head)) return null
  // One bad byte far down a long file should not hide the rest of it: it shows as a replacement character.
  return new TextDecoder('utf-8').decode(bytes)
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
