// Base64 straight from and into byte arrays: no intermediate strings on the way out, bounded output on the way in.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PAD = 61

const codeOfValue = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0))
const INVALID = 255
const valueOfCode = new Uint8Array(256).fill(INVALID)
codeOfValue.forEach((code, value) => (valueOfCode[code] = value))

/** The length of the base64 text of so many bytes. */
export const base64Length = (byteCount: number): number => Math.ceil(byteCount / 3) * 4

/** Writes `bytes` as base64 into `target`, in ASCII, and returns the offset after them. */
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

type Decode = (text: string) => Uint8Array<ArrayBuffer>

/** Chromium has its own decoder, which is many times as fast; so has Node, under another name. */
const { fromBase64 } = Uint8Array as unknown as { fromBase64?: Decode }
const { Buffer } = globalThis as { Buffer?: { from(text: string, encoding: 'base64'): Uint8Array } }
const decodeInNode: Decode | undefined = Buffer && ((text) => new Uint8Array(Buffer.from(text, 'base64')))
const decodeInHost = fromBase64?.bind(Uint8Array) ?? decodeInNode

/** Node also accepts the two characters of base64url, and any character whose low byte is a base64 character. */
const isForeign = (text: string): boolean => /[-_\u0100-\uffff]/.test(text)

/** The bytes of a base64 text, or null when it is not base64. Padding is optional. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!decodeInHost) return decodeByHand(text)
  if (!fromBase64 && isForeign(text)) return null
  try {
    const bytes = decodeInHost(text)
    const length = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length
    // Chromium skips spaces, and Node any character: then there are fewer bytes than the length of the text promises.
    const isWhole = length === text.length ? length % 4 !== 1 : text.length % 4 === 0
    return isWhole && bytes.length === Math.floor((length * 3) / 4) ? bytes : null
  } catch {
    return null
  }
}

/** For hosts without their own decoder. */
function decodeByHand(text: string): Uint8Array<ArrayBuffer> | null {
  let length = text.length
  while (length > 0 && text.length - length < 2 && text.charCodeAt(length - 1) === PAD) length--
  if (length % 4 === 1 || (length < text.length && text.length % 4 !== 0)) return null
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  const whole = length - (length % 4)
  // An invalid character has all upper bits set, so one check at the end finds whether there was any.
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

/** The value of a character. A code beyond the table reads as undefined, which counts as invalid too. */
const valueAt = (text: string, index: number): number => valueOfCode[text.charCodeAt(index)] ?? INVALID
