// Transcribes one take while it grows. core/speech/hearing/live-take.ts decides which clips.
import {
  judgedFrame,
  MIN_PACE,
  type LiveTake,
  nextStep,
  type Pass,
  passAborted,
  passBegun,
  passEnded,
  quietTake,
  release,
  transcriptSoFar,
} from '../../../core/speech/hearing/live-take.ts'
import { withoutEcho } from '../../../core/speech/hearing/repeats.ts'
import { floatsOf, samplesIn } from '../../../core/speech/hearing/samples.ts'
import { type ActivityChange, FRAME_SAMPLES } from '../../../core/speech/hearing/speech-activity.ts'
import type { FrameJudge } from './silero.ts'
import { isAbort, type Transcriber } from './transcriber.ts'

export interface TakeListener {
  onActivity(change: ActivityChange): void
  /** The transcript so far; `to` is the sample up to which it reaches. */
  onTranscript(text: string, to: number): void
  /** Called once, after release. */
  onFinished(text: string): void
  /** Called once, instead of `onFinished`. */
  onFailed(error: unknown): void
}

export interface TakeRecognizer {
  write(samples: Int16Array): void
  release(): void
  /** Nothing is reported after this. */
  cancel(): void
}

interface Deps {
  judge: FrameJudge
  transcriber: Transcriber
  listener: TakeListener
  /** Guesses the first words even when the engine does not guess. */
  eager?: boolean
}

/** Each one is a paid request to a service: enough to know whether somebody speaks, and how they begin. */
const EAGER_GUESSES = 3
const EAGER_PACE = samplesIn(1_000)

export function recognizeTake({ judge, transcriber, listener, eager = false }: Deps): TakeRecognizer {
  const audio = createGrowingAudio()
  let take: LiveTake = { ...quietTake, likelihoods: [] }
  let state: 'open' | 'released' | 'over' = 'open'
  let running: AbortController | null = null
  let judged = 0
  let judging = false
  const minPace = transcriber.guesses ? MIN_PACE : EAGER_PACE
  let guesses = transcriber.guesses ? Number.POSITIVE_INFINITY : eager ? EAGER_GUESSES : 0
  let pace = guesses > 0 ? minPace : Number.POSITIVE_INFINITY
  let draft: readonly number[] | undefined

  const fail = (error: unknown): void => {
    if (state === 'over') return
    state = 'over'
    running?.abort()
    listener.onFailed(error)
  }

  /** Judges every complete frame, one at a time because each depends on the one before, and then decides. */
  async function judgeFrames(): Promise<void> {
    if (judging) return
    judging = true
    try {
      while (state !== 'over' && audio.length - judged >= FRAME_SAMPLES) {
        const frame = floatsOf(audio.slice(judged, judged + FRAME_SAMPLES))
        judged += FRAME_SAMPLES
        const likelihood = await judge.judge(frame)
        // Only after the wait: a transcript may have arrived meanwhile.
        const next = judgedFrame(take, likelihood)
        take = next.take
        if (next.change && state !== ('over' as typeof state)) listener.onActivity(next.change)
        if (state === 'open') decide()
      }
    } catch (error) {
      fail(error)
    } finally {
      judging = false
    }
    if (state === 'released' && audio.length - judged < FRAME_SAMPLES) {
      take = release(take)
      decide()
    }
  }

  function decide(): void {
    if (state === 'over') return
    const step = nextStep(take, pace)
    switch (step.tag) {
      case 'wait':
        return
      case 'abort':
        running?.abort()
        return
      case 'finished':
        state = 'over'
        listener.onFinished(step.text)
        return
      case 'transcribe':
        // A service that does not guess is only asked for final text, or where somebody waits for the first words.
        if (step.pass.settles || guesses-- > 0) void transcribe(step.pass)
    }
  }

  async function transcribe(pass: Pass): Promise<void> {
    const stopping = new AbortController()
    running = stopping
    take = passBegun(take, pass)
    const from = performance.now()
    try {
      const found = await transcriber.transcribe(audio.slice(pass.from, pass.to), {
        signal: stopping.signal,
        draft,
      })
      if (state === 'over') return
      draft = pass.settles ? undefined : found.draft
      // Leaves half the time for everything else, however slow the computer is.
      pace = Math.max(minPace, samplesIn(2 * (performance.now() - from)))
      take = passEnded(take, pass.settles || !take.activity.speaking ? found.text : withoutEcho(found.text))
      listener.onTranscript(transcriptSoFar(take), pass.to)
    } catch (error) {
      take = passAborted(take)
      if (!isAbort(error) && (pass.settles || transcriber.guesses)) return fail(error)
      // A failed guess does no harm. The request at the end may still succeed.
      if (!transcriber.guesses) guesses = 0
    } finally {
      running = null
    }
    decide()
  }

  return {
    write(samples) {
      if (state !== 'open') return
      audio.append(samples)
      void judgeFrames()
    },
    release() {
      if (state !== 'open') return
      state = 'released'
      // Fills the last frame with silence.
      const missing = (FRAME_SAMPLES - (audio.length % FRAME_SAMPLES)) % FRAME_SAMPLES
      audio.append(new Int16Array(missing))
      void judgeFrames()
    },
    cancel() {
      state = 'over'
      running?.abort()
    },
  }
}

interface GrowingAudio {
  readonly length: number
  append(samples: Int16Array): void
  slice(from: number, to: number): Int16Array
}

function createGrowingAudio(): GrowingAudio {
  let buffer = new Int16Array(1 << 16)
  let length = 0
  return {
    get length() {
      return length
    },
    append(samples) {
      if (length + samples.length > buffer.length) {
        const larger = new Int16Array(Math.max(buffer.length * 2, length + samples.length))
        larger.set(buffer.subarray(0, length))
        buffer = larger
      }
      buffer.set(samples, length)
      length += samples.length
    },
    slice: (from, to) => buffer.slice(from, Math.min(to, length)),
  }
}
