// What a guest has of the house. A guest is somebody at a phone, a browser or glasses: a conversation of their own, on the
// same ears and the same brain as the desktop.
import type { Artifact } from '../../shared/artifacts.ts'
import type { StatusAction } from '../../shared/conversation.ts'
import type { Fault } from '../../shared/errors.ts'
import type { Unsubscribe } from '../ports.ts'
import type { Take } from './ears.ts'

/** What happens in a guest's turn. Between a turn's start and its one end, everything carries its id. */
export type GuestEvent =
  /** The words are with the brain. */
  | { type: 'turn.started'; turnId: string }
  /** What the brain is doing, before it does it. */
  | { type: 'status.changed'; turnId: string; action: StatusAction; detail?: string }
  /** So many of its tools run now. As long as any does, the brain has nothing to say. */
  | { type: 'tools.changed'; turnId: string; running: number }
  /** A piece to add to the end of the reply; never empty. */
  | { type: 'reply.appended'; turnId: string; delta: string }
  | { type: 'artifact.created'; turnId: string; artifact: Artifact }
  /** The last of a turn; `reply` is all that was appended. */
  | { type: 'turn.ended'; turnId: string; outcome: 'completed' | 'interrupted'; reply: string }
  | { type: 'turn.failed'; turnId: string; fault: Fault; reply: string }

export interface GuestConversation {
  /**
   * Says something to the brain. A turn that is still running is interrupted first. Where the brain had asked for leave,
   * a yes or no is the answer. Never throws: what goes wrong comes as `turn.failed`.
   */
  ask(turnId: string, text: string): void
  /** Ends the running turn; its `turn.ended` comes before this returns. */
  interrupt(): void
  onEvent(listener: (event: GuestEvent) => void): Unsubscribe
  close(): void
}

export type EarsState = 'loading' | 'ready' | 'off' | 'failed'

/** What was understood of a guest's speech. */
export interface GuestWords {
  /** With the names of the workspace put right; empty where nothing was said. */
  text: string
  /** The words are safe and nobody needs the sound any more. */
  acknowledge(): void
}

export interface GuestEars {
  state(): EarsState
  onState(listener: (state: EarsState) => void): Unsubscribe
  /** Somebody may talk soon: what hears is loaded, if it is not yet. */
  wake(): void
  /** Begins a take at 16 kHz; throws a FaultError where nothing can hear. */
  open(): Pick<Take, 'takeId' | 'write' | 'onEvent' | 'cancel'> & {
    /** As `Take.release`: rejects with a FaultError, or with an AbortError once it was cancelled. */
    release(): Promise<GuestWords>
    /** Nobody waits for its words any more: they are put on record and asked of nobody. Nothing that was said is lost. */
    leave(): void
  }
}

/** What the gateways are handed. */
export interface House {
  /** A conversation for a guest; `source` is what the desktop calls what comes of it, such as "G2 glasses". */
  converse(options: { session: string; source: string }): GuestConversation
  ears(session: string): GuestEars
}
