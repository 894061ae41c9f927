// The conversation: (state, input) → (state, events, requests). It knows nothing of sockets, clocks or speech engines;
// ids come in with the inputs. A late frame of an old run is dropped here, and nowhere else.
import type {
  AgentState,
  Approval,
  ApprovalDecision,
  BusyPolicy,
  ConversationEvent,
} from '../shared/conversation.ts'
import { approvalAnswer } from './approval-words.ts'
import type { Ask, BrainEvent } from './ports.ts'
import { meansStop } from './stop-words.ts'

type Phase =
  | { tag: 'idle' }
  /** The brain has the words and has not answered yet. */
  | { tag: 'thinking'; turnId: string }
  /** The reply is coming; `reply` is what came so far. */
  | { tag: 'speaking'; turnId: string; reply: string }

export interface ConversationState {
  phase: Phase
  /** Questions of the running turn that nobody has answered yet. */
  pending: readonly Pick<Approval, 'id' | 'decisions'>[]
  /** Words said while the agent worked, waiting for their turn. */
  queue: readonly Ask[]
}

/** What a brain's tools do. */
export type ToolEvent = Extract<BrainEvent, { type: 'tool.started' | 'tool.ended' | 'status.told' }>

export type ConversationInput =
  | { type: 'ask'; ask: Ask; whenBusy: BusyPolicy }
  | { type: 'answer'; approvalId: string; decision: ApprovalDecision }
  | { type: 'interrupt' }
  | { type: 'brain'; event: BrainEvent }

export type ConversationRequest =
  | { type: 'brain.ask'; runId: string; text: string }
  | { type: 'brain.abort'; runId: string }
  | { type: 'brain.steer'; runId: string; words: Ask }
  | { type: 'brain.answer'; approvalId: string; decision: ApprovalDecision }
  /** A tool of the running turn started or ended, or it says what it does: status and artifact are the ToolInterceptor's. */
  | { type: 'tool.intercept'; event: ToolEvent }

export interface ConversationStep {
  state: ConversationState
  events: ConversationEvent[]
  requests: ConversationRequest[]
}

export const initialConversation: ConversationState = { phase: { tag: 'idle' }, pending: [], queue: [] }

/** More waiting follow-ups than this and the oldest kept ones stay, the newcomer is turned away aloud. */
export const MAX_QUEUE = 20

export const userSegment = (turnId: string): string => `${turnId}:user`
export const agentSegment = (turnId: string): string => `${turnId}:agent`

/** The run now under way; the turn and its run share one id. */
export const runningTurn = (state: ConversationState): string | null =>
  state.phase.tag === 'idle' ? null : state.phase.turnId

export const agentStateOf = (state: ConversationState): AgentState => state.phase.tag

export function converse(state: ConversationState, input: ConversationInput): ConversationStep {
  switch (input.type) {
    case 'ask':
      return heard(state, input.ask, input.whenBusy)
    case 'answer':
      return answer(state, input.approvalId, input.decision)
    case 'interrupt':
      return interrupt(state)
    case 'brain':
      return brain(state, input.event)
  }
}

function heard(state: ConversationState, ask: Ask, whenBusy: BusyPolicy): ConversationStep {
  // What was said is on record at once, whatever becomes of it.
  const said: ConversationEvent = {
    type: 'transcript.updated',
    turnId: ask.turnId,
    segmentId: userSegment(ask.turnId),
    text: ask.text,
    final: true,
  }
  if (state.phase.tag === 'idle') return prepend([said], begin(state, ask))
  const question = state.pending.at(-1)
  const decision = question === undefined ? null : approvalAnswer(ask.text)
  // Said while the agent waits for an answer, a yes or no is that answer.
  if (question !== undefined && decision) return prepend([said], answer(state, question.id, decision))
  // A stop is meant now, and not after what it is meant to stop.
  if (meansStop(ask.text)) return prepend([said], interrupt(state))
  if (whenBusy === 'steer') {
    return {
      state,
      events: [said],
      requests: [{ type: 'brain.steer', runId: state.phase.turnId, words: ask }],
    }
  }
  if (whenBusy === 'followup') return prepend([said], askBeside(state, ask))
  const stopped = cutOff({ ...state, queue: [] })
  const begun = begin(stopped.state, ask)
  return {
    state: begun.state,
    events: [...stopped.events, said, ...begun.events],
    requests: [...stopped.requests, ...begun.requests],
  }
}

/** Words that are a turn of their own: now, or after the one that is going on. */
function askBeside(state: ConversationState, ask: Ask): ConversationStep {
  if (state.phase.tag === 'idle') return begin(state, ask)
  if (state.queue.length < MAX_QUEUE)
    return { state: { ...state, queue: [...state.queue, ask] }, events: [], requests: [] }
  const segmentId = agentSegment(ask.turnId)
  const text = 'Too much is waiting already. Stop me, or let me finish, and say it again.'
  const turnedAway: ConversationEvent[] = [
    { type: 'turn.started', turnId: ask.turnId },
    { type: 'reply.ended', turnId: ask.turnId, segmentId, text },
    { type: 'turn.ended', turnId: ask.turnId, outcome: 'failed' },
  ]
  return { state, events: turnedAway, requests: [] }
}

function begin(state: ConversationState, ask: Ask): ConversationStep {
  return {
    state: { ...state, phase: { tag: 'thinking', turnId: ask.turnId } },
    events: [
      { type: 'turn.started', turnId: ask.turnId },
      { type: 'state.changed', state: 'thinking' },
    ],
    requests: [{ type: 'brain.ask', runId: ask.turnId, text: ask.text }],
  }
}

/** A run that is going on without having been asked for here has a turn like any other, and can be stopped like one. */
function adopt(state: ConversationState, turnId: string): ConversationStep {
  return {
    state: { ...state, phase: { tag: 'thinking', turnId } },
    events: [
      { type: 'turn.started', turnId },
      { type: 'state.changed', state: 'thinking' },
    ],
    requests: [],
  }
}

function answer(state: ConversationState, approvalId: string, wanted: ApprovalDecision): ConversationStep {
  const question = state.pending.find(({ id }) => id === approvalId)
  if (state.phase.tag === 'idle' || !question) return { state, events: [], requests: [] }
  // An "always" that cannot be had is a yes.
  const decision = wanted === 'always' && question.decisions?.includes('always') === false ? 'allow' : wanted
  return {
    state: { ...state, pending: without(state, approvalId) },
    events: [{ type: 'approval.settled', turnId: state.phase.turnId, approvalId, decision }],
    requests: [{ type: 'brain.answer', approvalId, decision }],
  }
}

/** Questions that nobody will answer any more, because their turn is over. */
const lapsed = (state: ConversationState, turnId: string): ConversationEvent[] =>
  state.pending.map(({ id }) => ({ type: 'approval.settled', turnId, approvalId: id, decision: 'lapsed' }))

const without = ({ pending }: ConversationState, approvalId: string): ConversationState['pending'] =>
  pending.filter(({ id }) => id !== approvalId)

/** A person who says stop means all of it: what was waiting is not started either. */
function interrupt(state: ConversationState): ConversationStep {
  const stopped = cutOff({ ...state, queue: [] })
  return stopped.requests.length === 0
    ? stopped
    : { ...stopped, events: [...stopped.events, { type: 'state.changed', state: 'idle' }] }
}

/** Ends the running turn from our side. The run's own last frames come later and are dropped. */
function cutOff(state: ConversationState): ConversationStep {
  const { phase } = state
  if (phase.tag === 'idle') return { state, events: [], requests: [] }
  return {
    state: { ...state, phase: { tag: 'idle' }, pending: [] },
    events: [
      ...lapsed(state, phase.turnId),
      ...replyEnd(phase),
      { type: 'turn.ended', turnId: phase.turnId, outcome: 'interrupted' },
    ],
    requests: [{ type: 'brain.abort', runId: phase.turnId }],
  }
}

function brain(state: ConversationState, event: BrainEvent): ConversationStep {
  const nothing: ConversationStep = { state, events: [], requests: [] }
  const { phase } = state
  if (event.type === 'run.adopted' && phase.tag === 'idle') return adopt(state, event.runId)
  // Whatever has become of the run they were meant for, these words are not lost.
  if (event.type === 'steer.refused') return askBeside(state, event.words)
  if (phase.tag === 'idle' || phase.turnId !== event.runId) return nothing
  const { turnId } = phase
  switch (event.type) {
    case 'text.appended': {
      if (event.delta === '') return nothing
      const first = phase.tag === 'thinking'
      const reply = first ? event.delta : phase.reply + event.delta
      return {
        state: { ...state, phase: { tag: 'speaking', turnId, reply } },
        events: [
          ...(first ? [{ type: 'state.changed', state: 'speaking' } as const] : []),
          { type: 'reply.appended', turnId, segmentId: agentSegment(turnId), delta: event.delta },
        ],
        requests: [],
      }
    }
    case 'text.replaced':
      return {
        state: { ...state, phase: { tag: 'speaking', turnId, reply: event.text } },
        events: [
          ...(phase.tag === 'thinking' ? [{ type: 'state.changed', state: 'speaking' } as const] : []),
          { type: 'reply.replaced', turnId, segmentId: agentSegment(turnId), text: event.text },
        ],
        requests: [],
      }
    case 'run.adopted':
      return nothing
    case 'status.told':
    case 'tool.started':
    case 'tool.ended':
      return { ...nothing, requests: [{ type: 'tool.intercept', event }] }
    case 'approval.requested':
      if (state.pending.some(({ id }) => id === event.approval.id)) return nothing
      return {
        state: { ...state, pending: [...state.pending, event.approval] },
        events: [{ type: 'approval.requested', turnId, approval: event.approval }],
        requests: [],
      }
    case 'approval.settled': {
      const { approvalId, decision } = event
      if (!state.pending.some(({ id }) => id === approvalId)) return nothing
      return {
        state: { ...state, pending: without(state, approvalId) },
        events: [{ type: 'approval.settled', turnId, approvalId, decision }],
        requests: [],
      }
    }
    case 'view.requested': {
      const { action, line } = event
      return {
        ...nothing,
        events: [{ type: 'view.requested', turnId, action, ...(line !== undefined && { line }) }],
      }
    }
    case 'artifact.made':
      return { ...nothing, events: [{ type: 'artifact.created', turnId, artifact: event.artifact }] }
    case 'run.ended':
      return finish(state, phase, event.outcome === 'completed' ? 'completed' : 'interrupted', [])
    case 'run.failed': {
      const { message, remedy, code } = event.fault
      const artifact = {
        kind: 'error',
        id: `${turnId}:fault`,
        title: 'The agent failed',
        message: `${message}\n${remedy}`,
        stack: code,
      } as const
      return finish(state, phase, 'failed', [{ type: 'artifact.created', turnId, artifact }])
    }
  }
}

function finish(
  state: ConversationState,
  phase: Exclude<Phase, { tag: 'idle' }>,
  outcome: 'completed' | 'interrupted' | 'failed',
  extra: ConversationEvent[],
): ConversationStep {
  const ended: ConversationEvent[] = [
    ...extra,
    ...lapsed(state, phase.turnId),
    ...replyEnd(phase),
    { type: 'turn.ended', turnId: phase.turnId, outcome },
  ]
  const [next, ...queue] = state.queue
  if (next) return prepend(ended, begin({ phase: { tag: 'idle' }, pending: [], queue }, next))
  return {
    state: initialConversation,
    events: [...ended, { type: 'state.changed', state: 'idle' }],
    requests: [],
  }
}

function replyEnd(phase: Exclude<Phase, { tag: 'idle' }>): ConversationEvent[] {
  if (phase.tag === 'thinking') return []
  const { turnId, reply } = phase
  return [{ type: 'reply.ended', turnId, segmentId: agentSegment(turnId), text: reply }]
}

const prepend = (events: ConversationEvent[], step: ConversationStep): ConversationStep => ({
  ...step,
  events: [...events, ...step.events],
})
