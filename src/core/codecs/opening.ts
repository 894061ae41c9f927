// What a long message is about, read from its beginning while the rest is still on its way. Only a guess at where it can
// be cut: the whole message is read again, and judged, when it is there.
import { parseJson } from '../parse-json.ts'
import { fromUtf8 } from '../utf8.ts'
import { decodeMessage } from './ganglia.ts'
import type { Heard } from './heard.ts'

const BACKSLASH = 0x5c
const LETTER_N = 0x6e

/** Of both dialects: the long text is the last thing in a message, or in its payload. */
const ENDINGS = ['"}', '"}}']

/** An artifact with as much of its text as has come, up to the end of a line; null where that cannot be told. */
export function decodeOpening(bytes: Uint8Array): Extract<Heard, { type: 'artifact' }> | null {
  const end = lastLineEnd(bytes)
  const text = end > 0 ? fromUtf8(bytes.subarray(0, end)) : null
  if (text === null) return null
  for (const ending of ENDINGS) {
    const heard = decodeMessage(parseJson(text + ending), () => '')
    // Without a name of its own it could not be known again when it is whole.
    if (heard?.type === 'artifact' && heard.artifact.id !== '') return heard
  }
  return null
}

/**
 * Behind the last line end as JSON writes it in a text. Where it is a backslash and the letter n instead, it is the end
 * of both; so it is never in the middle of anything.
 */
function lastLineEnd(bytes: Uint8Array): number {
  let at = bytes.lastIndexOf(LETTER_N)
  while (at > 0 && bytes[at - 1] !== BACKSLASH) at = bytes.lastIndexOf(LETTER_N, at - 1)
  return at + 1
}
