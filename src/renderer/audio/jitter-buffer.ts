// The agent's voice between arrival and playback. It collects a little before playing, so that uneven arrival is not
// audible; it can be silenced within a few milliseconds; and it counts what was really played.

export interface JitterBuffer {
  write(samples: Float32Array): void
  /** Fills all of `output`, with silence where there is nothing to play. */
  read(output: Float32Array): void
  /** Fades out at once and drops the rest. */
  silence(): void
  /** A new voice begins: counts from zero. */
  begin(): void
  /** Samples of the voice played since it began. */
  played(): number
  queued(): number
}

interface Options {
  /** Samples collected before playback begins. */
  collect: number
  /** Samples of silence that may pass while collecting; then a short word is played anyway. */
  maxWait: number
  /** Samples of a fade. */
  fade: number
  /** The limit. Beyond it the oldest samples are dropped. */
  max: number
}

export function createJitterBuffer({ collect, maxWait, fade, max }: Options): JitterBuffer {
  let parts: Float32Array[] = []
  /** The position of the next sample in the first part. */
  let from = 0
  let queued = 0
  let played = 0
  let sounding = false
  let waited = 0
  /** Samples left of a fade-out; null when there is none. */
  let fading: number | null = null
  /** Samples of a fade-in that were played. */
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
      while (queued > max) take()
    },

    read(output) {
      let at = 0
      if (!sounding && queued > 0) {
        waited += output.length
        if (queued >= collect || waited > maxWait) {
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
      // What is still queued belongs to the voice before.
      played = -queued
    },
    played: () => Math.max(0, played),
    queued: () => queued,
  }
}
