// The listening side of a conversation: turns what participants say into commands, answers and requests, and offers
// what could not become one.
import { isStopPhrase } from '../../core/commands/match-command.ts'
import { spokenCommand, type CommandContext } from '../../core/commands/spoken-command.ts'
import { isAnswer, judgeAnswer, type AnswerSource } from '../../core/conversation/approvals/judge-answer.ts'
import { isTooEarlyToPress } from '../../core/conversation/approvals/number-timing.ts'
import { waitsForAnswer } from '../../core/conversation/conversation-state.ts'
import { isSideTalking } from '../../core/conversation/side-turns.ts'
import type { TurnTimings } from '../../core/conversation/turn-timing.ts'
import type { Reviewer } from '../../core/ports/reviewer.ts'
import type { Speech } from '../../core/ports/speech.ts'
import { saidWords } from '../../core/speech/hearing/common-words.ts'
import type { ConversationCommands } from './conversation-commands.ts'
import type { AgentContext, ConversationMachine } from './conversation.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { JournalLookup } from './journal-lookup.ts'
import { createOfferedTakes } from './offered-takes.ts'
import type { Participants } from './participants.ts'
import type { ReplyVoice } from './reply-voice.ts'
import { answerTalkCalls } from './room-calls.ts'
import type { ShownArtifacts } from './shown-artifacts.ts'
import { createTalkSessions } from './talk-sessions.ts'
import { createUtteranceText } from './utterance-text.ts'
import { createVoiceCommands } from './voice-commands.ts'

interface Deps extends AgentContext {
  speech: Speech
  conversationId: string
  commands: Pick<ConversationCommands, 'view' | 'whenBusy' | 'ask'>
  /** Words about the agent itself, which Parley answers at once. */
  isAboutAgent(text: string): boolean
  /** The built-in agent can answer beside the brain, so talking interrupts nothing before its words are known. */
  hasSide: boolean
  /** The artifacts shown last; null where the brain remembers them itself. */
  shown: ShownArtifacts | null
  reviewer: Reviewer
  machine: ConversationMachine
  recorder: EventRecorder
  participants: Participants
  voice: ReplyVoice
  timings: TurnTimings
  lookup: JournalLookup
}

export interface SpeechInput {
  /** Whether an offered take was sent or discarded since Parley started. */
  isSettled(takeId: string): boolean
  close(): void
}

const MAX_ANSWER_WORDS = 4
const NO_WORDS = 'I heard a sound, but no words.'
const OWN_VOICE = 'I took that for my own voice. Say it again.'

export function createSpeechInput(deps: Deps): SpeechInput {
  const { speech, room, clock, conversationId, newId, machine, participants, voice, shown } = deps
  const { view, whenBusy } = deps.commands
  const { record, recordFault, sync } = deps.recorder
  const { send } = machine
  let closed = false

  const isOwner = (turnId: string): boolean => participants.sourceOf(turnId).role === 'owner'

  /** Without a turn, the words may still become anybody's command. */
  const context = (turnId?: string): CommandContext => ({
    isAnswer: (text) => isAnswer(machine.state.pending, text),
    // While the agent talks, "stop" means its voice.
    isReviewCommand: (text) =>
      deps.reviewer.takes(text) === 'command' && !(voice.isSpeaking() && isStopPhrase(text)),
    choices: shown?.choices(view()) ?? 0,
    inFront: view()?.kind ?? null,
    brainKeepsLists: shown === null,
    tabs: view()?.tabs ?? [],
    // The numbers are in the owner's window, and mean nothing to others.
    numbered: turnId === undefined || isOwner(turnId) ? (view()?.numbered ?? 0) : 0,
  })

  function sourceOf(turnId: string): AnswerSource {
    const { handsFree, ...source } = participants.sourceOf(turnId)
    // While the key is held, the agent is silent.
    return { ...source, saying: handsFree ? voice.playedBetween(source.startedAt, clock.now()) : '' }
  }

  const utterances = createUtteranceText({
    names: speech.names,
    context,
    record,
    perform: createVoiceCommands({
      newId,
      record,
      send,
      answer(text, turnId) {
        const by = sourceOf(turnId)
        const judgement = judgeAnswer(machine.state.pending, text, by)
        send({ type: 'answer.said', text, by })
        return judgement
      },
      repeatLast: voice.repeatLast,
      stopsOnlyReply: () => isSideTalking(machine.state),
      isOwner,
      isTooEarlyToPress: (turnId) => isTooEarlyToPress(machine.state.pending, participants.sourceOf(turnId)),
      shown,
      review: (text, turnId) => ({
        done: deps.reviewer.confirmation(text),
        reply: deps.reviewer.carryOut(text, {
          turnId,
          role: participants.sourceOf(turnId).role,
          view: view() ?? undefined,
        }),
      }),
      view,
    }),
    ask: (turnId, text, meant) => deps.commands.ask(turnId, text, { meant }),
    drop: (turnId) => send({ type: 'talk.dropped', turnId }),
    newId,
    correctedTextOf: deps.lookup.correctedTextOf,
  })

  const takes = createOfferedTakes({
    recognizer: speech.recognizer,
    conversationId,
    record,
    sync,
    send: (text) => utterances.hear({ turnId: newId(), text }),
    isClosed: () => closed,
    onError: deps.onError,
  })

  const talkSessions = createTalkSessions({
    room,
    recognizer: speech.recognizer,
    conversationId,
    clock,
    newId,
    whenBusy: () => (deps.hasSide ? 'followup' : whenBusy()),
    pauseMs: speech.pauseMs,
    isCommand: (text) => spokenCommand(text, context()) !== null || deps.isAboutAgent(text),
    playedBetween: voice.playedBetween,
    isAnswering: () => waitsForAnswer(machine.state),
    isBusy: () => machine.state.phase.tag !== 'idle',
    send,
    noteSpeaker: participants.noteSpeaker,
    onAgain: (takeId) =>
      void takes
        .settle(takeId, 'discard')
        .catch((error: unknown) => deps.onError('a repeated take could not be discarded', error)),
    async onUtterance(utterance) {
      const { turnId, takeId, text, times } = utterance
      // The audio stays, and is offered at the next start.
      if (closed) return false
      if (utterance.unsent) {
        send({ type: 'talk.dropped', turnId })
        takes.offer({ takeId, startedAt: times.openedAt, durationMs: times.soundMs, text })
        return false
      }
      deps.timings.spoken(turnId, times)
      utterances.hear(utterance)
      return sync()
    },
    onWordless({ takeId, times }, heard) {
      if (closed) return true
      if (heard === 'speech')
        takes.offer({ takeId, startedAt: times.openedAt, durationMs: times.soundMs, text: null })
      else record({ type: 'control.heard', turnId: `take-${takeId}`, phrase: '…', done: NO_WORDS })
      return heard === 'speech'
    },
    onIgnored(turnId, text) {
      // A long text is surely the agent's own; a short one may have been an answer, so the user is told.
      if (saidWords(text).length <= MAX_ANSWER_WORDS)
        record({ type: 'control.heard', turnId, phrase: text.slice(0, 200), done: OWN_VOICE })
    },
    onFault: (fault) => recordFault('What you said', fault),
  })

  const subscriptions = answerTalkCalls(room, {
    talkSessions,
    interrupt: (playedMs) => send({ type: 'interrupt', playedMs }),
    restore: utterances.restore,
    repeat: voice.repeat,
    settle: takes.settle,
  })

  return {
    isSettled: takes.isSettled,
    close() {
      closed = true
      for (const unsubscribe of subscriptions) unsubscribe()
      talkSessions.close()
    },
  }
}
