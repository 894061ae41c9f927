// Who talks in the room: one participant at a time, with the key held or hands-free. What becomes of an utterance is
// decided elsewhere.
import { BoundedMap, BoundedSet } from '../../base/bounded.ts'
import type { Unsubscribe } from '../../core/ports/clock.ts'
import { TAKE_LIMIT_MS, type Recognizer } from '../../core/ports/recognizer.ts'
import type { Room } from '../../core/ports/room.ts'
import { createResampler, type Resampler } from '../../core/speech/hearing/resample.ts'
import { floatsOf, HEARING_RATE, samplesOf } from '../../core/speech/hearing/samples.ts'
import { FaultError } from '../../shared/errors.ts'
import { createTakeTranscripts, type TranscriptListener } from './take-transcripts.ts'
import { createHandsFreeTalker, createHoldTalker, type Talker, type TalkerDeps } from './talkers.ts'

interface Deps extends TranscriptListener, Omit<TalkerDeps, 'recognizer' | 'transcripts'> {
  room: Room
  recognizer(): Recognizer | null
  /** A take that was cut off comes again: what was stored of the first attempt is not needed. */
  onAgain(storedAs: string): void
}

export interface TalkSessions {
  /**
   * A take that was cut off is started again under its name and sent whole. `over` when it was not cut off after all.
   * `playedMs` is how much of the current reply the window has played.
   */
  start(
    caller: string,
    takeId: string,
    mode: 'hold' | 'hands_free',
    playedMs?: number,
  ): { limitMs: number; over?: true }
  /** `sinceMs` is how long ago the user released the key. */
  stop(caller: string, takeId: string, sinceMs?: number): void
  /** Also for a take that has ended and is still being transcribed. */
  cancel(caller: string, takeId: string): void
  close(): void
}

/** A held key sends audio all the time; after this long without any, the connection is lost. */
const LOST_AFTER_MS = 5_000
/** A room that repairs connections itself has this long for it. */
const AWAY_MS = 60_000
/** A window whose connection broke sends a take again: it must become a turn only once. */
const MAX_KNOWN_TAKES = 100

export function createTalkSessions(deps: Deps): TalkSessions {
  const { room, clock } = deps
  const transcripts = createTakeTranscripts(deps)
  const toHearingRate = createRateConverter()
  let talker: Talker | null = null
  let cancelLost: Unsubscribe = () => {}
  /** A hands-free talker who sent nothing for a while, like a sleeping machine; continues with the next audio. */
  let resting: Pick<Talker, 'caller' | 'takeId'> | null = null
  /** A participant who may talk without a call while nobody else does. */
  let openMicrophone: string | null = null
  const ended = new BoundedSet<string>(MAX_KNOWN_TAKES)
  /** Takes whose connection broke, and the names they are stored under. */
  const cutOff = new BoundedMap<string, string>(MAX_KNOWN_TAKES)

  const talkerDeps = (recognizer: Recognizer): TalkerDeps => ({ ...deps, recognizer, transcripts })

  function end(unsent: boolean, sinceMs = 0): void {
    cancelLost()
    const last = talker
    talker = null
    // However it ended: sent once more, it would be asked twice.
    if (!unsent && last && last.takeId !== null) ended.add(last.takeId)
    last?.end(unsent, sinceMs)
  }

  function drop(): void {
    cancelLost()
    const dropped = talker
    talker = null
    dropped?.cancel()
  }

  function watchConnection(waitedMs = 0): void {
    cancelLost()
    cancelLost = clock.after(LOST_AFTER_MS, () => {
      const waited = waitedMs + LOST_AFTER_MS
      if (waited < AWAY_MS && room.mayBeAway?.(talker?.caller ?? '')) return watchConnection(waited)
      const lost = talker
      end(true)
      if (lost?.handsFree) resting = { caller: lost.caller, takeId: lost.takeId }
    })
  }

  function wake(from: string): void {
    const recognizer = deps.recognizer()
    if (talker || !recognizer) return
    if (resting?.caller === from) {
      talker = createHandsFreeTalker(talkerDeps(recognizer), from, resting.takeId)
      resting = null
    } else if (openMicrophone === from) talker = createHandsFreeTalker(talkerDeps(recognizer), from, null)
  }

  function hold(recognizer: Recognizer, caller: string, takeId: string, playedMs?: number): Talker {
    return createHoldTalker(talkerDeps(recognizer), {
      caller,
      takeId,
      playedMs,
      onLimit() {
        if (talker?.takeId === takeId) end(false)
      },
      onCut: (storedAs) => void cutOff.set(takeId, storedAs),
    })
  }

  /** The take comes again as a whole: what came before the connection broke is dropped. */
  function forgetFirstAttempt(takeId: string): void {
    if (talker?.takeId === takeId) drop()
    transcripts.cancel(takeId)
    const storedAs = cutOff.get(takeId)
    cutOff.delete(takeId)
    if (storedAs !== undefined) deps.onAgain(storedAs)
  }

  const subscriptions: Unsubscribe[] = [
    room.onTalker?.((identity) => {
      // Who closes the microphone has finished.
      if (talker?.takeId === null) end(false)
      openMicrophone = identity
    }) ?? (() => {}),
    room.onAudio((samples, rate, from) => {
      wake(from)
      if (talker?.caller !== from) return
      // The recognizer was turned off.
      if (!deps.recognizer()) return end(true)
      watchConnection()
      talker.hear(toHearingRate(samples, rate))
    }),
  ]

  const isOf = (caller: string, takeId: string): boolean =>
    talker?.caller === caller && talker.takeId === takeId

  return {
    start(caller, takeId, mode, playedMs) {
      const recognizer = deps.recognizer()
      if (!recognizer) throw notReady()
      if (mode === 'hold' && ended.has(takeId)) return { limitMs: TAKE_LIMIT_MS, over: true }
      if (mode === 'hands_free' && talker?.takeId === takeId) {
        // The same talker on a new connection: continues where the old one broke.
        talker.caller = caller
        watchConnection()
        return { limitMs: TAKE_LIMIT_MS }
      }
      // A pressed key has precedence over an open microphone.
      if (talker?.takeId === null) end(false)
      const isMine = talker?.caller === caller || talker?.takeId === takeId
      if (talker && !isMine && room.participants().includes(talker.caller))
        throw new FaultError('somebody_talks', 'Somebody else is talking.', 'Wait until they finish.')
      if (mode === 'hold') forgetFirstAttempt(takeId)
      // A talker who left did not send the take.
      end(talker?.caller !== caller)
      resting = null
      talker =
        mode === 'hold'
          ? hold(recognizer, caller, takeId, playedMs)
          : createHandsFreeTalker(talkerDeps(recognizer), caller, takeId)
      watchConnection()
      return { limitMs: TAKE_LIMIT_MS }
    },
    stop(caller, takeId, sinceMs) {
      if (resting?.takeId === takeId) resting = null
      if (isOf(caller, takeId)) end(false, sinceMs)
    },
    cancel(caller, takeId) {
      if (resting?.takeId === takeId) resting = null
      transcripts.cancel(takeId)
      if (isOf(caller, takeId)) drop()
    },
    close() {
      for (const unsubscribe of subscriptions) unsubscribe()
      // A sentence that is cut off by closing the app is offered at the next start.
      end(true)
    },
  }
}

const notReady = (): FaultError =>
  new FaultError(
    'ears_unavailable',
    'Parley cannot hear yet.',
    'Wait until the status bar shows that it listens, or type.',
    { retryable: true },
  )

function createRateConverter(): (samples: Int16Array, rate: number) => Int16Array {
  let resampler: { rate: number; convert: Resampler } | null = null
  return (samples, rate) => {
    if (rate === HEARING_RATE) return samples
    if (resampler?.rate !== rate) resampler = { rate, convert: createResampler(rate) }
    return samplesOf(resampler.convert.write(floatsOf(samples)))
  }
}
