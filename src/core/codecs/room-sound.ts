// Packets of sound on `parley.sound`. They name their sender: a server tells of somebody who has just come in only
// seconds later, and what they say at once is theirs all the same.
import { bytesOfSamples, samplesOfBytes } from '../pcm.ts'
import { fromUtf8, toUtf8 } from '../utf8.ts'

interface SoundPacket {
  from: string
  samples: Int16Array
  sampleRate: number
}

const HEADER_BYTES = 5
const MOST_IDENTITY_BYTES = 255
const SLOWEST_RATE = 8_000
const FASTEST_RATE = 192_000
/** A second at the fastest rate: more than anybody sends at once. */
const MOST_BYTES = HEADER_BYTES + MOST_IDENTITY_BYTES + FASTEST_RATE * 2

export function encodeSound({ from, samples, sampleRate }: SoundPacket): Uint8Array<ArrayBuffer> {
  const name = cut(toUtf8(from))
  const body = bytesOfSamples(samples)
  const packet = new Uint8Array(HEADER_BYTES + name.length + body.length)
  const view = new DataView(packet.buffer)
  view.setUint32(0, sampleRate, true)
  view.setUint8(4, name.length)
  packet.set(name, HEADER_BYTES)
  packet.set(body, HEADER_BYTES + name.length)
  return packet
}

/** As much of a name as there is room for, in whole characters. */
function cut(name: Uint8Array): Uint8Array {
  if (name.length <= MOST_IDENTITY_BYTES) return name
  let end = MOST_IDENTITY_BYTES
  while ((name[end]! & 0xc0) === 0x80) end--
  return name.subarray(0, end)
}

/** Null for what is no such packet. */
export function decodeSound(packet: Uint8Array): SoundPacket | null {
  if (packet.length < HEADER_BYTES || packet.length > MOST_BYTES) return null
  const view = new DataView(packet.buffer, packet.byteOffset, packet.length)
  const sampleRate = view.getUint32(0, true)
  if (sampleRate < SLOWEST_RATE || sampleRate > FASTEST_RATE) return null
  const begins = HEADER_BYTES + view.getUint8(4)
  if (begins > packet.length) return null
  const from = fromUtf8(packet.subarray(HEADER_BYTES, begins))
  const samples = samplesOfBytes(packet.subarray(begins))
  return from !== null && samples ? { from, samples, sampleRate } : null
}
