// Follows a stream of sound for as long as it lasts and tells when somebody speaks in it.
import { floatsOf } from '../../../core/ears/samples.ts'
import {
  activityAfter,
  FRAME_SAMPLES,
  silence,
  type ActivityChange,
} from '../../../core/ears/speech-activity.ts'
import type { VoiceWatch } from '../../../core/ports/ears.ts'
import type { FrameJudge } from './silero.ts'

/** Frames that wait for the engine to load, or to have time; older ones are of no use to anybody: ten seconds. */
const MAX_WAITING = 312

export function watchVoice(judge: FrameJudge, onActivity: (change: ActivityChange) => void): VoiceWatch {
  /** Each with its number since the sound began: some may be left out. */
  let waiting: { number: number; frame: Float32Array }[] = []
  let heard = 0
  let rest = new Int16Array(0)
  let activity = silence
  let judging = false
  let closed = false

  async function hear(): Promise<void> {
    if (judging) return
    judging = true
    try {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const likelihood = await judge.judge(one.frame)
        const next = activityAfter({ ...activity, frames: one.number }, likelihood)
        activity = next.activity
        if (next.change && !closed) onActivity(next.change)
      }
    } catch {
      // A watch that cannot hear reports nothing. Whoever opens a take is told why.
      waiting = []
    } finally {
      judging = false
    }
  }

  return {
    write(samples) {
      if (closed) return
      const all = new Int16Array(rest.length + samples.length)
      all.set(rest)
      all.set(samples, rest.length)
      let at = 0
      for (; at + FRAME_SAMPLES <= all.length; at += FRAME_SAMPLES)
        waiting.push({ number: heard++, frame: floatsOf(all.subarray(at, at + FRAME_SAMPLES)) })
      rest = all.slice(at)
      if (waiting.length > MAX_WAITING) waiting.splice(0, waiting.length - MAX_WAITING)
      void hear()
    },
    close() {
      closed = true
      waiting = []
    },
  }
}
