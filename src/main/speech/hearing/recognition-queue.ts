// Voice detection and transcription for any number of takes. Engines are loaded when first needed and closed when idle.
// The caller is in this process or in another one: see ../process.
import { setImmediate as immediately } from 'node:timers/promises'
import type { ActivityChange } from '../../../core/speech/hearing/speech-activity.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { VoiceWatch } from '../../../core/ports/recognizer.ts'
import { recognizeTake, type TakeListener, type TakeRecognizer } from './recognize-take.ts'
import type { FrameJudge, VoiceDetector } from './silero.ts'
import type { Transcriber } from './transcriber.ts'
import { watchVoice } from './voice-watch.ts'

export interface RecognitionQueue {
  /** The engine's name as the user sees it. */
  readonly engine: string
  /**
   * `resend` gives the first samples of the take again, if they were lost on the way. With `eager` the first words are
   * guessed, even where each guess is a request to a service.
   */
  open(
    listener: RecognitionListener,
    resend: (samples: number) => Promise<Int16Array>,
    eager?: boolean,
  ): TakeRecognizer
  watch(onActivity: (change: ActivityChange) => void): VoiceWatch
  /** Open takes are transcribed to their end. */
  close(): Promise<void>
}

export interface RecognitionListener extends TakeListener {
  /** The transcript takes longer than usual, and why. */
  onDelayed(error: unknown): void
}

interface Deps {
  engine: string
  guesses: boolean
  loadDetector(): Promise<VoiceDetector>
  loadTranscriber(): Promise<Transcriber>
  clock: Clock
  /** The transcriber is closed after this time without a take. */
  idleMs: number
}

export function createRecognitionQueue(deps: Deps): RecognitionQueue & { warmUp(): Promise<void> } {
  const { clock, idleMs } = deps
  let detector: Promise<VoiceDetector> | undefined
  let transcriber: Promise<Transcriber> | undefined
  const inUse = { takes: 0, watches: 0 }
  /** Frames that are being judged. */
  let judging = 0
  let stopWaiting: () => void = () => {}
  let closed = false

  const loadOnce = <T>(load: () => Promise<T>, forget: () => void): Promise<T> => {
    const loading = load()
    // What failed to load is loaded again when next needed.
    loading.catch(forget)
    return loading
  }
  const theDetector = (): Promise<VoiceDetector> =>
    (detector ??= loadOnce(deps.loadDetector, () => (detector = undefined)))
  const theTranscriber = (): Promise<Transcriber> =>
    (transcriber ??= loadOnce(deps.loadTranscriber, () => (transcriber = undefined)))

  function use(what: keyof typeof inUse): () => void {
    stopWaiting()
    inUse[what]++
    // Loads it now, so that it is ready for the first words. A voice watch is followed by a take.
    theTranscriber().catch(() => {})
    let released = false
    return () => {
      if (released) return
      released = true
      inUse[what]--
      if (closed) void closeUnused()
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

  /** Closes each engine that nobody uses. A watch needs no transcriber. */
  async function closeUnused(): Promise<void> {
    if (inUse.takes > 0) return
    await closeTranscriber()
    if (inUse.watches > 0) return
    const unused = detector
    detector = undefined
    await unused?.then((one) => one.close()).catch(() => {})
  }

  /** Noticing that somebody speaks is more urgent than the next word, so transcription waits for it. */
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
      const take = recognizeTake({
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
      await closeUnused()
    },
  }
}
