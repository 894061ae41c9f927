// The engines of hearing together: voice activity and words, for any number of takes. Loaded when they are first needed,
// let go when nobody has needed them for long. Whoever asks may be in this process or in another: see ../process.
import { setImmediate as immediately } from 'node:timers/promises'
import type { ActivityChange } from '../../../core/ears/speech-activity.ts'
import type { Clock } from '../../../core/ports.ts'
import type { VoiceWatch } from '../../../core/ports/ears.ts'
import { recogniseTake, type TakeListener, type TakeRecogniser } from './recognise-take.ts'
import type { FrameJudge, VoiceDetector } from './silero.ts'
import type { Transcriber } from './transcriber.ts'
import { watchVoice } from './watch-voice.ts'

export interface Recogniser {
  /** What recognises, as people are told. */
  readonly engine: string
  /**
   * `resend` gives the first so many samples of the take once more, should they have been lost on the way. With `eager`
   * the first words are guessed at, even where each guess is asked of a service.
   */
  open(
    listener: RecogniserListener,
    resend: (samples: number) => Promise<Int16Array>,
    eager?: boolean,
  ): TakeRecogniser
  watch(onActivity: (change: ActivityChange) => void): VoiceWatch
  /** What is being recognised is recognised to its end. */
  close(): Promise<void>
}

export interface RecogniserListener extends TakeListener {
  /** It will take longer than usual, and why. */
  onDelayed(error: unknown): void
}

interface Deps {
  engine: string
  guesses: boolean
  loadDetector(): Promise<VoiceDetector>
  loadTranscriber(): Promise<Transcriber>
  clock: Clock
  /** After so long without a take the larger of them is let go. */
  idleMs: number
}

export function createRecogniser(deps: Deps): Recogniser & { warmUp(): Promise<void> } {
  const { clock, idleMs } = deps
  let detector: Promise<VoiceDetector> | undefined
  let transcriber: Promise<Transcriber> | undefined
  const inUse = { takes: 0, watches: 0 }
  /** Frames that are being judged. */
  let judging = 0
  let stopWaiting: () => void = () => {}
  let closed = false

  const loaded = <T>(load: () => Promise<T>, forget: () => void): Promise<T> => {
    const loading = load()
    // What failed to load is tried again by the next who needs it.
    loading.catch(forget)
    return loading
  }
  const theDetector = (): Promise<VoiceDetector> =>
    (detector ??= loaded(deps.loadDetector, () => (detector = undefined)))
  const theTranscriber = (): Promise<Transcriber> =>
    (transcriber ??= loaded(deps.loadTranscriber, () => (transcriber = undefined)))

  function use(what: keyof typeof inUse): () => void {
    stopWaiting()
    inUse[what]++
    // Begun now, so that it is there when the first words are; whoever waits for a voice wants its words, too.
    theTranscriber().catch(() => {})
    let released = false
    return () => {
      if (released) return
      released = true
      inUse[what]--
      if (closed) void letGo()
      else if (inUse.takes + inUse.watches === 0) waitUntilIdle()
    }
  }

  function waitUntilIdle(): void {
    stopWaiting()
    stopWaiting = clock.after(idleMs, () => void closeTranscriber())
  }

  async function closeTranscriber(): Promise<void> {
    const unused = transcriber
    transcriber = undefined
    await unused?.then((one) => one.close()).catch(() => {})
  }

  /** Each as soon as nobody needs it: a watch goes on without the words. */
  async function letGo(): Promise<void> {
    if (inUse.takes > 0) return
    await closeTranscriber()
    if (inUse.watches > 0) return
    const unused = detector
    detector = undefined
    await unused?.then((one) => one.close()).catch(() => {})
  }

  /** That somebody speaks is worth more than another word: it is soon told, and everything waits for it. */
  async function afterJudging(): Promise<void> {
    const isJudging = (): boolean => judging > 0
    while (isJudging()) await immediately()
  }

  function follow(): FrameJudge {
    let judge: FrameJudge | undefined
    return {
      async judge(frame) {
        judging++
        try {
          judge ??= (await theDetector()).follow()
          return await judge.judge(frame)
        } finally {
          judging--
        }
      },
    }
  }

  return {
    engine: deps.engine,
    open(listener, _resend, eager = false) {
      const done = use('takes')
      const take = recogniseTake({
        judge: follow(),
        eager,
        transcriber: {
          name: deps.engine,
          guesses: deps.guesses,
          transcribe: async (clip, options) =>
            (await theTranscriber()).transcribe(clip, { ...options, giveWay: afterJudging }),
          close: async () => {},
        },
        listener: {
          ...listener,
          onFinished(text) {
            done()
            listener.onFinished(text)
          },
          onFailed(error) {
            done()
            listener.onFailed(error)
          },
        },
      })
      return {
        ...take,
        cancel() {
          done()
          take.cancel()
        },
      }
    },
    watch(onActivity) {
      const done = use('watches')
      const watch = watchVoice(follow(), onActivity)
      return {
        write: watch.write,
        close() {
          done()
          watch.close()
        },
      }
    },
    async warmUp() {
      await Promise.all([theDetector(), theTranscriber()])
      if (inUse.takes + inUse.watches === 0) waitUntilIdle()
    },
    async close() {
      closed = true
      stopWaiting()
      await letGo()
    },
  }
}
