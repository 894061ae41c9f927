// Splits a message that is too large for one packet. Each part has a length that is a multiple of three and is encoded
// separately, so a receiver may join the base64 texts and decode once, or decode each part and join the bytes.
import { MAX_PACKET_BYTES } from '../../../shared/wire/ganglia.ts'
import { base64Length, writeBase64 } from '../../../base/base64.ts'
import { toUtf8 } from '../../../base/utf8.ts'

/**
 * The packets for these bytes: the bytes themselves if they fit in one, else chunk messages. Each is created when it is
 * needed, so that the first can be sent before the last exists.
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
  // Both numbers at their widest: there are never more chunks than bytes.
  const envelope = toUtf8(opening(bytes.length, bytes.length)).length + closing.length
  const partLength = Math.floor((maxPacketBytes - envelope) / 4) * 3
  if (partLength < 3) throw new RangeError('The packet size is too small for a chunk.')
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
