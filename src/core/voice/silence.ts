// Takes the silence off the two ends of a piece of speech. How long to rest between pieces is our choice, not the
// engine's, and silence at the start is time the listener waits.

/** About -50 dB of full scale; engines are quieter than that where they say nothing. */
const QUIET = 100

export interface SilenceTrimmer {
  push(samples: Int16Array): Int16Array
  /** The end of the piece: a little of the silence that was held back. */
  end(): Int16Array
}

export function createSilenceTrimmer(sampleRate: number): SilenceTrimmer {
  const keep = Math.round(sampleRate * 0.02)
  const step = Math.round(sampleRate * 0.005)
  /** Quiet samples that may turn out to be the end. */
  let held: Int16Array = new Int16Array(0)
  let started = false

  return {
    push(samples) {
      const all = joined(held, samples)
      const [from, to] = loudPart(all, step)
      if (from === to) {
        // Of the silence before the first sound only the last of it can be wanted.
        held = started ? all : all.subarray(Math.max(0, all.length - keep))
        return new Int16Array(0)
      }
      const begin = started ? 0 : Math.max(0, from - keep)
      started = true
      held = all.subarray(to)
      return all.subarray(begin, to)
    },
    end() {
      const rest = started ? held.subarray(0, keep) : new Int16Array(0)
      held = new Int16Array(0)
      started = false
      return rest
    },
  }
}

function joined(one: Int16Array, other: Int16Array): Int16Array {
  if (one.length === 0) return other
  const both = new Int16Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** From the first to behind the last stretch that is not quiet; twice the same place where all is. */
function loudPart(samples: Int16Array, step: number): [number, number] {
  let from = -1
  let to = 0
  for (let at = 0; at < samples.length; at += step) {
    const end = Math.min(samples.length, at + step)
    let loud = false
    for (let index = at; index < end && !loud; index++) loud = Math.abs(samples[index] ?? 0) > QUIET
    if (!loud) continue
    if (from < 0) from = at
    to = end
  }
  return from < 0 ? [0, 0] : [from, to]
}
