// The agent bridge: hears what people in the room say, asks the brain, and publishes what comes of it.
// It makes no judgement of its own; core decides, this carries out.
import { converse } from '../../core/conversation.ts'
import {
  agentStateOf,
  initialConversation,
  runningTurn,
  type ConversationInput,
  type ConversationRequest,
  type ToolEvent,
} from '../../core/conversation-state.ts'
import { createEventInterceptor, type GangliaDialect } from '../../core/interceptors/event-interceptor.ts'
import { fileToShow } from '../../core/interceptors/file-to-show.ts'
import { createToolInterceptor } from '../../core/interceptors/tool-interceptor.ts'
import type { Brain, Clock, Journal, Room, Unsubscribe } from '../../core/ports.ts'
import type { Speech } from '../../core/ports/speech.ts'
import type { Artifact } from '../../shared/artifacts.ts'
import type { WorkspaceTools } from '../../core/workspace-tools.ts'
import {
  MAX_ASK_CHARACTERS,
  type BusyPolicy,
  type ConversationCommand,
  type ConversationCommandOf,
  type ConversationEvent,
  type RecordedEvent,
  type ViewContext,
} from '../../shared/conversation.ts'
import { FaultError, faultOf, type Fault } from '../../shared/errors.ts'
import { AGENT_STATE, ANSWERS_SINCE, CHAT_TOPIC, SESSION } from '../../shared/wire/transcription.ts'
import { answerCalls, type SilentReads } from './calls.ts'
import { createInFront } from './in-front.ts'
import { lookUp } from './on-record.ts'
import { answerResume } from './resume.ts'
import { createSpeakers } from './speakers.ts'
import { createTranscriptPublisher } from './transcript-publisher.ts'
import { createVoiceSide, silent } from './voice-side.ts'

export interface AgentDeps {
  room: Room
  brain: Brain
  journal: Journal
  tools: WorkspaceTools
  workspace: SilentReads
  clock: Clock
  newId(): string
  dialect: GangliaDialect
  whenBusy(): BusyPolicy
  /** Names this conversation to the room; a window that sees another name than before starts afresh. */
  session: string
  onError(what: string, error: unknown): void
  /** What hears and what speaks. Without it everything is typed and read. */
  speech?: Speech
}

export interface Agent {
  /** Shows what came of a conversation elsewhere, with whose it is. */
  show(turnId: string, artifact: Artifact, source: string): void
  close(): Promise<void>
}

/** Whose words the person's are, where the room has no better name. */
const STATUS_AGAIN_MS = 4_000

export function createAgent(deps: AgentDeps): Agent {
  const { room, brain, journal, clock, newId } = deps
  let state = initialConversation
  let shownState = agentStateOf(state)
  let lastStatus: RecordedEvent | null = null
  let saidNotKept = false
  let closed = false
  let view: ViewContext | null = null
  let cancelKeepAlive: Unsubscribe = () => {}
  let keeping: Promise<void> = Promise.resolve()
  /** How many events could not be kept. */
  let unkept = 0

  const speakers = createSpeakers(room)
  const transcripts = createTranscriptPublisher(room, speakers.identityOf)
  const events = createEventInterceptor({
    dialect: deps.dialect,
    clock,
    send: (topic, packet, to) => room.publishData(topic, packet, to === undefined ? {} : { to }),
    onError: (error) => deps.onError('an event could not be published', error),
  })
  const tools = createToolInterceptor({
    emit: record,
    now: () => clock.now(),
    onError: (error) => deps.onError('a tool event could not be published', error),
  })

  function record(happened: ConversationEvent): void {
    // Something that was under way when the conversation ended belongs to no other.
    if (closed) return
    const event = happened.type === 'transcript.updated' ? speakers.named(happened) : happened
    const stamped: RecordedEvent = { id: newId(), at: clock.now(), event }
    if (event.type === 'state.changed') return tellState()
    // Words that are still being guessed at are not what was said.
    const guessed = event.type === 'transcript.updated' && !event.final
    if (!guessed) keeping = journal.append(stamped).catch(notKept)
    if (event.type === 'status.changed' && event.turnId === runningTurn(state)) keepAlive(stamped)
    // Once it speaks, what it did before is not what it does now.
    if (event.type === 'turn.ended' || event.type === 'reply.appended') keepAlive(null)
    events.publish(stamped)
    if (event.type === 'transcript.updated') transcripts.userSaid(event, stamped)
    else if (event.type === 'reply.appended') transcripts.replyAppended(event, stamped)
    else if (event.type === 'reply.replaced') transcripts.replyReplaced(event, stamped)
    else if (event.type === 'reply.ended') transcripts.replyEnded(event, stamped)
    voice.follow(event)
  }

  /** A reply is complete before its first sound: whoever is about to speak is not idle in between. */
  function tellState(): void {
    const now = agentStateOf(state)
    const shown = now === 'idle' && voice.isSpeaking() ? 'speaking' : now
    if (shown === shownState || closed) return
    shownState = shown
    room.setAttributes({ [AGENT_STATE]: shown })
  }

  /**
   * Clients clear a status after five seconds, but some tools take longer: as long as the turn goes on, its status is
   * told again. Only what happened is kept; that it goes on is not.
   */
  function keepAlive(status: RecordedEvent | null): void {
    lastStatus = status
    cancelKeepAlive()
    if (!status) return
    cancelKeepAlive = clock.after(STATUS_AGAIN_MS, () => {
      if (!runningTurn(state)) return
      // Under its own id: it is the same event, and the one a client can resume after.
      events.publish(status)
      keepAlive(status)
    })
  }

  /** Said once, aloud: from now on a restart would forget. The conversation itself goes on. */
  function notKept(error: unknown): void {
    unkept++
    deps.onError('an event could not be kept', error)
    if (saidNotKept) return
    saidNotKept = true
    const artifact = {
      kind: 'error',
      id: `not-kept-${newId()}`,
      title: 'The session log cannot be written',
      message: 'What is said from now on will not be there after a restart. Check that the disk is not full.',
      stack: String(error),
    } as const
    record({ type: 'artifact.created', turnId: runningTurn(state) ?? 'log', artifact })
  }

  function take(input: ConversationInput): void {
    const step = converse(state, input)
    state = step.state
    for (const event of step.events) record(event)
    for (const request of step.requests) {
      try {
        passOn(request)
      } catch (error) {
        const fault = faultOf(error)
        if (request.type === 'brain.ask')
          take({ type: 'brain', event: { type: 'run.failed', runId: request.runId, fault } })
        else deps.onError('the brain refused', error)
      }
    }
  }

  function passOn(request: ConversationRequest): void {
    switch (request.type) {
      case 'brain.ask':
        return askBrain(request.runId, request.text)
      case 'brain.abort':
        return brain.abort(request.runId)
      case 'brain.steer':
        return brain.steer?.(request.runId, request.words, view ?? undefined)
      case 'brain.answer':
        return brain.answerApproval(request.approvalId, request.decision)
      case 'voice.stop':
        return voice.stop()
      case 'tool.intercept':
        return intercept(request.event)
    }
  }

  function askBrain(runId: string, text: string): void {
    const interrupted = voice.takeInterrupted()
    brain.ask({ runId, text, ...(view && { view }), ...(interrupted && { interrupted }) })
  }

  function intercept(event: ToolEvent): void {
    if (event.type === 'status.told') return tools.told(event.runId, event.detail)
    if (event.type === 'tool.started') {
      voice.toolStarted(event.runId)
      return tools.started(event.runId, event.call)
    }
    voice.toolEnded(event.runId)
    tools.ended(event.runId, event.call, event.outcome)
    const unseen = fileToShow(event.call, event.outcome)
    if (unseen !== null) void openFile({ type: 'file.open', turnId: event.runId, file: unseen })
  }

  function carryOut(command: ConversationCommand): void | Promise<void> {
    switch (command.type) {
      case 'turn.ask':
        return take({
          type: 'ask',
          ask: { turnId: command.turnId, text: command.text },
          whenBusy: busyPolicy(),
        })
      case 'turn.interrupt':
        return take({ type: 'interrupt' })
      case 'file.open':
        return openFile(command)
      case 'approval.answer':
        return take({ type: 'answer', approvalId: command.approvalId, decision: command.decision })
      case 'view.report':
        view = command.view
        return
      case 'hunk.revert':
        return revertHunk(command)
    }
  }

  /** A brain that cannot be steered is interrupted: the words are for now, not for later. */
  function busyPolicy(): BusyPolicy {
    const wanted = deps.whenBusy()
    return wanted === 'steer' && !brain.steer ? 'interrupt' : wanted
  }

  /** Shows a file without a word: no turn of the conversation, but the same way to the window. */
  async function openFile({ turnId, file, line }: ConversationCommandOf<'file.open'>): Promise<void> {
    const call = { callId: 'open', name: 'Read', args: { path: file } }
    tools.started(turnId, call)
    tools.ended(turnId, call, await deps.tools.read(file, line === undefined ? {} : { focusLine: line }))
  }

  /** Answered to whoever asked: the window marks the hunk, or says why it could not be done. */
  async function revertHunk({ turnId, patch }: ConversationCommandOf<'hunk.revert'>): Promise<void> {
    const outcome = await deps.tools.revertHunk(patch, {
      onUndone: () => record({ type: 'hunk.restored', turnId }),
    })
    if (outcome.ok) return
    const { fault } = outcome
    throw new FaultError(
      fault?.code ?? 'internal',
      fault?.message ?? outcome.message,
      fault?.remedy ?? 'Try again.',
    )
  }

  function tellFault(what: string, { message, remedy, code }: Fault): void {
    const id = `fault-${newId()}`
    const artifact = {
      kind: 'error',
      id,
      title: what,
      message: `${message}\n${remedy}`,
      stack: code,
    } as const
    record({ type: 'artifact.created', turnId: id, artifact })
  }

  const voice = createVoiceSide({
    ...(deps.speech ?? silent),
    room,
    clock,
    session: deps.session,
    newId,
    whenBusy: busyPolicy,
    view: () => view,
    inFront: brain.remembersShown ? null : createInFront(openFile),
    state: () => state,
    tell: take,
    record,
    spokenBy: speakers.spoke,
    onQuiet: tellState,
    async kept() {
      const before = unkept
      await keeping
      if (unkept !== before) return false
      return journal.sync().then(
        () => unkept === before,
        (error: unknown) => {
          deps.onError('the session log could not be made safe', error)
          return false
        },
      )
    },
    ...lookUp(journal),
    onFault: tellFault,
    onError: deps.onError,
  })

  const subscriptions: Unsubscribe[] = [
    brain.onEvent((event) => take({ type: 'brain', event })),
    room.onText(CHAT_TOPIC, (typed, from) => {
      const text = typed.trim().slice(0, MAX_ASK_CHARACTERS)
      if (text === '') return
      const turnId = newId()
      speakers.spoke(turnId, from)
      void carryOut({ type: 'turn.ask', turnId, text })
    }),
    ...answerCalls({ room, workspace: deps.workspace, newId, carryOut }),
    ...answerResume({
      room,
      journal,
      events,
      transcripts,
      session: deps.session,
      isClosed: () => closed,
      isSettled: voice.isSettled,
      currentStatus: () => (runningTurn(state) ? lastStatus : null),
    }),
  ]
  room.setAttributes({
    [AGENT_STATE]: agentStateOf(state),
    [SESSION]: deps.session,
    [ANSWERS_SINCE]: String(clock.now()),
  })

  return {
    show: (turnId, artifact, source) => record({ type: 'artifact.created', turnId, artifact, source }),
    async close() {
      void carryOut({ type: 'turn.interrupt' })
      closed = true
      for (const unsubscribe of subscriptions) unsubscribe()
      voice.close()
      keepAlive(null)
      transcripts.close()
      events.close()
      await journal.close()
    },
  }
}
