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
  /** It works on something, or says something. */
  isBusy(): boolean
  tell(input: ConversationInput): void
  /** Resolves with true once the words are on record and the sound of them can be forgotten. */
  onWords(words: HeardWords): Promise<boolean>
  onFault(fault: Fault): void
}

export interface Talking {
  start(caller: string, takeId: string, mode: 'hold' | 'hands_free'): { limitMs: number }
  /** `sinceMs` is how long ago they let go. */
  stop(caller: string, takeId: string, sinceMs?: number): void
  /** Also for a take that has ended and whose words are still being made out. */
  cancel(caller: string, takeId: string): void
  close(): void
}

interface Talker {
  caller: string
  takeId: string
  handsFree: boolean
  hear(samples: Int16Array): void
  /** They let go, so long ago, or the microphone is closed. `unsent` when they could not. */
  end(unsent: boolean, sinceMs: number): void
  cancel(): void
}

/** Whoever holds the key sends sound all the time; after this long without any, their link is gone. */
const LOST_AFTER_MS = 5_000

export function createTalking(deps: Deps): Talking {
  const { room, clock, newId, tell } = deps
  let talker: Talker | null = null
  let resampler: { rate: number; convert: Resampler } | null = null
  let cancelLost: Unsubscribe = () => {}
  /** Whoever listens hands-free and sent nothing for a while, as a machine that sleeps: they are heard again when they do. */
  let resting: Pick<Talker, 'caller' | 'takeId'> | null = null
  /** Takes that have ended and whose words are awaited, by the name the window gave them. */
  const recognising = new Map<string, Take>()

  function follow(take: Take, turnId: string, onWords: (text: string) => void): void {
    take.onEvent((event: TakeEvent) => {
      if (event.type === 'words.guessed') onWords(event.text)
      else if (event.type === 'take.delayed' || event.type === 'take.not_kept') deps.onFault(event.fault)
    })
  }

  interface Ending {
    ears: Ears
    take: Take
    turnId: string
    unsent: boolean
    sinceMs?: number
  }

  async function finish({ ears, take, turnId, unsent, sinceMs = 0 }: Ending): Promise<void> {
    try {
      const words = await take.release()
      // Time is counted from the key, and not from when its end was told.
      const times = { ...words.times, releasedAt: words.times.releasedAt - sinceMs }
      const final = { ...words, times }
      const nothing = final.text.trim() === ''
      if (nothing) tell({ type: 'talk.dropped', turnId })
      if (nothing || (await deps.onWords({ ...final, turnId, unsent }))) await ears.acknowledge(take.takeId)
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
      handsFree: false,
      hear: (samples) => take.write(samples),
      end(unsent, sinceMs) {
        recognising.set(takeId, take)
        void finish({ ears, take, turnId, unsent, sinceMs }).finally(() => recognising.delete(takeId))
      },
      cancel() {
        take.cancel()
        tell({ type: 'talk.dropped', turnId })
      },
    }
  }

  function handsFree(ears: Ears, caller: string, takeId: string): Talker {
    const turns = new Map<Take, HandsFreeTurn>()
    let leaving = false
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
        if (turn) void endHandsFreeTurn({ ears, take, turnId: turn.turnId, unsent: leaving }, turn.meant)
      },
    })
    return {
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
    if (deps.saying() === '' && !deps.isBusy()) start()
    return turn
  }

  const isMeant = (words: string | null, speechMs: number): boolean => {
    const saying = deps.saying()
    if (saying === '' && !deps.isBusy()) return words !== null
    return judgeBargeIn({ words, speechMs, saying, answering: deps.isAnswering() }).tag === 'interrupts'
  }

  async function endHandsFreeTurn(ending: Ending, meant: boolean): Promise<void> {
    const { ears, take, turnId } = ending
    if (meant) return finish(ending)
    try {
      const { text } = await take.release()
      if (text !== '' && isMeant(text, 0)) {
        tell({ type: 'talk.started', turnId, whenBusy: deps.whenBusy() })
        return await finish(ending)
      }
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
    ended?.end(unsent, sinceMs)
  }

  function watchLink(): void {
    cancelLost()
    cancelLost = clock.after(LOST_AFTER_MS, () => {
      const { caller = '', takeId = '', handsFree: free = false } = talker ?? {}
      end(true)
      if (free) resting = { caller, takeId }
    })
  }

  function wake(from: string): void {
    const ears = deps.ears()
    if (talker || resting?.caller !== from || !ears) return
    talker = handsFree(ears, from, resting.takeId)
    resting = null
  }

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
      if (talker && talker.caller !== caller && room.participants().includes(talker.caller)) {
        throw new FaultError('somebody_talks', 'Somebody else is talking.', 'Wait until they let go.')
      }
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
      recognising.get(takeId)?.cancel()
      if (!isOf(caller, takeId)) return
      cancelLost()
      const dropped = talker
      talker = null
      dropped?.cancel()
    },
    close() {
      unsubscribe()
      // Whoever closes the app in the middle of a sentence does not mean to lose it.
      end(true)
    },
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
