// The agent's voice between arriving and sounding. A little is gathered before it begins, so that uneven arrival is not
// heard; it can be silenced within a few milliseconds; and it counts what really went out.

export interface JitterBuffer {
  write(samples: Float32Array): void
  /** Fills the whole of `output`, with silence where there is nothing to play. */
  read(output: Float32Array): void
  /** Fades out at once and forgets the rest. */
  silence(): void
  /** A new voice: what goes out is counted anew. */
  begin(): void
  /** Samples of the voice that went out since it began. */
  played(): number
  queued(): number
}

interface Options {
  /** How many samples are gathered before it sounds. */
  gather: number
  /** How many samples of silence may pass while gathering; a short word is played all the same. */
  patience: number
  /** How many samples a fade takes. */
  fade: number
  /** More than this is not kept: the newest is. */
  most: number
}

export function createJitterBuffer({ gather, patience, fade, most }: Options): JitterBuffer {
  let parts: Float32Array[] = []
  /** Where in the first part the next sample is. */
  let from = 0
  let queued = 0
  let played = 0
  let sounding = false
  let waited = 0
  /** Samples left of a fade-out, or null when none is under way. */
  let fading: number | null = null
  /** Samples of a fade-in that have gone out. */
  let risen = 0

  function take(): number {
    const part = parts[0]!
    const sample = part[from++]!
    queued--
    if (from >= part.length) {
      parts.shift()
      from = 0
    }
    return sample
  }

  function clear(): void {
    parts = []
    from = 0
    queued = 0
    sounding = false
    waited = 0
    fading = null
  }

  return {
    write(samples) {
      if (samples.length === 0 || fading !== null) return
      parts.push(samples)
      queued += samples.length
      while (queued > most) take()
    },

    read(output) {
      let at = 0
      if (!sounding && queued > 0) {
        waited += output.length
        if (queued >= gather || waited > patience) {
          sounding = true
          risen = 0
        }
      }
      for (; sounding && at < output.length && queued > 0; at++) {
        const rise = risen < fade ? ++risen / fade : 1
        const fall = fading === null ? 1 : fading-- / fade
        output[at] = take() * rise * fall
        played++
        if (fading === 0) clear()
      }
      if (queued === 0) clear()
      output.fill(0, at)
    },

    silence() {
      if (!sounding) return clear()
      fading ??= fade
    },

    begin() {
      // What is still queued is the end of the voice before.
      played = -queued
    },
    played: () => Math.max(0, played),
    queued: () => queued,
  }
}
