// Follows one take: judges each frame, has what grows recognised as core/ears/live-take decides, and gives the words.
import {
  hearFrame,
  LEAST_PACE,
  nextStep,
  passAborted,
  passBegun,
  passEnded,
  quietTake,
  release,
  wordsSoFar,
  type LiveTake,
  type Pass,
} from '../../../core/ears/live-take.ts'
import { withoutEcho } from '../../../core/ears/repeats.ts'
import { floatsOf, samplesIn } from '../../../core/ears/samples.ts'
import { FRAME_SAMPLES, type ActivityChange } from '../../../core/ears/speech-activity.ts'
import { createGrowingSound } from './growing-sound.ts'
import type { FrameJudge } from './silero.ts'
import { isAbort, type Transcriber } from './transcriber.ts'

export interface TakeListener {
  onActivity(change: ActivityChange): void
  /** The words so far; `to` is the sample up to which they were heard. */
  onWords(text: string, to: number): void
  /** Once, after release. */
  onFinished(text: string): void
  /** Once, instead of finishing. */
  onFailed(error: unknown): void
}

export interface TakeRecogniser {
  write(samples: Int16Array): void
  release(): void
  /** Nothing is told after this. */
  cancel(): void
}

interface Deps {
  judge: FrameJudge
  transcriber: Transcriber
  listener: TakeListener
  /** The first words are guessed at, even by one who does not guess. */
  eager?: boolean
}

/** Each is asked of a service, and somebody pays for it: enough to know whether a person speaks, and what they begin with. */
const EAGER_GUESSES = 3
const EAGER_PACE = samplesIn(1_000)

export function recogniseTake({ judge, transcriber, listener, eager = false }: Deps): TakeRecogniser {
  const sound = createGrowingSound()
  let take: LiveTake = { ...quietTake, likelihoods: [] }
  let state: 'hearing' | 'released' | 'over' = 'hearing'
  let running: AbortController | null = null
  let judged = 0
  let judging = false
  const leastPace = transcriber.guesses ? LEAST_PACE : EAGER_PACE
  let guesses = transcriber.guesses ? Number.POSITIVE_INFINITY : eager ? EAGER_GUESSES : 0
  let pace = guesses > 0 ? leastPace : Number.POSITIVE_INFINITY
  let draft: readonly number[] | undefined

  const fail = (error: unknown): void => {
    if (state === 'over') return
    state = 'over'
    running?.abort()
    listener.onFailed(error)
  }

  /** Judges every frame that is complete, and then decides. One at a time: each depends on the one before. */
  async function hear(): Promise<void> {
    if (judging) return
    judging = true
    try {
      while (state !== 'over' && sound.length - judged >= FRAME_SAMPLES) {
        const frame = floatsOf(sound.slice(judged, judged + FRAME_SAMPLES))
        judged += FRAME_SAMPLES
        const likelihood = await judge.judge(frame)
        // Not before the wait: words may have been found meanwhile.
        const heard = hearFrame(take, likelihood)
        take = heard.take
        if (heard.change && state !== ('over' as typeof state)) listener.onActivity(heard.change)
        if (state === 'hearing') decide()
      }
    } catch (error) {
      fail(error)
    } finally {
      judging = false
    }
    if (state === 'released' && sound.length - judged < FRAME_SAMPLES) {
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
      case 'recognise':
        // A service that does not guess is only asked for what stays, or where somebody waits for it.
        if (step.pass.settles || guesses-- > 0) void recognise(step.pass)
    }
  }

  async function recognise(pass: Pass): Promise<void> {
    const stopping = new AbortController()
    running = stopping
    take = passBegun(take, pass)
    const from = performance.now()
    try {
      const found = await transcriber.transcribe(sound.slice(pass.from, pass.to), {
        signal: stopping.signal,
        draft,
      })
      if (state === 'over') return
      draft = pass.settles ? undefined : found.draft
      // Half the time is left for everything else, however slow the machine is.
      pace = Math.max(leastPace, samplesIn(2 * (performance.now() - from)))
      take = passEnded(take, pass.settles || !take.activity.speaking ? found.text : withoutEcho(found.text))
      listener.onWords(wordsSoFar(take), pass.to)
    } catch (error) {
      take = passAborted(take)
      if (!isAbort(error) && (pass.settles || transcriber.guesses)) return fail(error)
      // A guess that was only wanted sooner is done without; what is asked at the end may still be answered.
      if (!transcriber.guesses) guesses = 0
    } finally {
      running = null
    }
    decide()
  }

  return {
    write(samples) {
      if (state !== 'hearing') return
      sound.append(samples)
      void hear()
    },
    release() {
      if (state !== 'hearing') return
      state = 'released'
      // The last frame is filled up with silence.
      const missing = (FRAME_SAMPLES - (sound.length % FRAME_SAMPLES)) % FRAME_SAMPLES
      sound.append(new Int16Array(missing))
      void hear()
    },
    cancel() {
      state = 'over'
      running?.abort()
    },
  }
}
