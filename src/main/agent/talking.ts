// Who talks in the room, and what is heard of it. One person at a time: with the key held, or hands free. What becomes of
// the words is not decided here.
import { judgeBargeIn } from '../../core/ears/barge-in.ts'
import { createHandsFree, type HandsFree } from '../../core/ears/hands-free.ts'
import { createResampler, type Resampler } from '../../core/ears/resample.ts'
import { floatsOf, HEARING_RATE, samplesOf } from '../../core/ears/samples.ts'
import type { ConversationInput } from '../../core/conversation-state.ts'
import type { Clock, Room, Unsubscribe } from '../../core/ports.ts'
import {
  TAKE_LIMIT_MS,
  type Ears,
  type FinalWords,
  type Take,
  type TakeEvent,
} from '../../core/ports/ears.ts'
import type { BusyPolicy } from '../../shared/conversation.ts'
import { FaultError, faultOf, type Fault } from '../../shared/errors.ts'

export interface HeardWords extends FinalWords {
  turnId: string
  /** The link broke before the person let go: they did not send it themselves. */
  unsent: boolean
}

interface Deps {
  room: Room
  ears(): Ears | null
  session: string
  clock: Clock
  newId(): string
  whenBusy(): BusyPolicy
  patienceMs(): number
  isCommand(words: string): boolean
  /** What the agent is saying, or said a moment ago; empty when it is silent. */
  saying(): string
  /** The agent waits for a yes or a no. */
  isAnswering(): boolean
  tell(input: ConversationInput): void
  /** Resolves with true once the words are on record and the sound of them can be forgotten. */
  onWords(words: HeardWords): Promise<boolean>
  onFault(fault: Fault): void
}

export interface Talking {
  start(caller: string, takeId: string, mode: 'hold' | 'hands_free'): { limitMs: number }
  stop(caller: string, takeId: string): void
  cancel(caller: string, takeId: string): void
  close(): void
}

interface Talker {
  caller: string
  takeId: string
  hear(samples: Int16Array): void
  /** They let go, or the microphone is closed. `unsent` when they could not. */
  end(unsent: boolean): void
  cancel(): void
}

/** Whoever holds the key sends sound all the time; after this long without any, their link is gone. */
const LOST_AFTER_MS = 5_000

export function createTalking(deps: Deps): Talking {
  const { room, clock, newId, tell } = deps
  let talker: Talker | null = null
  let resampler: { rate: number; convert: Resampler } | null = null
  let cancelLost: Unsubscribe = () => {}

  function follow(take: Take, turnId: string, onWords: (text: string) => void): void {
    take.onEvent((event: TakeEvent) => {
      if (event.type === 'words.guessed') onWords(event.text)
      else if (event.type === 'take.delayed' || event.type === 'take.not_kept') deps.onFault(event.fault)
    })
  }

  async function finish(take: Take, turnId: string, unsent: boolean): Promise<void> {
    try {
      const final = await take.release()
      const nothing = final.text.trim() === ''
      if (nothing) tell({ type: 'talk.dropped', turnId })
      if (nothing || (await deps.onWords({ ...final, turnId, unsent })))
        await deps.ears()?.acknowledge(take.takeId)
    } catch (error) {
      tell({ type: 'talk.dropped', turnId })
      if (!isAbort(error)) deps.onFault(faultOf(error))
    }
  }

  function hold(ears: Ears, caller: string, takeId: string): Talker {
    const turnId = newId()
    const take = ears.open({ takeId: newId(), session: deps.session })
    follow(take, turnId, (text) => tell({ type: 'talk.heard', turnId, text }))
    take.onEvent((event) => {
      if (event.type === 'take.limited' && talker?.takeId === takeId) end(false)
    })
    tell({ type: 'talk.started', turnId, whenBusy: deps.whenBusy() })
    return {
      caller,
      takeId,
      hear: (samples) => take.write(samples),
      end: (unsent) => void finish(take, turnId, unsent),
      cancel() {
        take.cancel()
        tell({ type: 'talk.dropped', turnId })
      },
    }
  }

  function handsFree(ears: Ears, caller: string, takeId: string): Talker {
    const turns = new Map<Take, HandsFreeTurn>()
    const listening: HandsFree = createHandsFree({
      ears,
      session: deps.session,
      newTakeId: newId,
      patienceMs: deps.patienceMs,
      isCommand: deps.isCommand,
      onTake(take) {
        const turn = beginHandsFreeTurn(newId())
        turns.set(take, turn)
        follow(take, turn.turnId, turn.hear)
      },
      onTurnEnded(take) {
        const turn = turns.get(take)
        turns.delete(take)
        if (turn) void endHandsFreeTurn(take, turn)
      },
    })
    return {
      caller,
      takeId,
      hear: (samples) => listening.write(samples),
      end: () => listening.close(),
      cancel: () => listening.close(),
    }
  }

  interface HandsFreeTurn {
    turnId: string
    /** It is a turn of the conversation, and not something said beside it. */
    meant: boolean
    hear(text: string): void
  }

  /** While the agent speaks, what is heard is a turn only once it is plain that it is meant for the agent. */
  function beginHandsFreeTurn(turnId: string): HandsFreeTurn {
    const beganAt = clock.now()
    const turn: HandsFreeTurn = {
      turnId,
      meant: false,
      hear(text) {
        if (!turn.meant && isMeant(text, clock.now() - beganAt)) start()
        if (turn.meant) tell({ type: 'talk.heard', turnId, text })
      },
    }
    const start = (): void => {
      turn.meant = true
      tell({ type: 'talk.started', turnId, whenBusy: deps.whenBusy() })
    }
    if (deps.saying() === '') start()
    return turn
  }

  const isMeant = (words: string | null, speechMs: number): boolean => {
    const saying = deps.saying()
    if (saying === '') return words !== null
    return judgeBargeIn({ words, speechMs, saying, answering: deps.isAnswering() }).tag === 'interrupts'
  }

  async function endHandsFreeTurn(take: Take, turn: HandsFreeTurn): Promise<void> {
    if (turn.meant) return finish(take, turn.turnId, false)
    const { text } = await take.release().catch(() => ({ text: '' }))
    if (text !== '' && isMeant(text, 0)) {
      tell({ type: 'talk.started', turnId: turn.turnId, whenBusy: deps.whenBusy() })
      return finish(take, turn.turnId, false)
    }
    // A cough, a nod, the agent's own voice: nobody will miss it.
    await deps.ears()?.acknowledge(take.takeId)
  }

  function end(unsent: boolean): void {
    cancelLost()
    const ended = talker
    talker = null
    ended?.end(unsent)
  }

  function watchLink(): void {
    cancelLost()
    cancelLost = clock.after(LOST_AFTER_MS, () => end(true))
  }

  const unsubscribe = room.onAudio((samples, rate, from) => {
    if (talker?.caller !== from) return
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
      if (talker && talker.caller !== caller && room.participants().includes(talker.caller)) {
        throw new FaultError('somebody_talks', 'Somebody else is talking.', 'Wait until they let go.')
      }
      end(false)
      talker = mode === 'hold' ? hold(ears, caller, takeId) : handsFree(ears, caller, takeId)
      watchLink()
      return { limitMs: TAKE_LIMIT_MS }
    },
    stop(caller, takeId) {
      if (isOf(caller, takeId)) end(false)
    },
    cancel(caller, takeId) {
      if (!isOf(caller, takeId)) return
      cancelLost()
      talker?.cancel()
      talker = null
    },
    close() {
      unsubscribe()
      // Whoever closes the app in the middle of a sentence does not mean to lose it.
      end(true)
    },
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
