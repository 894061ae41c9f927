// What Parley offers to guests: each phone, browser or pair of glasses has its own conversation, with the recognizer of the
// desktop and the same kind of brain.
import type { Artifact } from '../../shared/artifacts.ts'
import type { Approval, ApprovalDecision, StatusAction } from '../../shared/conversation.ts'
import type { Fault } from '../../shared/errors.ts'
import type { Unsubscribe } from './clock.ts'
import type { Take } from './recognizer.ts'

/** What happens in a guest's turn. Every event between its start and its end carries its id. */
export type GuestEvent =
  | { type: 'turn.started'; turnId: string }
  /** Sent before the brain does it. */
  | { type: 'status.changed'; turnId: string; action: StatusAction; detail?: string }
  /** How many of its tools run now. While any does, the brain says nothing. */
  | { type: 'tools.changed'; turnId: string; running: number }
  /** Never empty. */
  | { type: 'reply.appended'; turnId: string; delta: string }
  | { type: 'artifact.created'; turnId: string; artifact: Artifact }
  /** `turn.ended` or `turn.failed` is the last event of a turn; `reply` is everything that was appended. */
  | { type: 'turn.ended'; turnId: string; outcome: 'completed' | 'interrupted'; reply: string }
  | { type: 'turn.failed'; turnId: string; fault: Fault; reply: string }

export interface GuestConversation {
  /**
   * Sends a request to the brain. A running turn is interrupted first. Where the brain waits for an approval that this
   * guest may give, a yes or no is the answer. Never throws: failures come as `turn.failed`.
   */
  ask(turnId: string, text: string): void
  /** Ends the running turn; its `turn.ended` comes before this returns. */
  interrupt(): void
  onEvent(listener: (event: GuestEvent) => void): Unsubscribe
  close(): void
}

export type OwnerAnswer = ApprovalDecision | 'lapsed'

/**
 * Asks the owner, whose windows show the approval with its `source`. `answered` is called once, unless it was settled
 * before. The id is unique among all conversations.
 */
export type AskOwner = (
  turnId: string,
  approval: Approval & { source: string },
  answered: (decision: OwnerAnswer) => void,
) => {
  /** The approval was answered elsewhere, or does not matter any more. */
  settle(decision: OwnerAnswer): void
}

export type RecognizerState = 'loading' | 'ready' | 'off' | 'failed'

export interface GuestTranscript {
  /** With names of the workspace corrected; empty where nothing was said. */
  text: string
  /** The transcript is safe: the audio can be deleted. */
  acknowledge(): void
}

export interface GuestRecognizer {
  state(): RecognizerState
  onState(listener: (state: RecognizerState) => void): Unsubscribe
  /** Somebody may talk soon: loads the recognizer if needed. */
  wake(): void
  /** Begins a take at 16 kHz; throws a FaultError where there is no recognizer. */
  open(): Pick<Take, 'takeId' | 'write' | 'onEvent' | 'cancel'> & {
    /** As `Take.release`: rejects with a FaultError, or with an AbortError once it was cancelled. */
    release(): Promise<GuestTranscript>
    /** Nobody waits for the transcript any more: it goes to the journal and not to the brain. */
    leave(): void
  }
}

export interface GuestHost {
  /**
   * A conversation for a guest. The desktop shows its results under `source`, such as "G2 glasses". `mayApprove` is
   * whether the owner lets this guest approve its own requests; without it, only the desktop can.
   */
  converse(options: { session: string; source: string; mayApprove?(): boolean }): GuestConversation
  recognizer(session: string): GuestRecognizer
}
