// What is going on in a conversation, and what a step of it gives.
import type {
  AgentState,
  Approval,
  ApprovalDecision,
  BusyPolicy,
  ConversationEvent,
} from '../shared/conversation.ts'
import type { Ask, BrainEvent } from './ports.ts'

export type Phase =
  | { tag: 'idle' }
  /** The brain has the words and has not answered yet. */
  | { tag: 'thinking'; turnId: string }
  /** The reply is coming; `reply` is what came so far. */
  | { tag: 'speaking'; turnId: string; reply: string }

export interface ConversationState {
  phase: Phase
  /** The turn somebody is talking for; `heard` once words of it have been shown. */
  listening: { turnId: string; heard: boolean } | null
  /** The turn whose reply still sounds; that can be longer than its run. */
  voice: { turnId: string } | null
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
  /** Somebody begins to talk. */
  | { type: 'talk.started'; turnId: string; whenBusy: BusyPolicy }
  /** What they have said so far, as far as it can be made out. */
  | { type: 'talk.heard'; turnId: string; text: string }
  /** They stopped, and nothing came of it: no words, or they took them back. */
  | { type: 'talk.dropped'; turnId: string }
  /** The agent's voice begins to sound, and falls silent by itself. */
  | { type: 'voice.started'; turnId: string }
  | { type: 'voice.ended'; turnId: string }

export type ConversationRequest =
  | { type: 'brain.ask'; runId: string; text: string }
  | { type: 'brain.abort'; runId: string }
  | { type: 'brain.steer'; runId: string; words: Ask }
  | { type: 'brain.answer'; approvalId: string; decision: ApprovalDecision }
  /** Be silent, now. */
  | { type: 'voice.stop' }
  /** A tool of the running turn started or ended, or it says what it does: status and artifact are the ToolInterceptor's. */
  | { type: 'tool.intercept'; event: ToolEvent }

export interface ConversationStep {
  state: ConversationState
  events: ConversationEvent[]
  requests: ConversationRequest[]
}

export const initialConversation: ConversationState = {
  phase: { tag: 'idle' },
  listening: null,
  voice: null,
  pending: [],
  queue: [],
}

export const userSegment = (turnId: string): string => `${turnId}:user`
export const agentSegment = (turnId: string): string => `${turnId}:agent`

/** The run now under way; the turn and its run share one id. */
export const runningTurn = (state: ConversationState): string | null =>
  state.phase.tag === 'idle' ? null : state.phase.turnId

/** One word for all of it: who talks now comes before who works. */
export function agentStateOf({ phase, listening, voice }: ConversationState): AgentState {
  if (listening) return 'listening'
  return voice ? 'speaking' : phase.tag
}

export const unchanged = (state: ConversationState): ConversationStep => ({ state, events: [], requests: [] })

export const prepend = (events: ConversationEvent[], step: ConversationStep): ConversationStep => ({
  ...step,
  events: [...events, ...step.events],
})

/** One step after another, as one. */
export function andThen(
  first: ConversationStep,
  next: (state: ConversationState) => ConversationStep,
): ConversationStep {
  const second = next(first.state)
  return {
    state: second.state,
    events: [...first.events, ...second.events],
    requests: [...first.requests, ...second.requests],
  }
}
