// Audio packets on `parley.sound`. They name their sender, because a LiveKit server announces a new participant only after
// seconds, and the participant may already be talking.
import { bytesOfSamples, samplesOfBytes } from '../../speech/pcm.ts'
import { fromUtf8, toUtf8 } from '../../../base/utf8.ts'

interface AudioPacket {
  from: string
  samples: Int16Array
  sampleRate: number
}

const HEADER_BYTES = 5
const MAX_IDENTITY_BYTES = 255
const MIN_RATE = 8_000
const MAX_RATE = 192_000
/** A second at the highest rate. */
const MAX_BYTES = HEADER_BYTES + MAX_IDENTITY_BYTES + MAX_RATE * 2

export function encodeAudio({ from, samples, sampleRate }: AudioPacket): Uint8Array<ArrayBuffer> {
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

/** The beginning of the name that fits, in whole characters. */
function cut(name: Uint8Array): Uint8Array {
  if (name.length <= MAX_IDENTITY_BYTES) return name
  let end = MAX_IDENTITY_BYTES
  while ((name[end]! & 0xc0) === 0x80) end--
  return name.subarray(0, end)
}

/** Null for an invalid packet. */
export function decodeAudio(packet: Uint8Array): AudioPacket | null {
  if (packet.length < HEADER_BYTES || packet.length > MAX_BYTES) return null
  const view = new DataView(packet.buffer, packet.byteOffset, packet.length)
  const sampleRate = view.getUint32(0, true)
  if (sampleRate < MIN_RATE || sampleRate > MAX_RATE) return null
  const start = HEADER_BYTES + view.getUint8(4)
  if (start > packet.length) return null
  const from = fromUtf8(packet.subarray(HEADER_BYTES, start))
  const samples = samplesOfBytes(packet.subarray(start))
  return from !== null && samples ? { from, samples, sampleRate } : null
}
