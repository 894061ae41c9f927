// Reads a WAV file as the wires carry audio: 16 kHz, mono, 16 bits.
import { readFile, stat } from 'node:fs/promises'
import { createResampler, MAX_RATE, MIN_RATE } from '../core/speech/hearing/resample.ts'
import { floatsOf, HEARING_RATE, joined, samplesOf } from '../core/speech/hearing/samples.ts'
import { readWav } from '../core/speech/hearing/wav.ts'
import { bytesOfSamples } from '../core/speech/pcm.ts'

/** The message says why the file cannot be read. */
export class UnreadableAudio extends Error {}

const MAX_BYTES = 256 * 1024 * 1024
/** 128 ms, a usual size for a microphone. */
const PIECE_BYTES = 4096
export const PIECE_MS = (PIECE_BYTES / 2 / HEARING_RATE) * 1000

export async function readAudio(path: string): Promise<Uint8Array> {
  const info = await stat(path).catch(() => null)
  if (info === null || !info.isFile()) throw new UnreadableAudio(`${path} does not exist.`)
  if (info.size > MAX_BYTES) throw new UnreadableAudio(`${path} is larger than 256 MB.`)
  const wav = readWav(await readFile(path))
  if (wav === null) throw new UnreadableAudio(`${path} is not a 16-bit mono WAV file.`)
  if (wav.rate < MIN_RATE || wav.rate > MAX_RATE)
    throw new UnreadableAudio(`${path} has a sample rate of ${wav.rate} Hz. Use 8,000 to 192,000 Hz.`)
  if (wav.rate === HEARING_RATE) return bytesOfSamples(wav.samples)
  const resampler = createResampler(wav.rate)
  const start = resampler.write(floatsOf(wav.samples))
  return bytesOfSamples(joined([samplesOf(start), samplesOf(resampler.end())]))
}

export const piecesOf = (pcm: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(pcm.length / PIECE_BYTES) }, (_, at) =>
    pcm.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  )
