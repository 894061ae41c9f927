// Base64 straight from and into byte arrays: no intermediate strings on the way out, bounded output on the way in.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PAD = 61

const codeOfValue = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0))
const INVALID = 255
const valueOfCode = new Uint8Array(256).fill(INVALID)
codeOfValue.forEach((code, value) => (valueOfCode[code] = value))

/** How many letters this many bytes take. */
export const base64Length = (byteCount: number): number => Math.ceil(byteCount / 3) * 4

/** Writes the base64 letters of `bytes` into `target` as ASCII, and returns the offset after them. */
export function writeBase64(bytes: Uint8Array, target: Uint8Array, offset: number): number {
  const whole = bytes.length - (bytes.length % 3)
  let at = offset
  for (let i = 0; i < whole; i += 3) {
    const bits = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!
    target[at++] = codeOfValue[bits >> 18]!
    target[at++] = codeOfValue[(bits >> 12) & 63]!
    target[at++] = codeOfValue[(bits >> 6) & 63]!
    target[at++] = codeOfValue[bits & 63]!
  }
  const rest = bytes.length - whole
  if (rest > 0) {
    const bits = (bytes[whole]! << 16) | (rest === 2 ? bytes[whole + 1]! << 8 : 0)
    target[at++] = codeOfValue[bits >> 18]!
    target[at++] = codeOfValue[(bits >> 12) & 63]!
    target[at++] = rest === 2 ? codeOfValue[(bits >> 6) & 63]! : PAD
    target[at++] = PAD
  }
  return at
}

/** Newer hosts decode by themselves, several times as fast, but let spaces pass. */
const host = Uint8Array as unknown as { fromBase64?(text: string): Uint8Array<ArrayBuffer> }

/** The bytes of a base64 text, or null when it is not base64. Padding may be there or not. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!host.fromBase64) return decodeByHand(text)
  try {
    const bytes = host.fromBase64(text)
    const letters = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length
    // With a space in it there are fewer bytes than the letters promise, or one letter too many.
    return letters % 4 !== 1 && bytes.length === Math.floor((letters * 3) / 4) ? bytes : null
  } catch {
    return null
  }
}

/** The same for hosts that cannot. */
function decodeByHand(text: string): Uint8Array<ArrayBuffer> | null {
  let length = text.length
  while (length > 0 && text.length - length < 2 && text.charCodeAt(length - 1) === PAD) length--
  if (length % 4 === 1 || (length < text.length && text.length % 4 !== 0)) return null
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  const whole = length - (length % 4)
  // Letters that are none have all upper bits set, so that one look at the end tells whether there was any.
  let seen = 0
  let at = 0
  for (let i = 0; i < whole; i += 4) {
    const a = valueAt(text, i)
    const b = valueAt(text, i + 1)
    const c = valueAt(text, i + 2)
    const d = valueAt(text, i + 3)
    seen |= a | b | c | d
    bytes[at] = (a << 2) | (b >> 4)
    bytes[at + 1] = (b << 4) | (c >> 2)
    bytes[at + 2] = (c << 6) | d
    at += 3
  }
  if (length > whole) {
    const a = valueAt(text, whole)
    const b = valueAt(text, whole + 1)
    const c = length - whole === 3 ? valueAt(text, whole + 2) : 0
    seen |= a | b | c
    bytes[at] = (a << 2) | (b >> 4)
    if (length - whole === 3) bytes[at + 1] = (b << 4) | (c >> 2)
  }
  return seen > 63 ? null : bytes
}

/** What a letter stands for. A code beyond the table reads as undefined, which counts as invalid too. */
const valueAt = (text: string, index: number): number => valueOfCode[text.charCodeAt(index)] ?? INVALID
