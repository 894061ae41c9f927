// Splitting a message too large for one packet, and joining it again (ruling 3). Raw bytes are split in parts whose
// length is a multiple of three and each part is encoded on its own, so joining the text and then decoding gives the
// same bytes as decoding each part and then joining.
import { MAX_PACKET_BYTES } from '../shared/wire/ganglia.ts'
import { base64Length, writeBase64 } from './base64.ts'
import { toUtf8 } from './utf8.ts'

/**
 * The packets that carry these bytes: themselves when they fit in one, chunk messages otherwise. Each is made when it is
 * its turn, so that the first is on its way before the last is there.
 */
export function packetsOf(
  bytes: Uint8Array,
  transferId: string,
  maxPacketBytes = MAX_PACKET_BYTES,
): Iterable<Uint8Array> {
  return bytes.length <= maxPacketBytes ? [bytes] : chunksOf(bytes, transferId, maxPacketBytes)
}

function* chunksOf(bytes: Uint8Array, transferId: string, maxPacketBytes: number): Generator<Uint8Array> {
  const id = JSON.stringify(transferId)
  const opening = (index: number, total: number): string =>
    `{"type":"chunk","transfer_id":${id},"chunk_index":${index},"total_chunks":${total},"data":"`
  const closing = toUtf8('"}')
  // Both numbers are counted at their widest: there are never more chunks than bytes.
  const envelope = toUtf8(opening(bytes.length, bytes.length)).length + closing.length
  const partLength = Math.floor((maxPacketBytes - envelope) / 4) * 3
  if (partLength < 3) throw new RangeError('a packet is too small to hold even one chunk')
  const total = Math.ceil(bytes.length / partLength)
  for (let index = 0; index < total; index++) {
    const part = bytes.subarray(index * partLength, (index + 1) * partLength)
    const head = toUtf8(opening(index, total))
    const packet = new Uint8Array(head.length + base64Length(part.length) + closing.length)
    packet.set(head)
    packet.set(closing, writeBase64(part, packet, head.length))
    yield packet
  }
}
