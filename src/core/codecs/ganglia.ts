// One packet of `ganglia-events` to what it says. Both dialects are understood, told apart by `payload`.
import { chunkMessage, type ChunkMessage } from '../../shared/wire/ganglia.ts'
import { parseJson } from '../parse-json.ts'
import { fromUtf8 } from '../utf8.ts'
import { decodeEnveloped } from './ganglia-enveloped.ts'
import { decodeFlat } from './ganglia-flat.ts'
import type { Heard } from './heard.ts'

export type DecodedPacket =
  | { tag: 'heard'; heard: Heard }
  | { tag: 'chunk'; chunk: ChunkMessage }
  /** Not for us: not JSON, or a message this version does not know. */
  | { tag: 'unknown' }

export function decodePacket(bytes: Uint8Array, fallbackId: () => string): DecodedPacket {
  const text = fromUtf8(bytes)
  const value = text === null ? undefined : parseJson(text)
  if (typeof value !== 'object' || value === null) return { tag: 'unknown' }
  if ('type' in value && value.type === 'chunk') {
    const chunk = chunkMessage.safeParse(value)
    return chunk.success ? { tag: 'chunk', chunk: chunk.data } : { tag: 'unknown' }
  }
  const heard = decodeMessage(value, fallbackId)
  return heard ? { tag: 'heard', heard } : { tag: 'unknown' }
}

/** What a whole message says, or null when it is none that is known. */
export function decodeMessage(value: unknown, fallbackId: () => string): Heard | null {
  if (typeof value !== 'object' || value === null) return null
  return 'payload' in value ? decodeEnveloped(value) : decodeFlat(value, fallbackId)
}
