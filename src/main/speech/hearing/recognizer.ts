// The app's recognizer. It stores each take on disk while it is transcribed, limits its length, and reports what
// happens to it.
import { HEARING_RATE, msOf, samplesIn } from '../../../core/speech/hearing/samples.ts'
import { createEmitter } from '../../../base/emitter.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import {
  TAKE_LIMIT_MS,
  type Recognizer,
  type FinalTranscript,
  type StoredTake,
  type RecoveredTake,
  type SpokenAudio,
  type SpokenTake,
  type Take,
  type TakeEvent,
  type TakeOptions,
} from '../../../core/ports/recognizer.ts'
import { FaultError, faultOf } from '../../../shared/errors.ts'
import type { RecognitionQueue } from './recognition-queue.ts'
import { abortError } from './transcriber.ts'

interface Deps {
  queue: RecognitionQueue
  audio: SpokenAudio
  clock: Clock
  limitMs?: number
}

export function createRecognizer({ queue, audio, clock, limitMs = TAKE_LIMIT_MS }: Deps): Recognizer {
  /** How to close each open take. */
  const open = new Map<Take, () => void>()

  function openTake({ takeId, session, preRoll, eager = false }: TakeOptions): Take {
    const events = createEmitter<[TakeEvent]>()
    const openedAt = clock.now()
    const stored = audio.begin({ takeId, session, startedAt: openedAt })
    const limit = samplesIn(limitMs)
    let written = 0
    let releasedAt: number | null = null
    let reportedNotStored = false
    let resolve!: (transcript: FinalTranscript) => void
    let reject!: (error: Error) => void
    const promise = new Promise<FinalTranscript>((...settle) => {
      ;[resolve, reject] = settle
    })
    // A caller that never asks for the transcript must not get an unhandled rejection.
    promise.catch(() => {})

    const recognition = queue.open(
      {
        onActivity: events.emit,
        onTranscript: (text, to) => events.emit({ type: 'words.guessed', text, soundMs: msOf(to) }),
        onDelayed: (error) => events.emit({ type: 'take.delayed', fault: faultOf(error) }),
        onFinished(text) {
          open.delete(take)
          const recognisedAt = clock.now()
          const times = {
            openedAt,
            releasedAt: releasedAt ?? recognisedAt,
            recognisedAt,
            soundMs: msOf(written),
          }
          resolve({ takeId, text, engine: queue.engine, times })
        },
        onFailed(error) {
          open.delete(take)
          reject(asFault(error))
          events.emit({ type: 'take.failed' })
          void leaveAudio()
        },
      },
      (samples) => storedAudio(audio, takeId, samples),
      eager,
    )

    /** The take is offered at the next start, or when this conversation is opened the next time. */
    async function leaveAudio(): Promise<void> {
      await audio.leave(takeId).catch(() => {})
    }

    function store(samples: Int16Array, into: SpokenTake): void {
      into.append(samples).catch((error: unknown) => {
        if (reportedNotStored) return
        reportedNotStored = true
        events.emit({ type: 'take.not_stored', fault: faultOf(error) })
      })
    }

    function write(samples: Int16Array): void {
      if (releasedAt !== null || written >= limit || samples.length === 0) return
      const part = samples.subarray(0, limit - written)
      written += part.length
      store(part, stored)
      recognition.write(part)
      if (written >= limit) events.emit({ type: 'take.limited', limitMs })
    }

    const take: Take = {
      takeId,
      write,
      onEvent: events.on,
      release() {
        if (releasedAt === null) {
          releasedAt = clock.now()
          recognition.release()
        }
        return promise
      },
      cancel() {
        releasedAt ??= clock.now()
        leave()
        audio.acknowledge(takeId).catch(() => {})
      },
    }
    function leave(): void {
      open.delete(take)
      recognition.cancel()
      reject(abortError())
    }
    open.set(take, leave)
    if (preRoll) write(preRoll)
    return take
  }

  return {
    get engine() {
      return queue.engine
    },
    open: openTake,
    watch: (listener) => queue.watch(listener),
    acknowledge: (takeId) => audio.acknowledge(takeId),
    leave: (takeId) => audio.leave(takeId),
    async *recover(session, takeId) {
      for (const take of await audio.unacknowledged()) {
        if (take.session !== session || take.takeId !== (takeId ?? take.takeId)) continue
        const again = await recognizeAgain(queue, audio, take)
        // It was acknowledged meanwhile.
        if (take.soundMs > 0 && (await audio.read(take.takeId)).length === 0) continue
        yield { ...take, ...again }
      }
    },
    async close() {
      // The takes stay on disk: the next start offers a sentence that was cut off by closing the app.
      for (const leave of open.values()) leave()
      await queue.close()
      await audio.close()
    },
  }
}

async function recognizeAgain(
  queue: RecognitionQueue,
  audio: SpokenAudio,
  { takeId }: StoredTake,
): Promise<Pick<RecoveredTake, 'text' | 'spoke'>> {
  const samples = await audio.read(takeId)
  return new Promise((resolve) => {
    let spoke = false
    const take = queue.open(
      {
        onActivity: ({ type }) => void (spoke ||= type === 'speech.began'),
        onTranscript: () => {},
        onDelayed: () => {},
        onFinished: (text) => resolve({ text, spoke }),
        onFailed: () => resolve({ text: null, spoke }),
      },
      async (count) => samples.slice(0, count),
    )
    for (let at = 0; at < samples.length; at += HEARING_RATE)
      take.write(samples.subarray(at, at + HEARING_RATE))
    take.release()
  })
}

async function storedAudio(audio: SpokenAudio, takeId: string, count: number): Promise<Int16Array> {
  const samples = await audio.read(takeId)
  if (samples.length >= count) return samples.slice(0, count)
  throw new FaultError(
    'take_not_kept',
    'Speech recognition stopped, and what you said was not stored.',
    'Say it again. The disk may be full.',
    { retryable: true },
  )
}

function asFault(error: unknown): Error {
  if (error instanceof FaultError || (error instanceof Error && error.name === 'AbortError')) return error
  return new FaultError(
    'ears_failed',
    'What you said could not be transcribed.',
    'The recording is stored. Say it again, or restart Parley to transcribe it.',
    { retryable: true, cause: error },
  )
}
