// The ears of the app: each take is kept on disk while it is recognised, has an end, and tells what happens to it.
import { HEARING_RATE, msOf, samplesIn } from '../../../core/ears/samples.ts'
import type { Clock } from '../../../core/ports.ts'
import {
  TAKE_LIMIT_MS,
  type Ears,
  type FinalWords,
  type KeptTake,
  type RecoveredTake,
  type SpokenAudio,
  type SpokenTake,
  type Take,
  type TakeEvent,
  type TakeOptions,
} from '../../../core/ports/ears.ts'
import { FaultError, faultOf } from '../../../shared/errors.ts'
import type { Recogniser } from './recogniser.ts'
import { abortError } from './transcriber.ts'

interface Deps {
  recogniser: Recogniser
  audio: SpokenAudio
  clock: Clock
  limitMs?: number
}

export function createEars({ recogniser, audio, clock, limitMs = TAKE_LIMIT_MS }: Deps): Ears {
  /** How to leave each take that is open. */
  const open = new Map<Take, () => void>()

  function openTake({ takeId, session, preRoll, eager = false }: TakeOptions): Take {
    const listeners = new Set<(event: TakeEvent) => void>()
    const tell = (event: TakeEvent): void => {
      for (const listener of listeners) listener(event)
    }
    const openedAt = clock.now()
    const kept = audio.begin({ takeId, session, startedAt: openedAt })
    const limit = samplesIn(limitMs)
    let heard = 0
    let releasedAt: number | null = null
    let toldNotKept = false
    let resolve!: (words: FinalWords) => void
    let reject!: (error: Error) => void
    const promise = new Promise<FinalWords>((...settle) => {
      ;[resolve, reject] = settle
    })
    // Whoever never asks for the words is not to be brought down by their failing.
    promise.catch(() => {})

    const recognising = recogniser.open(
      {
        onActivity: tell,
        onWords: (text, to) => tell({ type: 'words.guessed', text, soundMs: msOf(to) }),
        onDelayed: (error) => tell({ type: 'take.delayed', fault: faultOf(error) }),
        onFinished(text) {
          open.delete(take)
          const recognisedAt = clock.now()
          const times = {
            openedAt,
            releasedAt: releasedAt ?? recognisedAt,
            recognisedAt,
            soundMs: msOf(heard),
          }
          resolve({ takeId, text, engine: recogniser.engine, times })
        },
        onFailed(error) {
          open.delete(take)
          reject(asFault(error))
          tell({ type: 'take.failed' })
          void leaveSound()
        },
      },
      (samples) => keptSound(audio, takeId, samples),
      eager,
    )

    /** Nobody will ask for it in this run; it is found at the next start, or the next time this conversation is opened. */
    async function leaveSound(): Promise<void> {
      await audio.leave(takeId).catch(() => {})
    }

    function keep(samples: Int16Array, into: SpokenTake): void {
      into.append(samples).catch((error: unknown) => {
        if (toldNotKept) return
        toldNotKept = true
        tell({ type: 'take.not_kept', fault: faultOf(error) })
      })
    }

    function write(samples: Int16Array): void {
      if (releasedAt !== null || heard >= limit || samples.length === 0) return
      const part = samples.subarray(0, limit - heard)
      heard += part.length
      keep(part, kept)
      recognising.write(part)
      if (heard >= limit) tell({ type: 'take.limited', limitMs })
    }

    const take: Take = {
      takeId,
      write,
      onEvent(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      release() {
        if (releasedAt === null) {
          releasedAt = clock.now()
          recognising.release()
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
      recognising.cancel()
      reject(abortError())
    }
    open.set(take, leave)
    if (preRoll) write(preRoll)
    return take
  }

  return {
    get engine() {
      return recogniser.engine
    },
    open: openTake,
    watch: (listener) => recogniser.watch(listener),
    acknowledge: (takeId) => audio.acknowledge(takeId),
    leave: (takeId) => audio.leave(takeId),
    async *recover(session, takeId) {
      for (const kept of await audio.unacknowledged()) {
        if (kept.session !== session || kept.takeId !== (takeId ?? kept.takeId)) continue
        const again = await recogniseAgain(recogniser, audio, kept)
        // It was let go meanwhile.
        if (kept.soundMs > 0 && (await audio.read(kept.takeId)).length === 0) continue
        yield { ...kept, ...again }
      }
    },
    async close() {
      // Left on disk, for the next start to offer: closing the app in the middle of a sentence is no wish to lose it.
      for (const leave of open.values()) leave()
      await recogniser.close()
      await audio.close()
    },
  }
}

async function recogniseAgain(
  recogniser: Recogniser,
  audio: SpokenAudio,
  { takeId }: KeptTake,
): Promise<Pick<RecoveredTake, 'text' | 'spoke'>> {
  const sound = await audio.read(takeId)
  return new Promise((resolve) => {
    let spoke = false
    const take = recogniser.open(
      {
        onActivity: ({ type }) => void (spoke ||= type === 'speech.began'),
        onWords: () => {},
        onDelayed: () => {},
        onFinished: (text) => resolve({ text, spoke }),
        onFailed: () => resolve({ text: null, spoke }),
      },
      async (samples) => sound.slice(0, samples),
    )
    for (let at = 0; at < sound.length; at += HEARING_RATE) take.write(sound.subarray(at, at + HEARING_RATE))
    take.release()
  })
}

async function keptSound(audio: SpokenAudio, takeId: string, samples: number): Promise<Int16Array> {
  const sound = await audio.read(takeId)
  if (sound.length >= samples) return sound.slice(0, samples)
  throw new FaultError(
    'take_not_kept',
    'What hears has stopped, and what you said was not kept.',
    'Say it again. There may be no room on the disk.',
    { retryable: true },
  )
}

function asFault(error: unknown): Error {
  if (error instanceof FaultError || (error instanceof Error && error.name === 'AbortError')) return error
  return new FaultError(
    'ears_failed',
    'What you said could not be recognised.',
    'It is kept. Say it again, or start Parley again to have it recognised then.',
    { retryable: true, cause: error },
  )
}
