// The recordings: their texts and samples.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWav } from '../src/core/speech/hearing/wav.ts'

export interface Recording {
  file: string
  said: string
  samples: Int16Array
}

const folder = join(import.meta.dirname, 'fixtures', 'speech')

export function recordings(name: 'commands' | 'control'): Recording[] {
  const lines = readFileSync(join(folder, name, 'refs.txt'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((said, at) => {
    const file = join(folder, name, `${String(at + 1).padStart(2, '0')}.wav`)
    return { file, said, samples: readWav(readFileSync(file))!.samples }
  })
}

/** Deterministic noise; pink noise falls by 3 dB per octave, like room noise. */
export function noise(kind: 'white' | 'pink', length: number): Float32Array {
  let seed = 42
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 0x8000_0000 - 1
  }
  const samples = new Float32Array(length)
  let [a, b, c] = [0, 0, 0]
  for (let at = 0; at < length; at++) {
    const white = random()
    a = 0.99765 * a + white * 0.099046
    b = 0.963 * b + white * 0.2965164
    c = 0.57 * c + white * 1.0526913
    samples[at] = kind === 'white' ? white : (a + b + c + white * 0.1848) / 4
  }
  return samples
}

const power = (samples: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < samples.length; at++) sum += samples[at]! ** 2
  return sum / Math.max(1, samples.length)
}

/** The recording with noise that is this many decibels quieter. */
export function withNoise(samples: Int16Array, kind: 'white' | 'pink', decibels: number): Int16Array {
  const added = noise(kind, samples.length)
  const scale = Math.sqrt(power(samples) / power(added) / 10 ** (decibels / 10))
  return samples.map((sample, at) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample + scale * added[at]!))),
  )
}
