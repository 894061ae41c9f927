// Makes voices about equally loud. A voice has one loudness, learnt while it speaks, so that sentences are not levelled
// against each other and an emphasis stays one.

/** About -20 dB of full scale: as loud as speech usually is. */
const TARGET = 3_300
const MOST_GAIN = 4
const LEAST_GAIN = 0.25
const CEILING = 32_000
/** Stretches quieter than this are pauses, and tell nothing of the voice. */
const PAUSE = 250

export interface Leveller {
  level(samples: Int16Array): Int16Array
}

export function createLeveller(sampleRate: number): Leveller {
  const stretch = Math.round(sampleRate * 0.02)
  let power = 0
  let heard = 0
  let gain: number | null = null

  function learn(samples: Int16Array): void {
    for (let at = 0; at + stretch <= samples.length; at += stretch) {
      let sum = 0
      for (let index = at; index < at + stretch; index++) sum += (samples[index] ?? 0) ** 2
      const mean = sum / stretch
      if (Math.sqrt(mean) < PAUSE) continue
      power += mean
      heard++
    }
  }

  return {
    level(samples) {
      learn(samples)
      const wanted = heard === 0 ? 1 : TARGET / Math.sqrt(power / heard)
      const bounded = Math.min(MOST_GAIN, Math.max(LEAST_GAIN, wanted))
      let peak = 1
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
      const next = Math.min(bounded, CEILING / peak)
      const last = gain ?? next
      gain = next
      return Int16Array.from(samples, (sample, index) => {
        // From one gain to the next within a stretch, so that no step is heard.
        const part = Math.min(1, index / stretch)
        return Math.max(-CEILING, Math.min(CEILING, Math.round(sample * (last + (next - last) * part))))
      })
    },
  }
}
