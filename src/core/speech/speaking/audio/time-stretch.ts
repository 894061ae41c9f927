// Changes the pace of speech and keeps its pitch (WSOLA): windows of the input overlap at another distance than before,
// each shifted a little to where it fits best.
import { joined } from '../../hearing/samples.ts'

export interface TimeStretch {
  push(samples: Int16Array): Int16Array
  end(): Int16Array
}

const WINDOW_SECONDS = 0.03
const SEARCH_SECONDS = 0.008

export function createTimeStretch(sampleRate: number, rate: number): TimeStretch {
  const half = Math.round((WINDOW_SECONDS / 2) * sampleRate)
  const window = half * 2
  const search = Math.round(SEARCH_SECONDS * sampleRate)
  const ramp = Float32Array.from(
    { length: half },
    (_, index) => 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / half),
  )
  let input: Int16Array = new Int16Array(0)
  /** Where in `input` the next window begins, by the rate alone. */
  let ideal = 0
  /** The second half of the last window, which the next one overlaps; null before the first. */
  let tail: Int16Array | null = null
  /** Where in `input` the audio after the tail begins. */
  let tailEnd = 0

  /** The shift that continues the tail best. Every other sample is enough to compare. */
  function bestStart(around: number, like: Int16Array): number {
    const from = Math.max(0, around - search)
    const to = Math.min(input.length - window, around + search)
    let best = Math.min(Math.max(around, from), Math.max(from, to))
    let bestFit = -Infinity
    for (let start = from; start <= to; start += 2) {
      let product = 0
      let power = 1
      for (let index = 0; index < half; index += 2) {
        const sample = input[start + index] ?? 0
        product += sample * (like[index] ?? 0)
        power += sample * sample
      }
      const fit = product / Math.sqrt(power)
      if (fit > bestFit) {
        bestFit = fit
        best = start
      }
    }
    return best
  }

  function advance(): Int16Array {
    const made: Int16Array[] = []
    while (Math.round(ideal) + window + search <= input.length) {
      const start = tail === null ? Math.round(ideal) : bestStart(Math.round(ideal), tail)
      const piece = new Int16Array(half)
      for (let index = 0; index < half; index++) {
        const up = ramp[index] ?? 0
        const sample = input[start + index] ?? 0
        piece[index] = tail === null ? sample : Math.round(sample * up + (tail[index] ?? 0) * (1 - up))
      }
      made.push(piece)
      tail = input.slice(start + half, start + window)
      tailEnd = start + window
      ideal += half * rate
    }
    const done = Math.max(0, Math.floor(ideal) - search)
    if (done > 0) {
      input = input.slice(done)
      ideal -= done
      tailEnd -= done
    }
    return joined(made)
  }

  return {
    push(samples) {
      if (rate === 1) return samples
      input = joined([input, samples])
      return advance()
    },
    end() {
      if (rate === 1) return new Int16Array(0)
      // Less than a window is left: it follows the tail unchanged.
      const rest = tail === null ? input : joined([tail, input.slice(Math.max(0, tailEnd))])
      input = new Int16Array(0)
      tail = null
      ideal = 0
      return rest
    },
  }
}
