// Text to bytes and back. TextEncoder and TextDecoder do no I/O and are the same in every host, but belong to no
// ECMAScript library, so this file declares the parts it uses.
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> }
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean },
) => { decode(bytes: Uint8Array): string }

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

export const toUtf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** The text of these bytes, or null when they are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}
