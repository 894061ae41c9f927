// The one-byte encoding that older Western sources are in. Written out here since decoders differ in the bytes it leaves
// open; each of the 256 has a sign of its own, so that what is read can be written again to the byte.

/** What stands at 0x80 to 0x9f; the rest is as in Latin-1. The five that mean nothing stand for themselves. */
const HIGH =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'
const BYTES = new Map(Array.from(HIGH, (sign, at) => [sign, 0x80 + at]))

export function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (sign) => HIGH[sign.charCodeAt(0) - 0x80] as string)
}

/** Null where the encoding has no byte for some sign of the text. */
export function encodeWindows1252(text: string): Buffer | null {
  let known = true
  const latin1 = text.replaceAll(/[\u0080-\u009f\u0100-\uffff]/g, (sign) => {
    const byte = BYTES.get(sign)
    known &&= byte !== undefined
    return String.fromCharCode(byte ?? 0)
  })
  return known ? Buffer.from(latin1, 'latin1') : null
}

/** Bytes that no text has, but for tabs, line ends, form feeds and escapes. */
const isControl = (byte: number): boolean =>
  (byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 27) || byte === 127
const OPEN = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Whether bytes that are not UTF-8 may be such a text: hardly a control byte, and none that the encoding leaves open. */
export function mayBeWindows1252(head: Uint8Array): boolean {
  let controls = 0
  for (const byte of head) {
    if (byte === 0 || OPEN.has(byte)) return false
    if (isControl(byte)) controls++
  }
  return controls <= head.length / 512
}
