// WAV files: 16-bit, one channel. Written for services that take files, read where a recording is given.
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

/** Null for what is no WAV of 16 bits and one channel. A file cut short gives what is there. */
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
