// The level of audio, and whether a microphone delivers any.
import { msOf } from './samples.ts'

/** In decibels below full scale; SILENT where there is nothing. */
export interface SoundLevel {
  rms: number
  peak: number
}

export const SILENT = -120

export function levelOf(samples: Int16Array): SoundLevel {
  let squares = 0
  let peak = 0
  for (const sample of samples) {
    squares += sample * sample
    const size = Math.abs(sample)
    if (size > peak) peak = size
  }
  return { rms: decibels(Math.sqrt(squares / Math.max(1, samples.length))), peak: decibels(peak) }
}

const decibels = (size: number): number =>
  size === 0 ? SILENT : Math.max(SILENT, 20 * Math.log10(size / 32_768))

/** How fast a meter falls, in decibels a second; it rises at once. */
const FALL = 24

/** What a meter shows next. */
export function meterAfter(shown: SoundLevel, heard: SoundLevel, ms: number): SoundLevel {
  const fall = (FALL * ms) / 1000
  return { rms: Math.max(heard.rms, shown.rms - fall), peak: Math.max(heard.peak, shown.peak - fall) }
}

/** A microphone muted by its own switch or by the system delivers zeros and does not report it. */
export interface Deadness {
  zeroMs: number
}
export const notDead: Deadness = { zeroMs: 0 }
/** Real rooms are never this quiet for this long. */
export const DEAD_AFTER_MS = 1500

/** One step of the converter up or down is silence too. */
export function deadnessAfter(before: Deadness, samples: Int16Array, rate?: number): Deadness {
  if (samples.some((sample) => sample > 1 || sample < -1)) return notDead
  return { zeroMs: before.zeroMs + msOf(samples.length, rate) }
}

export const isDead = ({ zeroMs }: Deadness): boolean => zeroMs >= DEAD_AFTER_MS
