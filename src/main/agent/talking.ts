// Who talks in the room, and what is heard of it. One person at a time: with the key held, or hands free. What becomes of
// the words is not decided here.
import { createHandsFree, type HandsFree } from '../../core/ears/hands-free.ts'
import { createResampler, type Resampler } from '../../core/ears/resample.ts'
import { floatsOf, HEARING_RATE, msOf, samplesOf } from '../../core/ears/samples.ts'
import { levelOf } from '../../core/ears/sound-level.ts'
import type { Room, Unsubscribe } from '../../core/ports.ts'
import {
  TAKE_LIMIT_MS,
  type Ears,
  type FinalWords,
  type Take,
  type TakeEvent,
} from '../../core/ports/ears.ts'
import { FaultError, faultOf, type Fault } from '../../shared/errors.ts'
import { beginHandsFreeTurn, type HandsFreeTurn, type Overhearing } from './hands-free-turn.ts'
import { createKnownTakes } from './known-takes.ts'

/** What a take is without its words. */
export type Heard = 'speech' | 'sound' | 'nothing'

export interface HeardWords extends FinalWords {
  turnId: string
  /** The link broke before the person let go: they did not send it themselves. */
  unsent: boolean
}

interface Deps extends Overhearing {
  room: Room
  ears(): Ears | null
  session: string
  newId(): string
  patienceMs(): number
  /** Whose words this turn is. */
  spokenBy(turnId: string, caller: string): void
  /** Resolves with true once the words are on record and the sound of them can be forgotten. */
  onWords(words: HeardWords): Promise<boolean>
  /** A take in which no words were found, though somebody spoke or made a sound. With true its sound is kept. */
  onWordless(take: FinalWords, heard: Exclude<Heard, 'nothing'>): boolean
  /** A take that was cut off comes again: what is left of the first try is of no use. */
  onAgain(takeId: string): void
  /** Words that were taken for the agent's own are not a turn. */
  onIgnored(turnId: string, words: string): void
  onFault(fault: Fault): void
}

export interface Talking {
  /** A take that was cut off is begun again under its name, and comes whole. `over` when it was not cut off after all. */
  start(caller: string, takeId: string, mode: 'hold' | 'hands_free'): { limitMs: number; over?: true }
  /** `sinceMs` is how long ago they let go. */
  stop(caller: string, takeId: string, sinceMs?: number): void
  /** Also for a take that has ended and whose words are still being made out. */
  cancel(caller: string, takeId: string): void
  close(): void
}

interface Talker {
  /** Who listens hands-free may come over another link in the middle of a sentence. */
  caller: string
  /** The name its window gave it; null for what comes over an open microphone, which nobody can call by a name. */
  takeId: string | null
  handsFree: boolean
  hear(samples: Int16Array): void
  /** They let go, so long ago, or the microphone is closed. `unsent` when they could not. */
  end(unsent: boolean, sinceMs: number): void
  cancel(): void
}

/** Whoever holds the key sends sound all the time; after this long without any, their link is gone. */
const LOST_AFTER_MS = 5_000
/** A room that mends connections by itself has this long for it. */
const AWAY_MS = 60_000
/** Louder than a quiet room, for longer than the click of a key. */
const QUIET_DB = -45
const LEAST_SOUND_MS = 500

export function createTalking(deps: Deps): Talking {
  const { room, clock, newId, tell } = deps
  let talker: Talker | null = null
  let resampler: { rate: number; convert: Resampler } | null = null
  let cancelLost: Unsubscribe = () => {}
  /** Whoever listens hands-free and sent nothing for a while, as a machine that sleeps: they are heard again when they do. */
  let resting: Pick<Talker, 'caller' | 'takeId'> | null = null
  /** Whoever talks in the room without saying that they begin, while nobody does who says so. */
  let openMicrophone: string | null = null
  const known = createKnownTakes()
  /** Takes that have ended and whose words are awaited, each with the name the window gave it. */
  const recognising = new Map<Take, string | null>()

  function follow(take: Take, turnId: string, onWords: (text: string, soundMs: number) => void): void {
    take.onEvent((event: TakeEvent) => {
      if (event.type === 'words.guessed') onWords(event.text, event.soundMs)
      else if (event.type === 'take.delayed' || event.type === 'take.not_kept') deps.onFault(event.fault)
    })
  }

  interface Ending {
    ears: Ears
    take: Take
    turnId: string
    unsent: boolean
    /** How long ago they let go, when that was told. */
    sinceMs?: number | undefined
    /** What was heard, for one who surely meant to say something. */
    heard?: Heard
  }

  async function finish(ending: Ending): Promise<void> {
    const { ears, take, turnId, unsent, sinceMs = 0 } = ending
    try {
      const words = await take.release()
      // Time is counted from the key, and not from when its end was told.
      const times = { ...words.times, releasedAt: words.times.releasedAt - sinceMs }
      const final = { ...words, times }
      const nothing = final.text.trim() === ''
      const done = nothing ? wordless(final, ending) : deps.onWords({ ...final, turnId, unsent })
      if (await done) await ears.acknowledge(take.takeId)
    } catch (error) {
      tell({ type: 'talk.dropped', turnId })
      if (!isAbort(error)) deps.onFault(faultOf(error))
    }
  }

  function wordless(final: FinalWords, { turnId, heard = 'nothing' }: Ending): boolean {
    tell({ type: 'talk.dropped', turnId })
    return heard === 'nothing' || !deps.onWordless(final, heard)
  }

  /** Until its words are there, or nobody wants them. */
  function awaited(takeId: string | null, take: Take, words: Promise<void>): void {
    recognising.set(take, takeId)
    void words.finally(() => recognising.delete(take))
  }

  function hold(ears: Ears, caller: string, takeId: string): Talker {
    const turnId = newId()
    deps.spokenBy(turnId, caller)
    const take = ears.open({ takeId: newId(), session: deps.session })
    follow(take, turnId, (text) => tell({ type: 'talk.heard', turnId, text }))
    take.onEvent((event) => {
      if (event.type === 'take.limited' && talker?.takeId === takeId) end(false)
    })
    tell({ type: 'talk.started', turnId, whenBusy: deps.whenBusy() })
    let spoke = false
    let loudMs = 0
    take.onEvent(({ type }) => void (spoke ||= type === 'speech.began'))
    return {
      caller,
      takeId,
      handsFree: false,
      hear(samples) {
        if (levelOf(samples).rms > QUIET_DB) loudMs += msOf(samples.length)
        take.write(samples)
      },
      end(unsent, sinceMs) {
        if (unsent) known.cut(takeId, take.takeId)
        const ending: Ending = {
          ears,
          take,
          turnId,
          unsent,
          sinceMs,
          // Not before its words are there: somebody who spoke may be noticed late.
          get heard() {
            return spoke ? 'speech' : loudMs >= LEAST_SOUND_MS ? 'sound' : 'nothing'
          },
        }
        awaited(takeId, take, finish(ending))
      },
      cancel() {
        take.cancel()
        tell({ type: 'talk.dropped', turnId })
      },
    }
  }

  function handsFree(ears: Ears, caller: string, takeId: string | null): Talker {
    const turns = new Map<Take, HandsFreeTurn>()
    let leaving = false
    const listening: HandsFree = createHandsFree({
      ears,
      session: deps.session,
      newTakeId: newId,
      patienceMs: deps.patienceMs,
      isCommand: deps.isCommand,
      isEager: () => deps.isBusy() || deps.sounded(clock.now(), clock.now()) !== '',
      onTake(take, agoMs) {
        const turn = beginHandsFreeTurn(deps, newId(), clock.now() - agoMs)
        deps.spokenBy(turn.turnId, self.caller)
        turns.set(take, turn)
        follow(take, turn.turnId, turn.hear)
      },
      onTurnEnded(take) {
        const turn = turns.get(take)
        turns.delete(take)
        if (!turn) return
        const ending = { ears, take, turnId: turn.turnId, unsent: leaving }
        awaited(takeId, take, endHandsFreeTurn(ending, turn))
      },
    })
    const self: Talker = {
      caller,
      takeId,
      handsFree: true,
      hear: (samples) => listening.write(samples),
      end(unsent) {
        leaving = unsent
        listening.close()
      },
      cancel() {
        for (const [take, { turnId }] of turns) {
          take.cancel()
          tell({ type: 'talk.dropped', turnId })
        }
        turns.clear()
        listening.close()
      },
    }
    return self
  }

  async function endHandsFreeTurn(ending: Ending, turn: HandsFreeTurn): Promise<void> {
    const { ears, take, turnId } = ending
    turn.end()
    if (turn.meant) return finish(ending)
    try {
      const { text } = await take.release()
      const judgement = text === '' ? 'ignored' : turn.judge(text)
      if (judgement === 'interrupts') {
        tell({ type: 'talk.started', turnId, whenBusy: deps.whenBusy() })
        return await finish(ending)
      }
      if (judgement === 'echo') deps.onIgnored(turnId, text)
      // A cough, a nod, the agent's own voice: nobody will miss it.
      await ears.acknowledge(take.takeId)
    } catch (error) {
      // What could not be recognised may have been meant: it is kept.
      if (!isAbort(error)) deps.onFault(faultOf(error))
    }
  }

  function end(unsent: boolean, sinceMs = 0): void {
    cancelLost()
    const ended = talker
    talker = null
    // However it ended, also by the next one: sent once more, it would be asked twice.
    if (!unsent && ended && ended.takeId !== null) known.ended(ended.takeId)
    ended?.end(unsent, sinceMs)
  }

  function watchLink(waitedMs = 0): void {
    cancelLost()
    cancelLost = clock.after(LOST_AFTER_MS, () => {
      const waited = waitedMs + LOST_AFTER_MS
      if (waited < AWAY_MS && room.mayBeAway?.(talker?.caller ?? '')) return watchLink(waited)
      const { caller = '', takeId = null, handsFree: free = false } = talker ?? {}
      end(true)
      if (free) resting = { caller, takeId }
    })
  }

  function wake(from: string): void {
    const ears = deps.ears()
    if (talker || !ears) return
    if (resting?.caller === from) {
      talker = handsFree(ears, from, resting.takeId)
      resting = null
    } else if (openMicrophone === from) talker = handsFree(ears, from, null)
  }

  function listenTo(identity: string | null): void {
    // Whoever closes their microphone has said what they wanted to say.
    if (talker?.takeId === null) end(false)
    openMicrophone = identity
  }

  /** What came of a take before the link broke comes again with the whole of it. */
  function forgetFirst(takeId: string): void {
    if (talker?.takeId === takeId) dropTalker()
    for (const [take, name] of recognising) if (name === takeId) take.cancel()
    const cut = known.cutOff(takeId)
    if (cut !== null) deps.onAgain(cut)
  }

  function dropTalker(): void {
    cancelLost()
    const dropped = talker
    talker = null
    dropped?.cancel()
  }

  const unlisten = room.onTalker?.(listenTo)
  const unsubscribe = room.onAudio((samples, rate, from) => {
    wake(from)
    if (talker?.caller !== from) return
    // Nobody is to hear any more.
    if (!deps.ears()) return end(true)
    watchLink()
    if (rate === HEARING_RATE) return talker.hear(samples)
    if (resampler?.rate !== rate) resampler = { rate, convert: createResampler(rate) }
    talker.hear(samplesOf(resampler.convert.write(floatsOf(samples))))
  })

  const isOf = (caller: string, takeId: string): boolean =>
    talker?.caller === caller && talker.takeId === takeId

  return {
    start(caller, takeId, mode) {
      const ears = deps.ears()
      if (!ears) {
        throw new FaultError(
          'ears_unavailable',
          'Parley cannot hear yet.',
          'Wait until the status bar says that it listens, or type.',
          { retryable: true },
        )
      }
      if (mode === 'hold' && known.isOver(takeId)) return { limitMs: TAKE_LIMIT_MS, over: true }
      // What was heard of it does not come again: it goes on where the link broke.
      if (mode === 'hands_free' && talker?.takeId === takeId) {
        talker.caller = caller
        watchLink()
        return { limitMs: TAKE_LIMIT_MS }
      }
      // A key that is pressed says more than a microphone that is merely open.
      if (talker?.takeId === null) end(false)
      const isMine = talker?.caller === caller || talker?.takeId === takeId
      if (talker && !isMine && room.participants().includes(talker.caller)) {
        throw new FaultError('somebody_talks', 'Somebody else is talking.', 'Wait until they let go.')
      }
      // Without keys nothing comes again: what was said before is not in what comes now.
      if (mode === 'hold') forgetFirst(takeId)
      // Whoever has gone did not send it.
      end(talker?.caller !== caller)
      resting = null
      talker = mode === 'hold' ? hold(ears, caller, takeId) : handsFree(ears, caller, takeId)
      watchLink()
      return { limitMs: TAKE_LIMIT_MS }
    },
    stop(caller, takeId, sinceMs) {
      if (resting?.takeId === takeId) resting = null
      if (isOf(caller, takeId)) end(false, sinceMs)
    },
    cancel(caller, takeId) {
      if (resting?.takeId === takeId) resting = null
      for (const [take, name] of recognising) if (name === takeId) take.cancel()
      if (isOf(caller, takeId)) dropTalker()
    },
    close() {
      unsubscribe()
      unlisten?.()
      // Whoever closes the app in the middle of a sentence does not mean to lose it.
      end(true)
    },
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
