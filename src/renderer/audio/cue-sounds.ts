// Short soft sounds that say what words would be too slow for. Worked out, not recorded.

export type Cue = 'listening' | 'sent' | 'dropped'

interface Note {
  hertz: number
  /** In seconds from the beginning. */
  at: number
  lasts: number
}

const notes: Record<Cue, readonly Note[]> = {
  listening: [{ hertz: 660, at: 0, lasts: 0.09 }],
  sent: [
    { hertz: 587, at: 0, lasts: 0.1 },
    { hertz: 880, at: 0.06, lasts: 0.14 },
  ],
  dropped: [{ hertz: 330, at: 0, lasts: 0.12 }],
}

const LOUDNESS = 0.12
/** Long enough not to click, short enough to be there at once. */
const RISE = 0.006

export function cueSound(cue: Cue, sampleRate: number): Float32Array<ArrayBuffer> {
  const list = notes[cue]
  const length = Math.max(...list.map(({ at, lasts }) => at + lasts))
  const sound = new Float32Array(Math.ceil(length * sampleRate))
  for (const { hertz, at, lasts } of list) {
    const first = Math.round(at * sampleRate)
    const count = Math.min(Math.round(lasts * sampleRate), sound.length - first)
    for (let n = 0; n < count; n++) {
      const time = n / sampleRate
      const rise = Math.min(1, time / RISE)
      const fall = (1 - n / count) ** 2
      sound[first + n]! += LOUDNESS * rise * fall * Math.sin(2 * Math.PI * hertz * time)
    }
  }
  return sound
}
