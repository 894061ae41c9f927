// The state of a conversation, what can happen to it, and what a step asks to be done.
import type { Step } from '../../base/driver.ts'
import type {
  AgentState,
  Approval,
  ApprovalDecision,
  BusyPolicy,
  ConversationEvent,
} from '../../shared/conversation.ts'
import type { Fault } from '../../shared/errors.ts'
import type { Ask, BrainEvent } from '../ports/brain.ts'
import type { Announcement } from './approvals/approval-question.ts'
import type { AnswerSource } from './approvals/judge-answer.ts'
import { isOwn, type OpenApproval } from './approvals/open-approvals.ts'

export type Phase =
  | { tag: 'idle' }
  /** The brain has the request and has not answered yet. */
  | { tag: 'thinking'; turnId: string; thought?: Thought }
  /** The reply is arriving; `reply` is the text so far. */
  | { tag: 'speaking'; turnId: string; reply: string; thought?: Thought }

/** The current paragraph of the brain's reasoning, and how much of it was shown. */
export interface Thought {
  text: string
  shown: number
}

/** A turn beside another one. */
export interface SideTurn {
  turnId: string
  /** The turn that went on when it began; null if none did. */
  beside: string | null
  /** The reply so far; null before its first text. */
  reply: string | null
}

/**
 * Who shall answer: the brain; the built-in agent, if the brain is busy; or Parley itself, which knows what goes on and
 * what can be chosen.
 */
export type Answerer = 'brain' | 'beside' | 'parley'

export interface ConversationState {
  phase: Phase
  /** Turns that are answered while the turn of `phase` goes on. They never wait and never change anything. */
  sides: readonly SideTurn[]
  /**
   * The turn somebody is talking for; `heard` once a partial transcript of it has been shown. `overSide`: the reply of a
   * side turn fell silent for it.
   */
  listening: { turnId: string; heard: boolean; overSide?: true } | null
  /** The turn whose reply is being played, which can take longer than its run. `beside`: it is a side turn. */
  voice: { turnId: string; beside?: true } | null
  /** Unanswered approvals, of the running turn and of guests. The first is in front. */
  pending: readonly OpenApproval[]
  /** Follow-ups that wait for the running turn to end. */
  queue: readonly Ask[]
}

/** An event that belongs to its run; the others matter whatever has become of it. */
export type RunEvent = Exclude<BrainEvent, { type: 'run.adopted' | 'abort.refused' | 'steer.refused' }>

/** What a brain reports about its tools. */
export type ToolEvent = Extract<BrainEvent, { type: 'tool.started' | 'tool.ended' | 'status.told' }>

export type ConversationInput =
  /** Without `by`, the text cannot answer an approval. `said` is what the user said, if the brain gets another text. */
  | { type: 'ask'; ask: Ask; whenBusy: BusyPolicy; by?: AnswerSource; to?: Answerer; said?: string }
  /** A click or a key, which names the approval. */
  | { type: 'answer'; approvalId: string; decision: ApprovalDecision }
  /** An utterance that can only be an answer. */
  | { type: 'answer.said'; text: string; by: AnswerSource }
  /** A guest's conversation asks for approval; the approval has a `source`. */
  | { type: 'guest.asked'; turnId: string; approval: Approval }
  /** The guest's approval was settled elsewhere, or does not matter any more. */
  | { type: 'guest.settled'; approvalId: string; decision: ApprovalDecision | 'lapsed' }
  /**
   * `playedMs` is how much of the reply a window has played, if it said so. While the reply of a side turn is spoken, only
   * that is stopped, unless `everything` shall stop.
   */
  | { type: 'interrupt'; playedMs?: number | undefined; everything?: true }
  | { type: 'brain'; event: BrainEvent }
  | { type: 'talk.started'; turnId: string; whenBusy: BusyPolicy; playedMs?: number | undefined }
  /** The transcript so far. */
  | { type: 'talk.heard'; turnId: string; text: string }
  /** The utterance had no words, or the user took it back. */
  | { type: 'talk.dropped'; turnId: string }
  | { type: 'voice.started'; turnId: string; beside?: true }
  | { type: 'voice.ended'; turnId: string }

export type ConversationEffect =
  /** Write it to the journal and publish it. */
  | { type: 'record'; event: ConversationEvent }
  | { type: 'brain.ask'; runId: string; text: string }
  | { type: 'brain.abort'; runId: string }
  | { type: 'side.ask'; runId: string; text: string; to: Exclude<Answerer, 'brain'> }
  | { type: 'side.abort'; runId: string }
  | { type: 'brain.steer'; runId: string; message: Ask }
  | { type: 'brain.answer'; approvalId: string; decision: ApprovalDecision }
  | { type: 'guest.answer'; approvalId: string; decision: ApprovalDecision }
  | ({ type: 'announce' } & Announcement)
  /** Stop playing at once. */
  | { type: 'voice.stop'; playedMs?: number }
  /** The running reply that fell silent may be spoken again: the rest of it, or only what comes from now on. */
  | { type: 'voice.resume'; turnId: string; what: 'rest' | 'new' }
  /** The tool interceptor turns it into a status or an artifact. The status of a side turn is not shown. */
  | { type: 'tool.intercept'; event: ToolEvent; beside?: true }

/** The effects are performed in order. */
export type ConversationStep = Step<ConversationState, ConversationEffect>

export const initialConversation: ConversationState = {
  phase: { tag: 'idle' },
  sides: [],
  listening: null,
  voice: null,
  pending: [],
  queue: [],
}

export const userSegment = (turnId: string): string => `${turnId}:user`
export const agentSegment = (turnId: string): string => `${turnId}:agent`

/** The running turn waits for an answer. Approvals of guests do not hold it up. */
export const waitsForAnswer = ({ pending }: ConversationState): boolean => pending.some(isOwn)

/** A user who talks has precedence over a voice that speaks, and the voice over the running turn. */
export function agentStateOf({ phase, sides, listening, voice }: ConversationState): AgentState {
  if (listening) return 'listening'
  if (voice) return 'speaking'
  return phase.tag === 'idle' && sides.length > 0 ? 'thinking' : phase.tag
}

export const record = (event: ConversationEvent): ConversationEffect => ({ type: 'record', event })

export const errorArtifact = (
  turnId: string,
  name: string,
  title: string,
  { message, remedy, code }: Fault,
): ConversationEffect =>
  record({
    type: 'artifact.created',
    turnId,
    artifact: {
      kind: 'error',
      id: `${turnId}:${name}`,
      title,
      message: `${message}\n${remedy}`,
      stack: code,
    },
  })

export const unchanged = (state: ConversationState): ConversationStep => ({ state, effects: [] })

export const prepend = (
  effects: readonly ConversationEffect[],
  step: ConversationStep,
): ConversationStep => ({
  state: step.state,
  effects: [...effects, ...step.effects],
})

/** Two steps as one. */
export const andThen = (
  first: ConversationStep,
  next: (state: ConversationState) => ConversationStep,
): ConversationStep => prepend(first.effects, next(first.state))
