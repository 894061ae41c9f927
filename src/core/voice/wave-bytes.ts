// Sound in a RIFF file, as engines and servers hand it out: its header first, whose sizes are often not to be trusted
// because the file was still being written, then samples until the bytes end.

export interface WaveFormat {
  sampleRate: number
  channels: number
  /** Where the samples begin. */
  dataAt: number
}

/** Headers are short; a file that has not come to its samples by then is none. */
export const MAX_WAVE_HEADER = 4096

/** The format, `more` while the header is not all here, or null for what is no sound we can play. */
export function waveFormat(bytes: Uint8Array): WaveFormat | 'more' | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tag = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (bytes.length < 12) return 'more'
  if (tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return null
  let format: { sampleRate: number; channels: number } | null = null
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true)
    if (tag(at) === 'data') return format && { ...format, dataAt: at + 8 }
    if (tag(at) === 'fmt ') {
      if (at + 24 > bytes.length) return 'more'
      const [coding, channels, sampleRate, bits] = [
        view.getUint16(at + 8, true),
        view.getUint16(at + 10, true),
        view.getUint32(at + 12, true),
        view.getUint16(at + 22, true),
      ]
      if ((coding !== 1 && coding !== 0xfffe) || bits !== 16) return null
      if (channels < 1 || channels > 2 || sampleRate < 4_000 || sampleRate > 192_000) return null
      format = { sampleRate, channels }
    }
    at += 8 + size + (size % 2)
    if (at > MAX_WAVE_HEADER) return null
  }
  return bytes.length > MAX_WAVE_HEADER ? null : 'more'
}
