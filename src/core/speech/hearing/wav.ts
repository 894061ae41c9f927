// WAV files: 16-bit, one channel. Written for services that take files, read for recordings.
import { bytesOfSamples, samplesOfBytes } from '../pcm.ts'

const HEADER_BYTES = 44

export function wavOf(samples: Int16Array, rate: number): Uint8Array<ArrayBuffer> {
  const data = bytesOfSamples(samples)
  const file = new Uint8Array(HEADER_BYTES + data.length)
  const view = new DataView(file.buffer)
  const word = (at: number, text: string): void => {
    for (let n = 0; n < text.length; n++) file[at + n] = text.charCodeAt(n)
  }
  word(0, 'RIFF')
  view.setUint32(4, file.length - 8, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, data.length, true)
  file.set(data, HEADER_BYTES)
  return file
}

/** Null for anything but 16 bits and one channel. A truncated file gives what is there. */
export function readWav(file: Uint8Array): { samples: Int16Array; rate: number } | null {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const word = (at: number): string => String.fromCharCode(...file.subarray(at, at + 4))
  if (file.length < 12 || word(0) !== 'RIFF' || word(8) !== 'WAVE') return null
  let rate: number | null = null
  for (let at = 12; at + 8 <= file.length;) {
    const size = view.getUint32(at + 4, true)
    const body = at + 8
    if (word(at) === 'fmt ' && size >= 16 && body + 16 <= file.length) {
      const plain = view.getUint16(body, true) === 1
      if (!plain || view.getUint16(body + 2, true) !== 1 || view.getUint16(body + 14, true) !== 16)
        return null
      rate = view.getUint32(body + 4, true)
    } else if (word(at) === 'data') {
      const length = Math.min(size, file.length - body)
      const samples = samplesOfBytes(file.subarray(body, body + length - (length % 2)))
      return rate === null || samples === null ? null : { samples, rate }
    }
    at = body + size + (size % 2)
  }
  return null
}

// The header of a WAV stream. Its sizes are often wrong, because the file was still being written; the samples go to
// the end.
export interface WaveFormat {
  sampleRate: number
  channels: number
  /** Where the samples begin. */
  dataAt: number
}

/** A stream without samples by then is not a WAV file. */
export const MAX_WAVE_HEADER = 4096

/** The format, `more` while the header is incomplete, or null for an unsupported format. */
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
