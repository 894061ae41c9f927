// The agent bridge: hears what people in the room say, asks the brain, and publishes what comes of it.
// It makes no judgement of its own; core decides, this carries out.
import {
  agentStateOf,
  converse,
  initialConversation,
  runningTurn,
  type ConversationInput,
} from '../../core/conversation.ts'
import { createEventInterceptor, type GangliaDialect } from '../../core/interceptors/event-interceptor.ts'
import { createToolInterceptor } from '../../core/interceptors/tool-interceptor.ts'
import { parseJson } from '../../core/parse-json.ts'
import type { Brain, Clock, Journal, Room, Unsubscribe, WorkspaceTools } from '../../core/ports.ts'
import {
  MAX_ASK_CHARACTERS,
  type BusyPolicy,
  type ConversationEvent,
  type RecordedEvent,
} from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'
import { GANGLIA_TOPIC } from '../../shared/wire/ganglia.ts'
import { openFileRequest } from '../../shared/wire/room-calls.ts'
import {
  AGENT_STATE,
  CHAT_TOPIC,
  INTERRUPT_METHOD,
  OPEN_FILE_METHOD,
  SESSION,
} from '../../shared/wire/transcription.ts'
import { answerResume } from './resume.ts'
import { createTranscriptPublisher } from './transcript-publisher.ts'

export interface AgentDeps {
  room: Room
  brain: Brain
  journal: Journal
  tools: WorkspaceTools
  clock: Clock
  newId(): string
  dialect: GangliaDialect
  whenBusy(): BusyPolicy
  /** Names this conversation to the room; a window that sees another name than before starts afresh. */
  session: string
  onError(what: string, error: unknown): void
}

export interface Agent {
  close(): Promise<void>
}

/** Whose words the person's are, where the room has no better name. */
const USER_IDENTITY = 'user'

export function createAgent(deps: AgentDeps): Agent {
  const { room, brain, journal, clock, newId } = deps
  let state = initialConversation
  let lastStatus: RecordedEvent | null = null

  const transcripts = createTranscriptPublisher(room, USER_IDENTITY)
  const events = createEventInterceptor({
    dialect: deps.dialect,
    clock,
    send: (packet, to) => room.publishData(GANGLIA_TOPIC, packet, to === undefined ? {} : { to }),
    onError: (error) => deps.onError('an event could not be published', error),
  })
  const tools = createToolInterceptor({
    emit: record,
    now: () => clock.now(),
    onError: (error) => deps.onError('a tool event could not be published', error),
  })

  function record(event: ConversationEvent): void {
    const stamped: RecordedEvent = { id: newId(), at: clock.now(), event }
    if (event.type === 'state.changed') return room.setAttributes({ [AGENT_STATE]: event.state })
    journal.append(stamped).catch((error: unknown) => deps.onError('an event could not be kept', error))
    if (event.type === 'status.changed') lastStatus = stamped
    if (event.type === 'turn.ended') lastStatus = null
    events.publish(stamped)
    if (event.type === 'transcript.updated') transcripts.userSaid(event, stamped)
    else if (event.type === 'reply.appended') transcripts.replyAppended(event, stamped)
    else if (event.type === 'reply.ended') transcripts.replyEnded(event, stamped)
  }

  function take(input: ConversationInput): void {
    const step = converse(state, input)
    state = step.state
    for (const event of step.events) record(event)
    for (const request of step.requests) {
      if (request.type === 'brain.ask') brain.ask({ runId: request.runId, text: request.text })
      else brain.abort(request.runId)
    }
  }

  function ask(text: string): void {
    const words = text.trim().slice(0, MAX_ASK_CHARACTERS)
    if (words === '') return
    take({ type: 'ask', ask: { turnId: newId(), text: words }, whenBusy: deps.whenBusy() })
  }

  async function openFile(payload: string): Promise<string> {
    const request = openFileRequest.safeParse(parseJson(payload))
    if (!request.success) {
      throw new FaultError(
        'bad_request',
        'That is not a request to open a file.',
        'Send a file and, if wanted, a line.',
      )
    }
    const { file, line } = request.data
    const turnId = `open-${newId()}`
    const call = { callId: 'open', name: 'Read', args: { path: file } }
    tools.started(turnId, call)
    tools.ended(turnId, call, await deps.tools.read(file, line === undefined ? {} : { focusLine: line }))
    return '{}'
  }

  const subscriptions: Unsubscribe[] = [
    brain.onEvent((event) => {
      if (runningTurn(state) === event.runId) {
        if (event.type === 'tool.started') tools.started(event.runId, event.call)
        if (event.type === 'tool.ended') tools.ended(event.runId, event.call, event.outcome)
      }
      take({ type: 'brain', event })
    }),
    room.onText(CHAT_TOPIC, ask),
    room.onRpc(INTERRUPT_METHOD, () => {
      take({ type: 'interrupt' })
      return '{}'
    }),
    room.onRpc(OPEN_FILE_METHOD, ({ payload }) => openFile(payload)),
    answerResume({
      room,
      journal,
      events,
      transcripts,
      session: deps.session,
      currentStatus: () => (runningTurn(state) ? lastStatus : null),
    }),
  ]
  room.setAttributes({ [AGENT_STATE]: agentStateOf(state), [SESSION]: deps.session })

  return {
    async close() {
      take({ type: 'interrupt' })
      for (const unsubscribe of subscriptions) unsubscribe()
      transcripts.close()
      events.close()
      await journal.close()
    },
  }
}
