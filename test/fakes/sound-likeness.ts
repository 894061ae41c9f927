// Compares audio by its loudness over time.
import { HEARING_RATE } from '../../src/core/speech/hearing/samples.ts'

export const silence = (seconds: number): Int16Array => new Int16Array(Math.round(seconds * HEARING_RATE))

/** Loudness of each 20 milliseconds, from 0 to 1. */
export function envelope(samples: readonly number[] | Int16Array): number[] {
  const size = HEARING_RATE / 50
  return Array.from({ length: Math.floor(samples.length / size) }, (_, frame) => {
    let sum = 0
    for (let at = frame * size; at < (frame + 1) * size; at++) sum += (samples[at]! / 32_768) ** 2
    return Math.sqrt(sum / size)
  })
}

/** How similar two loudness curves are at the best position of `part` in `whole`, and how much louder the whole is there. */
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
