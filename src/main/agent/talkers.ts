// Somebody who talks: with the key held, or hands-free.
import type { Recognizer, Take, TakeEvent } from '../../core/ports/recognizer.ts'
import { createHandsFree } from '../../core/speech/hearing/hands-free.ts'
import { msOf } from '../../core/speech/hearing/samples.ts'
import { levelOf } from '../../core/speech/hearing/sound-level.ts'
import type { Fault } from '../../shared/errors.ts'
import { beginHandsFreeTurn, type BargeInContext, type HandsFreeTurn } from './hands-free-turn.ts'
import type { TurnSpeaker } from './participants.ts'
import type { TakeTranscripts, Wordless } from './take-transcripts.ts'

export interface Talker {
  /** A hands-free talker may move to another connection in the middle of a sentence. */
  caller: string
  /** The name its window gave the take; null for an open microphone, which has none. */
  takeId: string | null
  handsFree: boolean
  hear(samples: Int16Array): void
  /** The user released the key so long ago, or the microphone closed. `unsent` when the connection broke first. */
  end(unsent: boolean, sinceMs: number): void
  cancel(): void
}

export interface TalkerDeps extends BargeInContext {
  recognizer: Recognizer
  conversationId: string
  newId(): string
  pauseMs(): number
  transcripts: TakeTranscripts
  /** Who speaks in this turn, and since when: the press of the key, or the first sound of speech. */
  noteSpeaker(turnId: string, speaker: TurnSpeaker): void
  onFault(fault: Fault): void
}

/** Louder than a quiet room, for longer than the click of a key. */
const QUIET_DB = -45
const MIN_SOUND_MS = 500

function follow(take: Take, onText: (text: string, soundMs: number) => void, deps: TalkerDeps): void {
  take.onEvent((event: TakeEvent) => {
    if (event.type === 'words.guessed') onText(event.text, event.soundMs)
    else if (event.type === 'take.delayed' || event.type === 'take.not_stored') deps.onFault(event.fault)
  })
}

interface HoldOptions {
  caller: string
  takeId: string
  playedMs: number | undefined
  /** The take is as long as it may be. */
  onLimit(): void
  /** The connection broke; the take is stored under this name. */
  onCut(storedAs: string): void
}

export function createHoldTalker(deps: TalkerDeps, options: HoldOptions): Talker {
  const { clock, recognizer, send } = deps
  const { caller, takeId } = options
  const turnId = deps.newId()
  deps.noteSpeaker(turnId, { identity: caller, startedAt: clock.now(), handsFree: false })
  const take = recognizer.open({ takeId: deps.newId(), session: deps.conversationId })
  let spoke = false
  let loudMs = 0
  follow(take, (text) => send({ type: 'talk.heard', turnId, text }), deps)
  take.onEvent(({ type }) => {
    if (type === 'take.limited') options.onLimit()
    if (type === 'speech.began') spoke = true
  })
  send({ type: 'talk.started', turnId, whenBusy: deps.whenBusy(), playedMs: options.playedMs })
  const wordless = (): Wordless => (spoke ? 'speech' : loudMs >= MIN_SOUND_MS ? 'sound' : 'nothing')
  return {
    caller,
    takeId,
    handsFree: false,
    hear(samples) {
      if (levelOf(samples).rms > QUIET_DB) loudMs += msOf(samples.length)
      take.write(samples)
    },
    end(unsent, sinceMs) {
      if (unsent) options.onCut(take.takeId)
      deps.transcripts.await({ recognizer, take, takeId, turnId, unsent, sinceMs, wordless })
    },
    cancel() {
      take.cancel()
      send({ type: 'talk.dropped', turnId })
    },
  }
}

export function createHandsFreeTalker(deps: TalkerDeps, caller: string, takeId: string | null): Talker {
  const { clock, recognizer, newId, send } = deps
  const turns = new Map<Take, HandsFreeTurn>()
  let unsent = false
  const listening = createHandsFree({
    recognizer,
    session: deps.conversationId,
    newTakeId: newId,
    pauseMs: deps.pauseMs,
    isCommand: deps.isCommand,
    isEager: () => deps.isBusy() || deps.playedBetween(clock.now(), clock.now()) !== '',
    onTake(take, agoMs) {
      const startedAt = clock.now() - agoMs
      const turn = beginHandsFreeTurn(deps, newId(), startedAt)
      deps.noteSpeaker(turn.turnId, { identity: talker.caller, startedAt, handsFree: true })
      turns.set(take, turn)
      follow(take, turn.hear, deps)
    },
    onTurnEnded(take) {
      const turn = turns.get(take)
      turns.delete(take)
      if (turn)
        deps.transcripts.awaitHandsFree({ recognizer, take, takeId, turnId: turn.turnId, unsent }, turn)
    },
  })
  const talker: Talker = {
    caller,
    takeId,
    handsFree: true,
    hear: listening.write,
    end(isUnsent) {
      unsent = isUnsent
      listening.close()
    },
    cancel() {
      for (const [take, { turnId }] of turns) {
        take.cancel()
        send({ type: 'talk.dropped', turnId })
      }
      turns.clear()
      listening.close()
    },
  }
  return talker
}
