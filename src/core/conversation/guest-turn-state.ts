// The state of a guest's conversation, what can happen to it, and what a step gives.
import type { Artifact } from '../../shared/artifacts.ts'
import type { Approval, ApprovalDecision } from '../../shared/conversation.ts'
import type { BrainEvent } from '../ports/brain.ts'
import type { GuestEvent, OwnerAnswer } from '../ports/guests.ts'
import type { ToolEvent } from './conversation-state.ts'

/** A brain's work for a guest. */
export interface Run {
  runId: string
  /** The guest's turn it answers; the run goes on in another one once its question is answered. */
  turnId: string
  reply: string
  /** What the brain has said in all turns of the run. */
  text: string
  /** Approvals that the guest may answer. While there are any, the guest's turn is over and the run waits. */
  questions: readonly Approval[]
  /** The one that the guest was asked. An answer can only mean this one. */
  asked: string | null
  /** Approvals that wait on the desktop. Those of a guest that may approve are among `questions` too. */
  onDesktop: readonly Approval[]
  /** The desktop answered after the guest's turn was over: the reply waits until the guest speaks again. */
  unattended: boolean
  /** The approval that the guest was asked last, once the desktop has answered it: the guest's answer comes too late. */
  answeredElsewhere: Approval | null
  /** How many of its tools run. */
  tools: number
}

export interface GuestTurns {
  run: Run | null
}

export const noTurns: GuestTurns = { run: null }

export type GuestInput =
  | { type: 'ask'; turnId: string; text: string }
  | { type: 'interrupt' }
  | { type: 'brain'; event: BrainEvent }
  | { type: 'desktop.answered'; approvalId: string; decision: OwnerAnswer }

export interface Approvers {
  /** The owner lets this guest approve. */
  guest: boolean
  /** A window is open on the desktop. */
  desktop: boolean
}

export type GuestRequest =
  | { type: 'brain.ask'; runId: string; text: string }
  | { type: 'brain.abort'; runId: string }
  | { type: 'brain.answer'; approvalId: string; decision: ApprovalDecision }
  | { type: 'desktop.ask'; turnId: string; approval: Approval }
  /** The desktop need not answer any more. */
  | { type: 'desktop.settle'; approvalId: string; decision: OwnerAnswer }
  | { type: 'tool.intercept'; event: ToolEvent }

export interface GuestStep {
  state: GuestTurns
  events: GuestEvent[]
  requests: GuestRequest[]
  /** For the desktop only: the guest's turn is over. */
  aside: { turnId: string; artifact: Artifact }[]
}

/** The guest's turn is over though the run is not. */
export const isTurnOver = ({ questions, unattended }: Run): boolean => questions.length > 0 || unattended

/** The turn the guest is waiting for; null when it is their turn. */
export const openTurn = ({ run }: GuestTurns): string | null => (run && !isTurnOver(run) ? run.turnId : null)

export const step = (
  state: GuestTurns,
  events: GuestEvent[] = [],
  requests: GuestRequest[] = [],
  aside: GuestStep['aside'] = [],
): GuestStep => ({ state, events, requests, aside })

/** The run is over, and with it the approvals on the desktop. */
export const lapseOnDesktop = ({ onDesktop }: Run): GuestRequest[] =>
  onDesktop.map(({ id }) => ({ type: 'desktop.settle', approvalId: id, decision: 'lapsed' }))
