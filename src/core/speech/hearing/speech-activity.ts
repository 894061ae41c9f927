// When somebody speaks, from how likely each frame is speech. Detection is late at the beginning (0.2 s) and early at
// the end (up to 0.4 s), so speech is padded on both sides.
import { samplesIn } from './samples.ts'

/** A frame is 32 ms. */
export const FRAME_SAMPLES = 512

const FRAME_MS = 32
/** Likelihoods at which speech begins and, lower, at which it continues. */
const BEGINS_AT = 0.5
const GOES_ON_AT = 0.35
/** Shorter is a click, a cough or a key. */
const MIN_SPEECH_FRAMES = 3
/** A shorter gap is inside a word. */
const MIN_PAUSE_FRAMES = 3

export const START_PAD = samplesIn(350)
export const END_PAD = samplesIn(400)

/** Counted in frames since the audio began. */
export interface SpeechActivity {
  /** Frames judged so far. */
  frames: number
  speaking: boolean
  /** The first frame of possible or certain speech; null in silence. */
  first: number | null
  /** One after the last likely frame. */
  last: number
  /** Likely frames since `first`. */
  likely: number
}

export type ActivityChange =
  /** Somebody began to speak, at this sample. */
  | { type: 'speech.began'; at: number }
  /** Speech paused, at this sample. */
  | { type: 'speech.paused'; at: number }

export const silence: SpeechActivity = { frames: 0, speaking: false, first: null, last: 0, likely: 0 }

export function activityAfter(
  before: SpeechActivity,
  likelihood: number,
): { activity: SpeechActivity; change: ActivityChange | null } {
  const frame = before.frames
  const frames = frame + 1
  if (likelihood >= (before.speaking ? GOES_ON_AT : BEGINS_AT)) {
    const first = before.first ?? frame
    const likely = before.likely + 1
    const speaking = before.speaking || likely >= MIN_SPEECH_FRAMES
    const activity = { frames, speaking, first, last: frames, likely }
    const began = speaking && !before.speaking
    return {
      activity,
      change: began ? { type: 'speech.began', at: Math.max(0, first * FRAME_SAMPLES - START_PAD) } : null,
    }
  }
  if (before.first !== null && frames - before.last >= MIN_PAUSE_FRAMES) {
    const activity = { frames, speaking: false, first: null, last: before.last, likely: 0 }
    const change: ActivityChange | null = before.speaking
      ? { type: 'speech.paused', at: before.last * FRAME_SAMPLES }
      : null
    return { activity, change }
  }
  return { activity: { ...before, frames }, change: null }
}

/** How long nobody has spoken, in milliseconds. */
export const pausedMs = ({ speaking, frames, last }: SpeechActivity): number =>
  speaking ? 0 : (frames - last) * FRAME_MS
