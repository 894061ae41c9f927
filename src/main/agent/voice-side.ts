// The spoken side of the agent: hears takes, makes requests of them, speaks replies, and keeps what was said until it is
// safe. The agent itself only knows words.
import { indexCodeWords } from '../../core/ears/code-word-index.ts'
import { saidWords } from '../../core/ears/everyday-words.ts'
import { spokenControl } from '../../core/control/spoken-control.ts'
import {
  agentSegment,
  type ConversationInput,
  type ConversationState,
} from '../../core/conversation-state.ts'
import type { Clock, Room, Unsubscribe } from '../../core/ports.ts'
import type { Speech } from '../../core/ports/speech.ts'
import { textHeard } from '../../core/voice/heard-text.ts'
import { createTurnTimings } from '../../core/turn-timing.ts'
import type { BusyPolicy, ConversationEvent, ViewContext } from '../../shared/conversation.ts'
import { FaultError, faultOf, type Fault } from '../../shared/errors.ts'
import { VOICE_STOPPED } from '../../shared/wire/transcription.ts'
import type { InFront } from './in-front.ts'
import { createKeptTakes } from './kept-takes.ts'
import type { OnRecord } from './on-record.ts'
import { createControls } from './spoken-controls.ts'
import { createSpeaking } from './speaking.ts'
import { createSpokenWords } from './spoken-words.ts'
import { answerTalk } from './talk-calls.ts'
import { createWaitingWords } from './waiting-words.ts'
import { createTalking, type HeardWords } from './talking.ts'

const noNames = indexCodeWords([])

/** An agent that can neither hear nor speak. */
export const silent: Speech = {
  ears: () => null,
  speaker: () => null,
  patienceMs: () => 0,
  changePace: () => {},
  names: () => noNames,
}

interface Deps extends Speech, OnRecord {
  room: Room
  clock: Clock
  session: string
  newId(): string
  whenBusy(): BusyPolicy
  view(): ViewContext | null
  /** What is shown, where the brain does not know it; null where it does. */
  inFront: InFront | null
  state(): ConversationState
  tell(input: ConversationInput): void
  record(event: ConversationEvent): void
  /** Whose words a turn is. */
  spokenBy(turnId: string, identity: string): void
  /** The voice says nothing any more. */
  onQuiet(): void
  /** Resolves once everything recorded so far would survive, or with false where it would not. */
  kept(): Promise<boolean>
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
  /** Something is being said, or about to be. */
  isSpeaking(): boolean
  /** What was heard of the last reply, where it was silenced in the middle. Told once. */
  takeInterrupted(): { heard: string } | null
  /** Kept speech that was sent or let go in this run. */
  isSettled(takeId: string): boolean
  close(): void
}

const LAST_REPLIES = 50
const MOST_ANSWER_WORDS = 4
const NO_WORDS = 'I heard sound, but no words.'
const TAKEN_FOR_OWN = 'Taken for my own voice. Say it again.'

export function createVoiceSide(deps: Deps): VoiceSide {
  const { room, clock, newId, record } = deps
  const timings = createTurnTimings()
  const replies = new Map<string, string>()
  /** Turns that a brain was asked for; what is read out besides is none of its words. */
  const asked = new Set<string>()
  let interrupted: { heard: string } | null = null
  let playedMs: number | undefined
  let stops = 0
  let closed = false

  function tell(input: ConversationInput): void {
    deps.tell(input)
    // What was not said because somebody talked may be said now.
    speaking.goOn()
  }

  /** As far as it has come. */
  function replyOf(turnId: string): string {
    const { phase } = deps.state()
    return phase.tag === 'speaking' && phase.turnId === turnId ? phase.reply : (replies.get(turnId) ?? '')
  }

  let lastTrouble = ''
  const speaking = createSpeaking({
    room,
    speaker: deps.speaker,
    clock,
    mayBegin: () => deps.state().listening === null,
    listener: {
      started(turnId, aside) {
        tell({ type: 'voice.started', turnId })
        if (aside) return
        const timing = timings.sound(turnId, clock.now())
        if (timing) record({ type: 'turn.timed', turnId, ...timing })
      },
      ended(turnId, heard, complete, aside) {
        tell({ type: 'voice.ended', turnId })
        if (aside) return
        interrupted = complete || !asked.has(turnId) ? null : { heard: textHeard(replyOf(turnId), heard) }
        record({ type: 'reply.voiced', turnId, segmentId: agentSegment(turnId), heard, complete })
      },
      quiet: () => deps.onQuiet(),
      failed(error) {
        deps.onError('the voice failed', error)
        const fault = faultOf(error)
        // Said once: every sentence would fail alike.
        if (fault.message !== lastTrouble) deps.onFault('The voice', fault)
        lastTrouble = fault.message
      },
    },
  })

  const waiting = createWaitingWords({ clock, state: deps.state, say: speaking.aside })

  function ask(turnId: string, text: string, whenBusy: BusyPolicy): void {
    tell({ type: 'ask', ask: { turnId, text }, whenBusy })
  }

  const context = () => ({
    asked: deps.state().pending.length > 0,
    choices: deps.inFront?.choices(deps.view()) ?? 0,
    inFront: deps.view()?.kind ?? null,
  })

  const control = createControls({
    newId,
    record,
    tell,
    approvalAsked: () => deps.state().pending.at(-1)?.id ?? null,
    repeatLast() {
      const last = [...replies].at(-1)
      if (last) speaking.repeat(...last, 0)
      return last !== undefined
    },
    changePace: deps.changePace,
    inFront: deps.inFront,
    view: deps.view,
  })

  const words = createSpokenWords({
    names: deps.names,
    context,
    record,
    control,
    ask: (turnId, text, meant) => ask(turnId, text, meant === 'instead' ? 'interrupt' : deps.whenBusy()),
    drop: (turnId) => tell({ type: 'talk.dropped', turnId }),
    newId,
    onRecord: deps.wordsOf,
  })

  async function onWords(heard: HeardWords): Promise<boolean> {
    // Nobody is left to take them. Their sound stays, and is offered at the next start.
    if (closed) return false
    if (heard.unsent) {
      tell({ type: 'talk.dropped', turnId: heard.turnId })
      const { openedAt: startedAt, soundMs: durationMs } = heard.times
      takes.offer({ takeId: heard.takeId, startedAt, durationMs, text: heard.text })
      return false
    }
    timings.began(heard.turnId, clock.now(), heard.times)
    words.hear(heard)
    return deps.kept()
  }

  const takes = createKeptTakes({
    ears: deps.ears,
    session: deps.session,
    record,
    kept: deps.kept,
    send: (text) => words.hear({ turnId: newId(), text }),
    isClosed: () => closed,
    onError: deps.onError,
  })

  const talking = createTalking({
    room,
    ears: deps.ears,
    session: deps.session,
    clock,
    newId,
    whenBusy: deps.whenBusy,
    patienceMs: deps.patienceMs,
    isCommand: (text) => spokenControl(text, context()) !== null,
    sounded: speaking.sounded,
    isAnswering: () => deps.state().pending.length > 0,
    isBusy: () => deps.state().phase.tag !== 'idle',
    tell,
    spokenBy: deps.spokenBy,
    onAgain: (takeId) =>
      void takes.settle(takeId, 'discard').catch((error: unknown) => deps.onError('what came again', error)),
    onWords,
    onWordless({ takeId, times }, heard) {
      if (closed) return true
      if (heard === 'speech')
        takes.offer({ takeId, startedAt: times.openedAt, durationMs: times.soundMs, text: null })
      else record({ type: 'control.heard', turnId: `take-${takeId}`, phrase: '…', done: NO_WORDS })
      return heard === 'speech'
    },
    onIgnored(turnId, heard) {
      // Longer ones are surely its own voice; a short one may have been an answer, and whoever gave it is told.
      if (saidWords(heard).length <= MOST_ANSWER_WORDS)
        record({ type: 'control.heard', turnId, phrase: heard.slice(0, 200), done: TAKEN_FOR_OWN })
    },
    onFault: (fault) => deps.onFault('What you said', fault),
  })

  const subscriptions: Unsubscribe[] = answerTalk(room, {
    talking,
    played(ms, work) {
      playedMs = ms
      try {
        return work()
      } finally {
        playedMs = undefined
      }
    },
    interrupt: () => tell({ type: 'interrupt' }),
    restore: words.restore,
    async repeat(turnId, from) {
      const text = replies.get(turnId) ?? (await deps.replyOf(turnId))
      if (text !== null) return speaking.repeat(turnId, text, from)
      throw new FaultError('bad_request', 'That reply is not on record any more.', 'Ask again.')
    },
    settle: takes.settle,
  })

  return {
    follow(event) {
      const now = clock.now()
      waiting.follow(event)
      deps.inFront?.follow(event)
      if (event.type === 'turn.started') {
        timings.began(event.turnId, now)
        asked.add(event.turnId)
        if (asked.size > LAST_REPLIES) asked.delete(asked.values().next().value!)
      }
      if (event.type === 'reply.appended') {
        timings.word(event.turnId, now)
        speaking.append(event.turnId, event.delta)
      } else if (event.type === 'reply.replaced') {
        timings.word(event.turnId, now)
        speaking.replace(event.turnId, event.text)
      } else if (event.type === 'reply.ended') {
        replies.delete(event.turnId)
        replies.set(event.turnId, event.text)
        if (replies.size > LAST_REPLIES) replies.delete(replies.keys().next().value!)
        speaking.end(event.turnId)
      } else if (event.type === 'turn.ended') {
        const timing = timings.ended(event.turnId, now)
        if (timing) record({ type: 'turn.timed', turnId: event.turnId, ...timing })
      }
    },
    toolStarted(turnId) {
      timings.toolStarted(turnId, clock.now())
      // What was said before a tool is a whole thought.
      speaking.pause(turnId)
    },
    toolEnded: (turnId) => timings.toolEnded(turnId, clock.now()),
    stop() {
      if (speaking.isSpeaking()) {
        room.silence?.()
        room.setAttributes({ [VOICE_STOPPED]: `${clock.now()}.${++stops}` })
      }
      speaking.stop(playedMs)
    },
    isSpeaking: speaking.isSpeaking,
    takeInterrupted() {
      const cut = interrupted
      interrupted = null
      return cut
    },
    isSettled: takes.isSettled,
    close() {
      closed = true
      for (const unsubscribe of subscriptions) unsubscribe()
      talking.close()
      waiting.close()
      speaking.close()
    },
  }
}
