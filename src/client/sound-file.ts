// A recording from a file, as the wires carry sound: 16 kHz, one channel, 16 bits.
import { readFile, stat } from 'node:fs/promises'
import { createResampler, HIGHEST_RATE, LEAST_RATE } from '../core/ears/resample.ts'
import { floatsOf, HEARING_RATE, joined, samplesOf } from '../core/ears/samples.ts'
import { readWav } from '../core/ears/wav.ts'
import { bytesOfSamples } from '../core/pcm.ts'

/** What cannot be read, as a sentence. */
export class UnreadableSound extends Error {}

const MOST_BYTES = 256 * 1024 * 1024
/** As long a piece as the document's example has. */
const PIECE_BYTES = 4096
export const PIECE_MS = (PIECE_BYTES / 2 / HEARING_RATE) * 1000

export async function readSound(path: string): Promise<Uint8Array> {
  const info = await stat(path).catch(() => null)
  if (info === null || !info.isFile()) throw new UnreadableSound(`There is no file ${path}.`)
  if (info.size > MOST_BYTES) throw new UnreadableSound(`${path} is larger than 256 MB.`)
  const wav = readWav(await readFile(path))
  if (wav === null) throw new UnreadableSound(`${path} is no WAV file of 16 bits and one channel.`)
  if (wav.rate < LEAST_RATE || wav.rate > HIGHEST_RATE)
    throw new UnreadableSound(`${path} has ${wav.rate} samples a second; 8,000 to 192,000 are understood.`)
  if (wav.rate === HEARING_RATE) return bytesOfSamples(wav.samples)
  const resampler = createResampler(wav.rate)
  const most = resampler.write(floatsOf(wav.samples))
  return bytesOfSamples(joined([samplesOf(most), samplesOf(resampler.end())]))
}

export const piecesOf = (pcm: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(pcm.length / PIECE_BYTES) }, (_, at) =>
    pcm.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  )
