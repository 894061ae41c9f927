// Audio as bytes: 16-bit little-endian samples, one channel.

export function bytesOfSamples(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2)
  const view = new DataView(bytes.buffer)
  samples.forEach((sample, index) => view.setInt16(index * 2, sample, true))
  return bytes
}

/** Null when the bytes end in the middle of a sample. */
export function samplesOfBytes(bytes: Uint8Array): Int16Array | null {
  if (bytes.length % 2 !== 0) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Int16Array.from({ length: bytes.length / 2 }, (_, index) => view.getInt16(index * 2, true))
}
