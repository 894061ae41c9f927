// The agent of one conversation in one room: it listens, passes requests to the brain, publishes results and speaks.
// The state machine in core decides; the parts put together here perform its effects.
import { createEventInterceptor, type GangliaDialect } from '../../core/artifacts/event-interceptor.ts'
import { createToolInterceptor } from '../../core/artifacts/tool-interceptor.ts'
import { agentStateOf } from '../../core/conversation/conversation-state.ts'
import { isAboutAgent, routeRequest, type RouteContext } from '../../core/conversation/route-request.ts'
import { createTurnTimings } from '../../core/conversation/turn-timing.ts'
import type { Unsubscribe } from '../../core/ports/clock.ts'
import type { Speech } from '../../core/ports/speech.ts'
import { indexCodeWords } from '../../core/speech/hearing/code-word-index.ts'
import type { Artifact } from '../../shared/artifacts.ts'
import { MAX_ASK_CHARACTERS, type BusyPolicy, type ConversationEvent } from '../../shared/conversation.ts'
import { AGENT_STATE, ANSWERS_SINCE, CHAT_TOPIC, SESSION } from '../../shared/wire/transcription.ts'
import { createAnnouncements } from './announcements.ts'
import { createConversationCommands } from './conversation-commands.ts'
import { createConversationMachine, type AgentContext, type Conversation } from './conversation.ts'
import { createDiffRefresh } from './diff-refresh.ts'
import { createEffects } from './effects.ts'
import { createEventRecorder } from './event-recorder.ts'
import { createGuestQuestions, type GuestQuestions } from './guest-questions.ts'
import { createJournalLookup } from './journal-lookup.ts'
import { createOwnAnswers, type AgentSwitch } from './own-answers.ts'
import { createPointingAnswers } from './pointing-answers.ts'
import { createParticipants } from './participants.ts'
import { createReplyVoice } from './reply-voice.ts'
import { createReviewRecall } from './review-recall.ts'
import { answerResume } from './resume.ts'
import { answerCalls } from './room-calls.ts'
import { createShownArtifacts } from './shown-artifacts.ts'
import { createShownDiffs } from './shown-diffs.ts'
import { createSpeechInput } from './speech-input.ts'
import { createTranscriptPublisher } from './transcript-publisher.ts'
import { createWorkingChanges } from './working-changes.ts'

export interface AgentDeps extends AgentContext {
  conversation: Conversation
  dialect: GangliaDialect
  whenBusy(): BusyPolicy
  /** What lets the owner switch to another agent by voice. */
  agents?: AgentSwitch
  /** Without it, the agent neither listens nor speaks. */
  speech?: Speech
}

export interface Agent {
  /** Shows an artifact of another conversation; `source` says whose. */
  show(turnId: string, artifact: Artifact, source: string): void
  /** Shows what a guest decided about a hunk of a diff that is shown here as well. */
  noteDecision(event: ConversationEvent): void
  /** Asks the owner on behalf of a guest. */
  askForGuest: GuestQuestions['ask']
  /** Whether a window of the owner is open, where an approval can be seen. */
  hasWindow(): boolean
  close(): Promise<void>
}

const noNames = indexCodeWords([])
const silent: Speech = {
  recognizer: () => null,
  speaker: () => null,
  pauseMs: () => 0,
  names: () => noNames,
}

export function createAgent(deps: AgentDeps): Agent {
  const { conversation, room, clock, newId, onError, speech = silent } = deps
  const context: AgentContext = { room, clock, newId, onError }
  const { id: conversationId, brain, side, journal, reviewer } = conversation
  const machine = createConversationMachine(context)
  const participants = createParticipants(room)
  const transcripts = createTranscriptPublisher(room, participants)
  const events = createEventInterceptor({
    dialect: deps.dialect,
    clock,
    send: (topic, packet, to) => room.publishData(topic, packet, to === undefined ? {} : { to }),
    onError: (error) => onError('an event could not be published', error),
  })
  const recorder = createEventRecorder({ ...context, journal, events, transcripts, participants })
  const interceptor = createToolInterceptor({
    emit: recorder.record,
    now: () => clock.now(),
    onError: (error) => onError('a tool event could not be published', error),
  })
  const ownAnswers = createOwnAnswers({
    brain,
    reviewer,
    view: () => commands.view(),
    clock,
    participants,
    send: machine.send,
    pointing: createPointingAnswers({
      view: () => commands.view(),
      request: (runId, request) =>
        machine.send({ type: 'brain', event: { ...request, type: 'view.requested', runId } }),
      ask(asking, text, pointed) {
        const turnId = newId()
        participants.noteSameSpeaker(turnId, asking)
        commands.ask(turnId, text, { pointed })
      },
    }),
    onFault: (fault) => recorder.recordFault('The agent was not switched', fault),
    ...(deps.agents && { agents: deps.agents }),
  })
  const routeContext = (): RouteContext => ({
    brain: brain.status(),
    isBusy: machine.state.phase.tag !== 'idle',
    hasSide: side !== undefined,
    offered: ownAnswers.offered(),
    view: commands.view(),
    review: reviewer.takes,
  })
  const shownDiffs = createShownDiffs(journal)
  const { refresh, apart } = createDiffRefresh({ tools: conversation.tools, recorder, shownDiffs })
  const workingChanges = createWorkingChanges({
    clock,
    workspace: conversation.workspace,
    tools: conversation.tools,
    recorder,
    shownDiffs,
    refresh,
    onError,
  })
  const commands = createConversationCommands({
    conversation,
    machine,
    recorder,
    participants,
    interceptor,
    whenBusy: deps.whenBusy,
    refreshDiff: refresh,
    apart,
    onView(view) {
      workingChanges.viewed(view)
      reviewer.seen(view)
    },
    revertedHunk: shownDiffs.revertedBy,
    route: (text, pointed) => routeRequest(text, { ...routeContext(), ...(pointed && { pointed }) }),
  })
  const guestQuestions = createGuestQuestions(machine.send)
  const shown = brain.remembersShown ? null : createShownArtifacts(commands.openFile)
  const lookup = createJournalLookup(journal)
  const timings = createTurnTimings()
  recorder.onRecorded((event) => {
    shownDiffs.note(event)
    reviewer.note(event)
    workingChanges.follow(event)
    shown?.follow(event)
    ownAnswers.follow(event)
    const timed = timings.follow(event, clock.now())
    if (timed) recorder.record(timed)
  })
  reviewer.connect(
    {
      record: recorder.record,
      show: (turnId, artifact) => recorder.record({ type: 'artifact.created', turnId, artifact }),
    },
    createReviewRecall(journal, shownDiffs),
  )
  const voice = createReplyVoice({ ...context, speaker: speech.speaker, machine, recorder, timings, lookup })
  const speechInput = createSpeechInput({
    ...context,
    speech,
    conversationId,
    commands,
    isAboutAgent: (text) => isAboutAgent(text, routeContext()),
    hasSide: side !== undefined,
    offered: ownAnswers.offered,
    shown,
    reviewer,
    machine,
    recorder,
    participants,
    voice,
    timings,
    lookup,
  })
  const announcements = createAnnouncements({ ...context, machine, participants, transcripts, voice })
  let closed = false
  let shownState = agentStateOf(machine.state)

  /** A reply is complete before its first audio: in between, the agent is not idle. */
  function showState(): void {
    const now = agentStateOf(machine.state)
    const state = now === 'idle' && voice.isSpeaking() ? 'speaking' : now
    if (state === shownState || closed) return
    shownState = state
    room.setAttributes({ [AGENT_STATE]: state })
  }

  function receiveText(typed: string, from: string): void {
    const text = typed.trim().slice(0, MAX_ASK_CHARACTERS)
    if (text === '') return
    const turnId = newId()
    participants.noteSpeaker(turnId, {
      identity: from,
      startedAt: clock.now(),
      handsFree: false,
      typed: true,
    })
    void commands.carryOut({ type: 'turn.ask', turnId, text })
  }

  machine.start(
    createEffects({
      brain,
      side,
      ownAnswers,
      clock,
      recorder,
      interceptor,
      commands,
      participants,
      guestQuestions,
      voice,
      timings,
      announcements,
      onState(state) {
        showState()
        voice.hold(state === 'listening')
      },
    }),
  )
  const subscriptions: Unsubscribe[] = [
    voice.onQuiet(showState),
    brain.onEvent((event) => machine.send({ type: 'brain', event })),
    side?.onEvent((event) => machine.send({ type: 'brain', event })) ?? (() => {}),
    room.onText(CHAT_TOPIC, receiveText),
    room.onNewcomer?.(announcements.greet) ?? (() => {}),
    ...answerCalls({
      ...context,
      workspace: conversation.workspace,
      shownDiffs,
      carryOut: commands.carryOut,
    }),
    ...answerResume({
      room,
      journal,
      events,
      transcripts,
      recorder,
      conversationId,
      isClosed: () => closed,
      isSettled: speechInput.isSettled,
    }),
  ]
  room.setAttributes({
    [AGENT_STATE]: shownState,
    [SESSION]: conversationId,
    [ANSWERS_SINCE]: String(clock.now()),
  })

  return {
    show: (turnId, artifact, source) =>
      recorder.record({ type: 'artifact.created', turnId, artifact, source }),
    noteDecision(event) {
      // Where a guest's review is would move the owner's window.
      if (event.type !== 'review.moved') recorder.record(event)
    },
    askForGuest: guestQuestions.ask,
    hasWindow: () => room.participants().some((identity) => room.roleOf(identity) === 'owner'),
    async close() {
      guestQuestions.close()
      workingChanges.close()
      machine.send({ type: 'interrupt', everything: true })
      closed = true
      machine.close()
      recorder.close()
      for (const unsubscribe of subscriptions) unsubscribe()
      speechInput.close()
      voice.close()
      transcripts.close()
      events.close()
      await journal.close()
    },
  }
}
