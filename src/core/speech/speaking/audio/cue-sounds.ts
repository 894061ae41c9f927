// The cues of a conversation: soft, short and distinct, so that nobody has to look to know what happened.

export const cueNames = ['listening', 'heard', 'working', 'error'] as const
export type CueName = (typeof cueNames)[number]

interface Tone {
  /** In hertz. */
  pitch: number
  /** In seconds from the beginning of the cue. */
  at: number
  for: number
  /** A share of full scale. */
  loud: number
}

/** Up for listening, one knock for heard, two low taps for working, down for an error. */
const CUES: Readonly<Record<CueName, readonly Tone[]>> = {
  listening: [
    { pitch: 587, at: 0, for: 0.07, loud: 0.1 },
    { pitch: 880, at: 0.05, for: 0.1, loud: 0.1 },
  ],
  heard: [{ pitch: 784, at: 0, for: 0.09, loud: 0.11 }],
  working: [
    { pitch: 392, at: 0, for: 0.07, loud: 0.07 },
    { pitch: 392, at: 0.13, for: 0.07, loud: 0.06 },
  ],
  error: [
    { pitch: 440, at: 0, for: 0.12, loud: 0.12 },
    { pitch: 330, at: 0.11, for: 0.18, loud: 0.12 },
  ],
}

const ATTACK = 0.006

export function cueSound(name: CueName, sampleRate: number): Int16Array {
  const tones = CUES[name]
  const seconds = Math.max(...tones.map((tone) => tone.at + tone.for))
  return Int16Array.from({ length: Math.ceil(seconds * sampleRate) }, (_, index) => {
    const now = index / sampleRate
    return Math.round(32_767 * tones.reduce((sum, tone) => sum + sounding(tone, now), 0))
  })
}

/** A tone with a little of its octave, fast attack and slow decay, silent at both ends. */
function sounding(tone: Tone, now: number): number {
  const since = now - tone.at
  if (since < 0 || since >= tone.for) return 0
  const rise = Math.min(1, since / ATTACK)
  const fall = Math.cos((Math.PI / 2) * (since / tone.for)) ** 2
  const wave = Math.sin(2 * Math.PI * tone.pitch * since) + 0.2 * Math.sin(4 * Math.PI * tone.pitch * since)
  return tone.loud * rise * fall * wave
}
