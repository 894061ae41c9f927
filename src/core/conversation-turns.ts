// How a turn begins, is answered, is cut off and ends.
import type { ApprovalDecision, ConversationEvent } from '../shared/conversation.ts'
import {
  agentSegment,
  prepend,
  unchanged,
  type ConversationState,
  type ConversationStep,
  type Phase,
} from './conversation-state.ts'
import type { Ask } from './ports.ts'

type Running = Exclude<Phase, { tag: 'idle' }>

export function begin(state: ConversationState, ask: Ask): ConversationStep {
  return {
    state: { ...state, phase: { tag: 'thinking', turnId: ask.turnId } },
    events: [{ type: 'turn.started', turnId: ask.turnId }],
    requests: [{ type: 'brain.ask', runId: ask.turnId, text: ask.text }],
  }
}

/** A run that is going on without having been asked for here has a turn like any other, and can be stopped like one. */
export const adopt = (state: ConversationState, turnId: string): ConversationStep => ({
  state: { ...state, phase: { tag: 'thinking', turnId } },
  events: [{ type: 'turn.started', turnId }],
  requests: [],
})

export function answer(
  state: ConversationState,
  approvalId: string,
  wanted: ApprovalDecision,
): ConversationStep {
  const question = state.pending.find(({ id }) => id === approvalId)
  if (state.phase.tag === 'idle' || !question) return unchanged(state)
  const isOffered = (one: ApprovalDecision): boolean => question.decisions?.includes(one) !== false
  // An "always" that cannot be had is a yes. A yes that cannot be had is not made an "always": the question stands.
  const decision = wanted === 'always' && !isOffered('always') ? 'allow' : wanted
  if (decision !== 'deny' && !isOffered(decision)) return unchanged(state)
  return {
    state: { ...state, pending: without(state, approvalId) },
    events: [{ type: 'approval.settled', turnId: state.phase.turnId, approvalId, decision }],
    requests: [{ type: 'brain.answer', approvalId, decision }],
  }
}

/** A person who says stop means all of it: what was waiting is not started either. */
export const interrupt = (state: ConversationState): ConversationStep => cutOff({ ...state, queue: [] })

/** Ends the running turn and the voice from our side. The run's own last frames come later and are dropped. */
export function cutOff(state: ConversationState): ConversationStep {
  const { phase } = state
  const silent = hush(state)
  if (phase.tag === 'idle') return silent
  return {
    state: { ...silent.state, phase: { tag: 'idle' }, pending: [] },
    events: [
      ...lapsed(state, phase.turnId),
      ...replyEnd(phase),
      { type: 'turn.ended', turnId: phase.turnId, outcome: 'interrupted' },
    ],
    requests: [...silent.requests, { type: 'brain.abort', runId: phase.turnId }],
  }
}

/** Ends the voice alone; what the brain does goes on. Always: what is about to sound is not known here. */
export const hush = (state: ConversationState): ConversationStep => ({
  state: { ...state, voice: null },
  events: [],
  requests: [{ type: 'voice.stop' }],
})

export function finish(
  state: ConversationState,
  phase: Running,
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
  const over: ConversationState = { ...state, phase: { tag: 'idle' }, pending: [], queue }
  return prepend(ended, next ? begin(over, next) : unchanged(over))
}

/** Questions that nobody will answer any more, because their turn is over. */
const lapsed = (state: ConversationState, turnId: string): ConversationEvent[] =>
  state.pending.map(({ id }) => ({ type: 'approval.settled', turnId, approvalId: id, decision: 'lapsed' }))

export const without = ({ pending }: ConversationState, approvalId: string): ConversationState['pending'] =>
  pending.filter(({ id }) => id !== approvalId)

function replyEnd(phase: Running): ConversationEvent[] {
  if (phase.tag === 'thinking') return []
  const { turnId, reply } = phase
  return [{ type: 'reply.ended', turnId, segmentId: agentSegment(turnId), text: reply }]
}
