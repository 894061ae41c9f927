// The spoken side of the agent: hears takes, makes requests of them, speaks replies, and keeps what was said until it is
// safe. The agent itself only knows words.
import { indexCodeWords, type CodeWordIndex } from '../../core/ears/code-word-index.ts'
import type { ControlAction } from '../../core/control/spoken-control.ts'
import { spokenControl } from '../../core/control/spoken-control.ts'
import {
  agentSegment,
  type ConversationInput,
  type ConversationState,
} from '../../core/conversation-state.ts'
import type { Clock, Room, Unsubscribe } from '../../core/ports.ts'
import type { Ears } from '../../core/ports/ears.ts'
import type { Speaker } from '../../core/ports/speaker.ts'
import { createTurnTimings } from '../../core/turn-timing.ts'
import type { BusyPolicy, ConversationEvent, ViewContext } from '../../shared/conversation.ts'
import type { Fault } from '../../shared/errors.ts'
import { controlDone } from './control-words.ts'
import { createSpeaking } from './speaking.ts'
import { createSpokenWords } from './spoken-words.ts'
import { answerTalk } from './talk-calls.ts'
import { createTalking, type HeardWords } from './talking.ts'

export type VoiceChange = 'louder' | 'softer' | 'faster' | 'slower' | 'mute' | 'unmute'

/** What hears and what speaks; either may not be there yet, or be turned off. */
export interface SpeechDeps {
  ears(): Ears | null
  speaker(): Speaker | null
  patienceMs(): number
  change(what: VoiceChange): void
  /** What the workspace calls its things. */
  names(): CodeWordIndex
}

const noNames = indexCodeWords([])

/** An agent that can neither hear nor speak. */
export const silent: SpeechDeps = {
  ears: () => null,
  speaker: () => null,
  patienceMs: () => 0,
  change: () => {},
  names: () => noNames,
}

interface Deps extends SpeechDeps {
  room: Room
  clock: Clock
  session: string
  newId(): string
  whenBusy(): BusyPolicy
  view(): ViewContext | null
  state(): ConversationState
  tell(input: ConversationInput): void
  record(event: ConversationEvent): void
  /** Resolves once everything recorded so far would survive. */
  kept(): Promise<void>
  onFault(what: string, fault: Fault): void
  onError(what: string, error: unknown): void
}

export interface VoiceSide {
  /** Hears of everything that happens, after it is on record. */
  follow(event: ConversationEvent): void
  toolStarted(turnId: string): void
  toolEnded(turnId: string): void
  /** Silence, now. */
  stop(): void
  close(): void
}

const LAST_REPLIES = 50

export function createVoiceSide(deps: Deps): VoiceSide {
  const { room, clock, newId, tell, record } = deps
  const timings = createTurnTimings()
  const replies = new Map<string, string>()
  const offered = new Map<string, string | null>()
  let playedMs: number | undefined

  const speaking = createSpeaking({
    room,
    speaker: deps.speaker,
    clock,
    listener: {
      started(turnId) {
        tell({ type: 'voice.started', turnId })
        const timing = timings.sound(turnId, clock.now())
        if (timing) record({ type: 'turn.timed', turnId, ...timing })
      },
      ended(turnId, heard, complete) {
        tell({ type: 'voice.ended', turnId })
        record({ type: 'reply.voiced', turnId, segmentId: agentSegment(turnId), heard, complete })
      },
      failed: (error) => deps.onError('the voice failed', error),
    },
  })

  function ask(turnId: string, text: string, whenBusy: BusyPolicy): void {
    tell({ type: 'ask', ask: { turnId, text }, whenBusy })
  }

  const context = () => ({
    asked: deps.state().pending.length > 0,
    choices: 0,
    inFront: deps.view()?.kind ?? null,
  })

  const words = createSpokenWords({
    names: deps.names,
    context,
    record,
    control,
    ask: (turnId, text, meant) => ask(turnId, text, meant === 'instead' ? 'interrupt' : deps.whenBusy()),
    drop: (turnId) => tell({ type: 'talk.dropped', turnId }),
    newId,
  })

  function control(action: ControlAction, turnId: string): string | null {
    const done = controlDone(action)
    switch (action.type) {
      case 'view.request': {
        const { action: wish, line } = action
        record({ type: 'view.requested', turnId, action: wish, ...(line !== undefined && { line }) })
        return done
      }
      case 'approval.answer': {
        const approvalId = deps.state().pending.at(-1)?.id
        if (approvalId === undefined) return null
        tell({ type: 'answer', approvalId, decision: action.decision })
        return done
      }
      case 'turn.interrupt':
        tell({ type: 'interrupt' })
        return done
      case 'reply.repeat': {
        const last = [...replies].at(-1)
        if (!last) return null
        speaking.repeat(...last, 0)
        return done
      }
      case 'voice.louder':
      case 'voice.softer':
      case 'voice.faster':
      case 'voice.slower':
      case 'voice.mute':
      case 'voice.unmute':
        deps.change(action.type.slice('voice.'.length) as VoiceChange)
        return done
      // These are the brain's: it knows what is being talked about.
      case 'choice.take':
      case 'reply.read_out':
      case 'microphone.mute':
        return null
    }
  }

  async function onWords(heard: HeardWords): Promise<boolean> {
    if (heard.unsent) {
      tell({ type: 'talk.dropped', turnId: heard.turnId })
      const { openedAt: startedAt, soundMs: durationMs } = heard.times
      offer({ takeId: heard.takeId, startedAt, durationMs, text: heard.text })
      return false
    }
    timings.began(heard.turnId, clock.now(), heard.times)
    words.hear(heard)
    await deps.kept()
    return true
  }

  function offer(take: { takeId: string; startedAt: number; durationMs: number; text: string | null }): void {
    if (offered.has(take.takeId)) return
    offered.set(take.takeId, take.text)
    record({ type: 'take.offered', turnId: `take-${take.takeId}`, ...take })
  }

  async function settle(takeId: string, decision: 'send' | 'discard'): Promise<void> {
    const text = offered.get(takeId)
    if (text === undefined) return
    offered.delete(takeId)
    record({ type: 'take.settled', turnId: `take-${takeId}`, takeId })
    if (decision === 'send' && text !== null) words.hear({ turnId: newId(), text })
    await deps.kept()
    await deps.ears()?.acknowledge(takeId)
  }

  /** What earlier runs have left of this conversation is offered, not sent: it may not matter any more. */
  async function offerKept(): Promise<void> {
    for (const { takeId, session, startedAt, soundMs, text } of (await deps.ears()?.recover()) ?? [])
      if (session === deps.session) offer({ takeId, startedAt, durationMs: soundMs, text })
  }

  const talking = createTalking({
    room,
    ears: deps.ears,
    session: deps.session,
    clock,
    newId,
    whenBusy: deps.whenBusy,
    patienceMs: deps.patienceMs,
    isCommand: (text) => spokenControl(text, context()) !== null,
    saying: speaking.saying,
    isAnswering: () => deps.state().pending.length > 0,
    tell,
    onWords,
    onFault: (fault) => deps.onFault('What you said', fault),
  })

  const subscriptions: Unsubscribe[] = answerTalk(room, {
    talking,
    interrupt(played) {
      playedMs = played
      tell({ type: 'interrupt' })
      playedMs = undefined
    },
    restore: words.restore,
    repeat: (turnId, from) => speaking.repeat(turnId, replies.get(turnId) ?? '', from),
    settle,
  })
  offerKept().catch((error: unknown) => deps.onError('kept speech could not be recognised', error))

  return {
    follow(event) {
      const now = clock.now()
      switch (event.type) {
        case 'turn.started':
          return timings.began(event.turnId, now)
        case 'reply.appended':
          timings.word(event.turnId, now)
          return speaking.append(event.turnId, event.delta)
        case 'reply.ended':
          replies.delete(event.turnId)
          replies.set(event.turnId, event.text)
          if (replies.size > LAST_REPLIES) replies.delete(replies.keys().next().value!)
          return speaking.end(event.turnId)
        case 'turn.ended': {
          const timing = timings.ended(event.turnId, now)
          if (timing) record({ type: 'turn.timed', turnId: event.turnId, ...timing })
          return
        }
        default:
          return
      }
    },
    toolStarted(turnId) {
      timings.toolStarted(turnId, clock.now())
      // What was said before a tool is a whole thought.
      speaking.pause(turnId)
    },
    toolEnded: (turnId) => timings.toolEnded(turnId, clock.now()),
    stop: () => speaking.stop(playedMs),
    close() {
      for (const unsubscribe of subscriptions) unsubscribe()
      talking.close()
      speaking.close()
    },
  }
}
