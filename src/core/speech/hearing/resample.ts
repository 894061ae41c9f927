// Changes the sample rate of audio: a windowed-sinc low-pass, computed once for every position that a sample of one
// rate can have between two of the other. Takes frames of any size; the result is the same as for all audio at once.
import { HEARING_RATE } from './samples.ts'

export interface Resampler {
  /** What is ready; a few milliseconds of the input stay behind. */
  write(input: Float32Array): Float32Array
  /** The rest, at the end of the audio. */
  end(): Float32Array
}

export const MIN_RATE = 8_000
export const MAX_RATE = 192_000

/** How much aliasing is suppressed. */
const REJECTION_DB = 80
/** As a share of the lower Nyquist frequency: where the low-pass begins, and where it must be complete. */
const PASS = 0.9
const STOP = 1
/** With more positions than this, the exact one is interpolated. */
const MAX_PHASES = 256

export function createResampler(from: number, to: number = HEARING_RATE): Resampler {
  if (!Number.isInteger(from) || from < MIN_RATE || from > MAX_RATE)
    throw new RangeError(`Audio at ${from} samples a second is not supported.`)
  if (from === to) return { write: (input) => input.slice(), end: () => new Float32Array(0) }

  const shared = divisor(from, to)
  const up = to / shared
  const down = from / shared
  const { rows, taps } = filterRows(from, to, Math.min(up, MAX_PHASES))
  const half = taps / 2

  /** The input that is still needed, and the position of the next sample in it: `whole` and `part`/`up` of a step. */
  let rest = new Float32Array(half)
  let whole = half
  let part = 0
  /** Counted so that the output has exactly the right length. */
  let written = 0
  let given = 0

  function write(input: Float32Array): Float32Array {
    written += input.length
    return advance(input)
  }

  function advance(input: Float32Array): Float32Array {
    const buffer = new Float32Array(rest.length + input.length)
    buffer.set(rest)
    buffer.set(input, rest.length)
    const output = new Float32Array(Math.ceil(((buffer.length + 1) * up) / down) + 1)
    let count = 0
    while (whole + half < buffer.length) {
      output[count++] = drawn(buffer, whole - half + 1)
      part += down
      whole += Math.floor(part / up)
      part %= up
    }
    const past = Math.min(Math.max(0, whole - half), buffer.length)
    rest = buffer.slice(past)
    whole -= past
    given += count
    return output.subarray(0, count)
  }

  function drawn(buffer: Float32Array, start: number): number {
    const place = (part * (rows.length - 1)) / up
    const near = Math.floor(place)
    const share = place - near
    const row = rows[near]!
    if (share === 0) return weighed(buffer, start, row)
    return (1 - share) * weighed(buffer, start, row) + share * weighed(buffer, start, rows[near + 1]!)
  }

  return {
    write,
    end() {
      const due = Math.round((written * up) / down) - given
      return advance(new Float32Array(taps + Math.ceil(down / up))).slice(0, Math.max(0, due))
    },
  }
}

function weighed(buffer: Float32Array, start: number, row: Float32Array): number {
  let sum = 0
  for (let tap = 0; tap < row.length; tap++) sum += buffer[start + tap]! * row[tap]!
  return sum
}

/** One row of weights for each position between two samples, and one for the next sample. */
function filterRows(from: number, to: number, phases: number): { rows: Float32Array[]; taps: number } {
  const lower = Math.min(from, to) / 2
  const width = (2 * Math.PI * (STOP - PASS) * lower) / from
  const half = Math.ceil((REJECTION_DB - 8) / (2.285 * width) / 2)
  const taps = 2 * half
  const cutoff = ((PASS + STOP) * lower) / from
  const window = kaiser(0.1102 * (REJECTION_DB - 8.7))
  const rows = Array.from({ length: phases + 1 }, (_, phase) => {
    const row = new Float32Array(taps)
    let sum = 0
    for (let tap = 0; tap < taps; tap++) {
      const away = tap - (half - 1) - phase / phases
      const weight = cutoff * sinc(cutoff * away) * window(away / half)
      row[tap] = weight
      sum += weight
    }
    // Keeps a constant level constant at every position.
    for (let tap = 0; tap < taps; tap++) row[tap]! /= sum
    return row
  })
  return { rows, taps }
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

function kaiser(beta: number): (x: number) => number {
  const whole = bessel(beta)
  return (x) => (Math.abs(x) >= 1 ? 0 : bessel(beta * Math.sqrt(1 - x * x)) / whole)
}

/** The modified Bessel function of order zero. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
