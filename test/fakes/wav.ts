// Sound files, just enough of them: 16-bit samples, one channel, 16 kHz.
import { readFileSync, writeFileSync } from 'node:fs'

export const RATE = 16_000

export function readWav(file: string): Int16Array {
  const bytes = readFileSync(file)
  const data = bytes.indexOf('data', 12, 'latin1')
  const length = bytes.readUInt32LE(data + 4)
  return Int16Array.from({ length: length / 2 }, (_, at) => bytes.readInt16LE(data + 8 + at * 2))
}

export function writeWav(file: string, samples: Int16Array): void {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length * 2, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length * 2, 40)
  writeFileSync(file, Buffer.concat([header, Buffer.from(samples.buffer, 0, samples.length * 2)]))
}

export const silence = (seconds: number): Int16Array => new Int16Array(Math.round(seconds * RATE))

export function joined(...parts: Int16Array[]): Int16Array {
  return Int16Array.from(parts.flatMap((part) => [...part]))
}

/** Loudness of each 20 milliseconds, from 0 to 1. */
export function envelope(samples: readonly number[] | Int16Array): number[] {
  const size = RATE / 50
  return Array.from({ length: Math.floor(samples.length / size) }, (_, frame) => {
    let sum = 0
    for (let at = frame * size; at < (frame + 1) * size; at++) sum += (samples[at]! / 32_768) ** 2
    return Math.sqrt(sum / size)
  })
}

/** How alike two loudnesses are over time, at the best place of `part` in `whole`; and how much louder the whole is there. */
export function likeness(
  whole: readonly number[],
  part: readonly number[],
): { best: number; louder: number } {
  let best = -1
  let louder = 0
  for (let at = 0; at + part.length <= whole.length; at++) {
    const here = whole.slice(at, at + part.length)
    const found = correlation(here, part)
    if (found > best) {
      best = found
      louder = Math.sqrt(power(here) / power(part))
    }
  }
  return { best, louder }
}

const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length
const power = (list: readonly number[]): number => mean(list.map((one) => one * one))

function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)]
  let both = 0
  let first = 0
  let second = 0
  for (let at = 0; at < one.length; at++) {
    both += (one[at]! - a) * (other[at]! - b)
    first += (one[at]! - a) ** 2
    second += (other[at]! - b) ** 2
  }
  return first === 0 || second === 0 ? 0 : both / Math.sqrt(first * second)
}
