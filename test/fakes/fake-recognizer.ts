// A recognizer that transcribes what the test says, for any audio that is loud. It stores takes in a map, which the
// next recognizer may share.
import { joined, msOf, samplesIn } from '../../src/core/speech/hearing/samples.ts'
import type { ActivityChange } from '../../src/core/speech/hearing/speech-activity.ts'
import {
  TAKE_LIMIT_MS,
  type Recognizer,
  type FinalTranscript,
  type Take,
  type TakeEvent,
  type TakeHead,
} from '../../src/core/ports/recognizer.ts'
import { FaultError } from '../../src/shared/errors.ts'

interface Options {
  /** The transcript of every take that is not silent. */
  words(takeId: string): string
  /** Delays the final transcript until this resolves. */
  recognised?: (takeId: string) => Promise<void>
  now?: () => number
  limitMs?: number
  kept?: Map<string, TakeHead & { sound: Int16Array[] }>
}

export interface FakeRecognizer extends Recognizer {
  /** Reports to every watch. */
  notice(change: ActivityChange): void
  /** Reports to the open take. */
  tell(takeId: string, event: TakeEvent): void
  readonly kept: ReadonlyMap<string, TakeHead & { sound: Int16Array[] }>
}

const isLoud = (samples: Int16Array): boolean => samples.some((sample) => Math.abs(sample) > 500)

export function createFakeRecognizer(options: Options): FakeRecognizer {
  const { words, now = () => 0, limitMs = TAKE_LIMIT_MS, kept = new Map() } = options
  const { recognised = async () => {} } = options
  const watchers = new Set<(change: ActivityChange) => void>()
  const takes = new Map<string, Set<(event: TakeEvent) => void>>()
  const tell = (takeId: string, event: TakeEvent): void => {
    for (const listener of takes.get(takeId) ?? []) listener(event)
  }
  const own = new Set<string>()
  const wordsOrNone = (takeId: string): string | null => {
    try {
      return words(takeId)
    } catch {
      return null
    }
  }

  function open({ takeId, session, preRoll }: Parameters<Recognizer['open']>[0]): Take {
    if (!/^[\w-]{1,64}$/.test(takeId)) throw new FaultError('bad_request', 'No such name.', 'Another.')
    const sound: Int16Array[] = []
    kept.set(takeId, { takeId, session, startedAt: now(), sound })
    own.add(takeId)
    takes.set(takeId, new Set())
    const openedAt = now()
    const limit = samplesIn(limitMs)
    let heard = 0
    let began = false
    let speaking = false
    let final: Promise<FinalTranscript> | null = null
    let cancelled: (error: Error) => void = () => {}
    const stopped = new Promise<never>((_, reject) => (cancelled = reject))
    stopped.catch(() => {})
    const write = (samples: Int16Array): void => {
      const part = samples.slice(0, limit - heard)
      if (final || part.length === 0) return
      heard += part.length
      sound.push(part)
      if (speaking && !isLoud(part)) {
        speaking = false
        tell(takeId, { type: 'speech.paused', at: heard - part.length })
      }
      if (isLoud(part)) {
        if (!speaking) tell(takeId, { type: 'speech.began', at: heard - part.length })
        began = speaking = true
        tell(takeId, { type: 'words.guessed', text: words(takeId), soundMs: msOf(heard) })
      }
      if (heard >= limit) tell(takeId, { type: 'take.limited', limitMs })
    }
    const take: Take = {
      takeId,
      write,
      onEvent(listener) {
        takes.get(takeId)?.add(listener)
        return () => void takes.get(takeId)?.delete(listener)
      },
      release() {
        const times = { openedAt, releasedAt: now(), recognisedAt: now(), soundMs: msOf(heard) }
        const recognise = async (): Promise<FinalTranscript> => {
          await recognised(takeId)
          return { takeId, text: began ? words(takeId) : '', engine: 'fake', times }
        }
        final ??= Promise.race([stopped, recognise()])
        return final
      },
      cancel() {
        kept.delete(takeId)
        cancelled(new DOMException('Stopped.', 'AbortError'))
      },
    }
    if (preRoll) write(preRoll)
    return take
  }

  return {
    engine: 'fake',
    kept,
    open,
    watch(listener) {
      let speaking = false
      let at = 0
      let loudAt = 0
      watchers.add(listener)
      return {
        write(samples) {
          const loud = isLoud(samples)
          if (loud && !speaking) listener({ type: 'speech.began', at })
          if (loud) loudAt = at
          // A gap between two words is not a pause.
          const paused = speaking && at - loudAt > samplesIn(500)
          if (paused) listener({ type: 'speech.paused', at: loudAt })
          speaking = (speaking || loud) && !paused
          at += samples.length
        },
        close: () => void watchers.delete(listener),
      }
    },
    async acknowledge(takeId) {
      kept.delete(takeId)
    },
    async leave(takeId) {
      own.delete(takeId)
    },
    async *recover(wanted, named) {
      for (const { takeId, session, startedAt, sound } of kept.values()) {
        if (session !== wanted || own.has(takeId) || takeId !== (named ?? takeId)) continue
        await recognised(takeId)
        const spoke = isLoud(joined(sound))
        const soundMs = msOf(joined(sound).length)
        yield { takeId, session, startedAt, soundMs, text: spoke ? wordsOrNone(takeId) : '', spoke }
      }
    },
    close: async () => {},
    notice: (change) => watchers.forEach((listener) => listener(change)),
    tell,
  }
}
