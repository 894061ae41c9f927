// Decides what to transcribe while somebody speaks. The recognizer takes whole clips, so a growing clip is transcribed
// again and again, always with the newest audio and never in a queue: when the key is released, the transcript is
// mostly there. Long takes are settled piece by piece, at pauses.
import { samplesIn } from './samples.ts'
import {
  activityAfter,
  END_PAD,
  FRAME_SAMPLES,
  silence,
  START_PAD,
  type ActivityChange,
  type SpeechActivity,
} from './speech-activity.ts'

/** A stretch of the take, in samples from its beginning. */
export interface Stretch {
  from: number
  to: number
}

export interface Pass extends Stretch {
  /** Its text is final and the next stretch begins; otherwise it is a guess at a growing clip. */
  settles: boolean
}

export interface LiveTake {
  activity: SpeechActivity
  /** How likely each frame is speech. */
  likelihoods: readonly number[]
  /** The text up to here is final. */
  settledTo: number
  settled: readonly string[]
  /** The speech after `settledTo`; null while there is none. */
  speech: Stretch | null
  guess: { text: string; to: number } | null
  running: Pass | null
  /** The key was released. No more audio comes. */
  released: boolean
}

export type NextStep =
  /** Nothing to do before more audio arrives or the running pass ends. */
  | { tag: 'wait' }
  | { tag: 'transcribe'; pass: Pass }
  /** The running pass is useless and only delays the last one. */
  | { tag: 'abort' }
  | { tag: 'finished'; text: string }

export const quietTake: LiveTake = {
  activity: silence,
  likelihoods: [],
  settledTo: 0,
  settled: [],
  speech: null,
  guess: null,
  running: null,
  released: false,
}

/** At least this much new audio before the next guess. */
export const MIN_PACE = samplesIn(250)
const FIRST_GUESS = samplesIn(500)
/** More silence than this does not change a transcript. */
const COVERED = samplesIn(300)
/**
 * A stretch this long is settled at the next pause; the second limit, anywhere. The recognizer is made for less than 30
 * s.
 */
const SETTLE_AT_PAUSE = samplesIn(8_000)
const SETTLE_ANYWHERE = samplesIn(24_000)
/** Where no speech was detected, a frame this likely may still be part of a word. */
const FAINT = 0.2

const samplesOf = (take: LiveTake): number => take.activity.frames * FRAME_SAMPLES

export function judgedFrame(
  take: LiveTake,
  likelihood: number,
): { take: LiveTake; change: ActivityChange | null } {
  const { activity, change } = activityAfter(take.activity, likelihood)
  let { speech } = take
  if (activity.speaking) {
    const to = activity.last * FRAME_SAMPLES
    const began = Math.max(take.settledTo, (activity.first ?? 0) * FRAME_SAMPLES - START_PAD)
    speech = speech ? { from: speech.from, to } : { from: began, to }
  }
  // Appended in place: a take has ten thousand frames, and nobody reads an old state.
  ;(take.likelihoods as number[]).push(likelihood)
  return { take: { ...take, activity, speech }, change }
}

export const release = (take: LiveTake): LiveTake => ({ ...take, released: true })
export const passBegun = (take: LiveTake, pass: Pass): LiveTake => ({ ...take, running: pass })
export const passAborted = (take: LiveTake): LiveTake => ({ ...take, running: null })

export function passEnded(take: LiveTake, text: string): LiveTake {
  const pass = take.running
  if (pass === null) return take
  if (!pass.settles) return { ...take, running: null, guess: { text, to: pass.to } }
  return settle({ ...take, running: null }, pass.to, text)
}

function settle(take: LiveTake, to: number, text: string): LiveTake {
  const speech =
    take.speech !== null && take.speech.to > to
      ? { from: Math.max(to, take.speech.from), to: take.speech.to }
      : null
  return {
    ...take,
    settledTo: to,
    settled: text === '' ? take.settled : [...take.settled, text],
    speech,
    guess: null,
  }
}

export const transcriptSoFar = ({ settled, guess }: LiveTake): string =>
  joinTexts(guess === null ? settled : [...settled, guess.text])

const joinTexts = (texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ')

/** `pace` is how much audio must be new; a slow computer needs a higher one. */
export function nextStep(take: LiveTake, pace: number = MIN_PACE): NextStep {
  const { running, released } = take
  const needed = stretchNeeded(take)
  if (running) {
    const useful = running.settles || (needed !== null && covers(running.to, take, needed))
    return released && !useful ? { tag: 'abort' } : { tag: 'wait' }
  }
  if (needed === null) return released ? { tag: 'finished', text: joinTexts(take.settled) } : { tag: 'wait' }
  const whole = { from: needed.from, to: Math.min(needed.to, samplesOf(take)) }
  if (whole.to - whole.from > SETTLE_ANYWHERE)
    return { tag: 'transcribe', pass: { from: whole.from, to: quietestPlace(take, whole), settles: true } }
  const covered = take.guess !== null && covers(take.guess.to, take, needed)
  if (released) {
    if (covered) return { tag: 'finished', text: transcriptSoFar(take) }
    return { tag: 'transcribe', pass: { ...whole, settles: true } }
  }
  const paused = !take.activity.speaking
  const ended = paused && samplesOf(take) >= needed.to
  if (ended && whole.to - whole.from >= SETTLE_AT_PAUSE)
    return { tag: 'transcribe', pass: { ...whole, settles: true } }
  if (covered) return { tag: 'wait' }
  const known = take.guess?.to ?? null
  // In a pause there is time: one pass when it begins, and one when nothing can be missing.
  const due = paused
    ? ended || known === null || known < needed.to - END_PAD
    : known === null
      ? whole.to - whole.from >= FIRST_GUESS
      : whole.to - known >= pace
  return due ? { tag: 'transcribe', pass: { ...whole, settles: false } } : { tag: 'wait' }
}

/** What must be transcribed after `settledTo`, with padding; null where nobody spoke. */
function stretchNeeded(take: LiveTake): Stretch | null {
  if (take.speech) return { from: take.speech.from, to: take.speech.to + END_PAD }
  if (!take.released || take.settledTo > 0) return null
  const faint = take.likelihoods.findIndex((likelihood) => likelihood >= FAINT)
  if (faint < 0) return null
  const last = take.likelihoods.findLastIndex((likelihood) => likelihood >= FAINT)
  return { from: Math.max(0, faint * FRAME_SAMPLES - START_PAD), to: (last + 1) * FRAME_SAMPLES + END_PAD }
}

/** Whether a clip that ends here contains all the speech. */
const covers = (to: number, take: LiveTake, needed: Stretch): boolean =>
  to >= Math.min(samplesOf(take), needed.to - END_PAD + COVERED)

/** In the second half of a stretch that is too long. */
function quietestPlace({ likelihoods }: LiveTake, { from }: Stretch): number {
  const first = Math.floor((from + SETTLE_ANYWHERE / 2) / FRAME_SAMPLES)
  const last = Math.floor((from + SETTLE_ANYWHERE) / FRAME_SAMPLES)
  let best = last
  for (let frame = first; frame <= last; frame++)
    if ((likelihoods[frame] ?? 1) < (likelihoods[best] ?? 1)) best = frame
  return best * FRAME_SAMPLES + FRAME_SAMPLES / 2
}
