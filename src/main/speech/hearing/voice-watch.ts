// Reports when somebody speaks in an audio stream.
import { floatsOf } from '../../../core/speech/hearing/samples.ts'
import {
  activityAfter,
  FRAME_SAMPLES,
  silence,
  type ActivityChange,
} from '../../../core/speech/hearing/speech-activity.ts'
import type { VoiceWatch } from '../../../core/ports/recognizer.ts'
import type { FrameJudge } from './silero.ts'

/** Ten seconds of frames may wait for the engine. Older ones are useless. */
const MAX_WAITING = 312

export function watchVoice(judge: FrameJudge, onActivity: (change: ActivityChange) => void): VoiceWatch {
  /** Each with its number since the stream began, because some may be dropped. */
  let waiting: { number: number; frame: Float32Array }[] = []
  let frames = 0
  let rest = new Int16Array(0)
  let activity = silence
  let judging = false
  let closed = false

  async function judgeFrames(): Promise<void> {
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
      // A watch that fails reports nothing. A take reports the reason.
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
        waiting.push({ number: frames++, frame: floatsOf(all.subarray(at, at + FRAME_SAMPLES)) })
      rest = all.slice(at)
      if (waiting.length > MAX_WAITING) waiting.splice(0, waiting.length - MAX_WAITING)
      void judgeFrames()
    },
    close() {
      closed = true
      waiting = []
    },
  }
}
