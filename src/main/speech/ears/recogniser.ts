// The engines of hearing together: voice activity and words, for any number of takes. Loaded when they are first needed,
// let go when nobody has needed them for long. Whoever asks may be in this process or in another: see ../process.
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
  /** `resend` gives the first so many samples of the take once more, should they have been lost on the way. */
  open(listener: RecogniserListener, resend: (samples: number) => Promise<Int16Array>): TakeRecogniser
  watch(onActivity: (change: ActivityChange) => void): VoiceWatch
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
  let inUse = 0
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

  function use(): () => void {
    stopWaiting()
    inUse++
    let released = false
    return () => {
      if (released) return
      released = true
      if (--inUse === 0) waitUntilIdle()
    }
  }

  function waitUntilIdle(): void {
    if (closed) return
    stopWaiting()
    stopWaiting = clock.after(idleMs, () => {
      const unused = transcriber
      transcriber = undefined
      void unused?.then((one) => one.close()).catch(() => {})
    })
  }

  function follow(): FrameJudge {
    let judge: FrameJudge | undefined
    return {
      async judge(frame) {
        judge ??= (await theDetector()).follow()
        return judge.judge(frame)
      },
    }
  }

  return {
    engine: deps.engine,
    open(listener) {
      const done = use()
      // Begun now, so that it is there when the first words are.
      theTranscriber().catch(() => {})
      const take = recogniseTake({
        judge: follow(),
        transcriber: {
          name: deps.engine,
          guesses: deps.guesses,
          transcribe: async (clip, options) => (await theTranscriber()).transcribe(clip, options),
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
      // Whoever waits for a voice wants its words, too.
      const done = use()
      theTranscriber().catch(() => {})
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
      if (inUse === 0) waitUntilIdle()
    },
    async close() {
      closed = true
      stopWaiting()
      await (await detector?.catch(() => undefined))?.close()
      await (await transcriber?.catch(() => undefined))?.close()
    },
  }
}
