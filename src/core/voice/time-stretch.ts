// Speech faster or slower without another pitch (WSOLA): windows of the sound are laid over each other at another
// distance than they were taken, each shifted a little to where it fits best on what is there already.

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
  /** Where in `input` the next window would be taken, as the rate has it. */
  let ideal = 0
  /** The second half of the window laid last, which the next one is laid over; null before the first. */
  let tail: Int16Array | null = null
  /** Where in `input` what follows the tail begins. */
  let tailEnd = 0

  /** The shift at which the sound goes on most like the tail. Every other sample is enough to tell. */
  function bestStart(around: number, like: Int16Array): number {
    const from = Math.max(0, around - search)
    const to = Math.min(input.length - window, around + search)
    let best = Math.min(Math.max(around, from), Math.max(from, to))
    let most = -Infinity
    for (let start = from; start <= to; start += 2) {
      let product = 0
      let power = 1
      for (let index = 0; index < half; index += 2) {
        const sample = input[start + index] ?? 0
        product += sample * (like[index] ?? 0)
        power += sample * sample
      }
      const fit = product / Math.sqrt(power)
      if (fit > most) {
        most = fit
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
    return together(made)
  }

  return {
    push(samples) {
      if (rate === 1) return samples
      input = together([input, samples])
      return advance()
    },
    end() {
      if (rate === 1) return new Int16Array(0)
      // What is left is less than a window: it follows the tail as it is.
      const rest = tail === null ? input : together([tail, input.slice(Math.max(0, tailEnd))])
      input = new Int16Array(0)
      tail = null
      ideal = 0
      return rest
    },
  }
}

export function together(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
