// Shapes the audio of a spoken piece: fades its ends, evens its level, trims its silence. Audio that begins or ends in
// the middle of a wave clicks; a few milliseconds of fading prevent that.
import { joined } from '../../hearing/samples.ts'

/** Fades in over the first samples. */
export function fadedIn(samples: Int16Array, over: number): Int16Array {
  const length = Math.min(over, samples.length)
  return Int16Array.from(samples, (sample, index) =>
    index < length ? Math.round((sample * index) / length) : sample,
  )
}

/** Fades out over the last samples. */
export function fadedOut(samples: Int16Array, over: number): Int16Array {
  const length = Math.min(over, samples.length)
  const from = samples.length - length
  return Int16Array.from(samples, (sample, index) =>
    index < from ? sample : Math.round((sample * (samples.length - 1 - index)) / length),
  )
}

/** Changes the gain evenly from one value to the other; 1 is unchanged. */
export function scaled(samples: Int16Array, from: number, to: number): Int16Array {
  if (from === 1 && to === 1) return samples
  return Int16Array.from(samples, (sample, index) => {
    const gain = from + ((to - from) * index) / samples.length
    return Math.max(-32_768, Math.min(32_767, Math.round(sample * gain)))
  })
}

// Makes voices about equally loud. The level of a voice is learned over all its sentences, so that sentences are not
// levelled against each other and emphasis stays.
/** About -20 dB of full scale, the usual level of speech. */
const TARGET = 3_300
const MAX_GAIN = 4
const MIN_GAIN = 0.25
const CEILING = 32_000
/** Quieter stretches are pauses and do not count. */
const PAUSE = 250

export interface Leveller {
  level(samples: Int16Array): Int16Array
}

export function createLeveller(sampleRate: number): Leveller {
  const stretch = Math.round(sampleRate * 0.02)
  let power = 0
  let counted = 0
  let gain: number | null = null

  function learn(samples: Int16Array): void {
    for (let at = 0; at + stretch <= samples.length; at += stretch) {
      let sum = 0
      for (let index = at; index < at + stretch; index++) sum += (samples[index] ?? 0) ** 2
      const mean = sum / stretch
      if (Math.sqrt(mean) < PAUSE) continue
      power += mean
      counted++
    }
  }

  return {
    level(samples) {
      learn(samples)
      const wanted = counted === 0 ? 1 : TARGET / Math.sqrt(power / counted)
      const bounded = Math.min(MAX_GAIN, Math.max(MIN_GAIN, wanted))
      let peak = 1
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
      const next = Math.min(bounded, CEILING / peak)
      const last = gain ?? next
      gain = next
      return Int16Array.from(samples, (sample, index) => {
        // Moves from one gain to the next within a stretch, so that no step is audible.
        const part = Math.min(1, index / stretch)
        return Math.max(-CEILING, Math.min(CEILING, Math.round(sample * (last + (next - last) * part))))
      })
    },
  }
}

// Removes the silence at both ends of a piece: Parley chooses the pauses between pieces, and silence at the start is a
// delay.
/** About -50 dB of full scale; engines are quieter than that where they say nothing. */
const QUIET = 100

export interface SilenceTrimmer {
  push(samples: Int16Array): Int16Array
  /** The end of the piece: a little of the silence held back. */
  end(): Int16Array
}

export function createSilenceTrimmer(sampleRate: number): SilenceTrimmer {
  const keep = Math.round(sampleRate * 0.02)
  const step = Math.round(sampleRate * 0.005)
  /** Quiet samples that may be the end. */
  let held: Int16Array = new Int16Array(0)
  let started = false

  return {
    push(samples) {
      const all = held.length === 0 ? samples : joined([held, samples])
      const [from, to] = loudPart(all, step)
      if (from === to) {
        // Only the end of the silence before the first audio can be needed.
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

/** From the start of the first loud stretch to the end of the last; the same position twice where all is quiet. */
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
