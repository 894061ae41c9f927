// Packets of `ganglia-events` to messages, in both directions. Messages with a `payload` are of the enveloped dialect.
import { parseJson } from '../../../base/parse-json.ts'
import { fromUtf8 } from '../../../base/utf8.ts'
import {
  chunkMessage,
  clientMessage,
  type ChunkMessage,
  type ClientMessage,
} from '../../../shared/wire/ganglia.ts'
import { decodeEnveloped } from './enveloped.ts'
import { decodeFlat } from './flat.ts'
import type { ReceivedMessage } from './received.ts'

export type DecodedPacket =
  | { tag: 'message'; message: ReceivedMessage }
  | { tag: 'chunk'; chunk: ChunkMessage }
  /** Not JSON, or a message this version does not know. */
  | { tag: 'unknown' }

export function decodePacket(bytes: Uint8Array, fallbackId: () => string): DecodedPacket {
  const text = fromUtf8(bytes)
  const value = text === null ? undefined : parseJson(text)
  if (typeof value !== 'object' || value === null) return { tag: 'unknown' }
  if ('type' in value && value.type === 'chunk') {
    const chunk = chunkMessage.safeParse(value)
    return chunk.success ? { tag: 'chunk', chunk: chunk.data } : { tag: 'unknown' }
  }
  const message = decodeMessage(value, fallbackId)
  return message ? { tag: 'message', message } : { tag: 'unknown' }
}

function decodeMessage(value: unknown, fallbackId: () => string): ReceivedMessage | null {
  if (typeof value !== 'object' || value === null) return null
  return 'payload' in value ? decodeEnveloped(value) : decodeFlat(value, fallbackId)
}

/** More than one LiveKit packet can carry. */
const MAX_CLIENT_BYTES = 64 * 1024

/** The message that a participant's app sent to the agent, or null. */
export function decodeClientMessage(packet: Uint8Array): ClientMessage | null {
  if (packet.length > MAX_CLIENT_BYTES) return null
  const parsed = clientMessage.safeParse(parseJson(fromUtf8(packet) ?? ''))
  return parsed.success ? parsed.data : null
}

/** In both dialects the long text is the last field of the message, or of its payload. */
const ENDINGS = ['"}', '"}}']

/**
 * The beginning of a long artifact, up to the end of a line, while the rest is still arriving; null if it cannot be read.
 * This only guesses where the message can be cut: the whole message is decoded and validated when it has arrived.
 */
export function decodePartialArtifact(
  bytes: Uint8Array,
): Extract<ReceivedMessage, { type: 'artifact' }> | null {
  const end = lastLineEnd(bytes)
  const text = end > 0 ? fromUtf8(bytes.subarray(0, end)) : null
  if (text === null) return null
  for (const ending of ENDINGS) {
    // An artifact without an id could not be recognized again when it is complete: the empty id makes it invalid.
    const message = decodeMessage(parseJson(text + ending), () => '')
    if (message?.type === 'artifact') return message
  }
  return null
}

const BACKSLASH = 0x5c
const LETTER_N = 0x6e

/**
 * The index after the last `\n` in a JSON text. If that is an escaped backslash followed by the letter n, it is the end of
 * both; so the cut is never inside an escape.
 */
function lastLineEnd(bytes: Uint8Array): number {
  let at = bytes.lastIndexOf(LETTER_N)
  while (at > 0 && bytes[at - 1] !== BACKSLASH) at = bytes.lastIndexOf(LETTER_N, at - 1)
  return at + 1
}
