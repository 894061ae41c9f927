// Whatever answers: the built-in brain, an OpenClaw gateway, or another provider.
import type { Artifact } from '../../shared/artifacts.ts'
import type { ParticipantRole } from '../../shared/authorization.ts'
import type { BrainStatus } from '../../shared/brain-status.ts'
import type { Approval, ApprovalDecision, ViewContext, ViewRequest } from '../../shared/conversation.ts'
import type { Fault } from '../../shared/errors.ts'
import type { Unsubscribe } from './clock.ts'

/** A tool call, under the brain's name of the tool. */
export interface ToolCall {
  callId: string
  name: string
  args: Record<string, unknown>
  /** The brain's own description of this step, fit to be spoken. */
  title?: string
}

export type BrainEvent =
  | { type: 'text.appended'; runId: string; delta: string }
  /** The reply so far is replaced by this text. */
  | { type: 'text.replaced'; runId: string; text: string }
  /** The agent's reasoning. Shown in a muted line, never spoken. */
  | { type: 'thought.appended'; runId: string; delta: string }
  /** Something the user should read once, such as that the agent shortened its memory, or acted without asking. */
  | { type: 'notice.told'; runId: string; text: string; isWarning?: boolean }
  /** The agent points at lines of a file while it talks about them. */
  | { type: 'lines.pointed'; runId: string; file: string; line: number; endLine: number }
  /** What the run does when no tool is involved. */
  | { type: 'status.told'; runId: string; detail: string }
  /** A run goes on that nobody asked for here, such as one that outlived a crash of Parley. */
  | { type: 'run.adopted'; runId: string }
  /** The run could not be stopped and goes on. Its end may have been reported already. */
  | { type: 'abort.refused'; runId: string; fault: Fault }
  /** The run does not accept this message; it becomes a separate turn. */
  | { type: 'steer.refused'; runId: string; request: Ask }
  /** Sent before the tool runs. */
  | { type: 'tool.started'; runId: string; call: ToolCall }
  /** The artifact, if the call left something worth a tab; a failure leaves an error. */
  | { type: 'tool.ended'; runId: string; call: ToolCall; artifact: Artifact | null }
  /** The run waits for the answer. */
  | { type: 'approval.requested'; runId: string; approval: Approval }
  /** The approval was answered elsewhere, or lapsed. */
  | { type: 'approval.settled'; runId: string; approvalId: string; decision: ApprovalDecision | 'lapsed' }
  /** The window has to do what the user asked for. */
  | ({ type: 'view.requested'; runId: string } & ViewRequest)
  /** An artifact of the brain itself, such as a report, or new output of a running command under the same id. */
  | { type: 'artifact.made'; runId: string; artifact: Artifact }
  /** `run.ended` or `run.failed` is the last event of every run. */
  | { type: 'run.ended'; runId: string; outcome: 'completed' | 'aborted' }
  | { type: 'run.failed'; runId: string; fault: Fault }

/** A request, with the id of its turn. */
export interface Ask {
  turnId: string
  text: string
}

/** What the user looks at, or what their words mean there. */
export interface RequestView extends ViewContext {
  /** Some words of the request, what they mean on screen, and how to say that of what the user looks at. */
  meant?: { phrase: string; what: string; plain: string }
}

export interface BrainRequest {
  runId: string
  text: string
  /** What the user looks at. */
  view?: RequestView
  /** The last reply was cut off: this much of it was heard. */
  interrupted?: { heard: string }
  /** Who asks. An "always" does not hold for a participant who may not approve. */
  askedBy?: ParticipantRole
}

export interface Brain {
  readonly name: string
  /** It remembers what it showed, and answers "the second one" and "read it out" itself. */
  readonly remembersShown?: boolean
  ask(request: BrainRequest): void
  /** Ignored for an approval that is not open any more. */
  answerApproval(approvalId: string, decision: ApprovalDecision): void
  /** Ends the run early; its `run.ended` says `aborted`. Ignored for a run that has ended. */
  abort(runId: string): void
  /** Sends a message to the run while it works. Absent where runs cannot be steered. `view` as in `ask`. */
  steer?(runId: string, message: Ask, view?: RequestView): void
  /** Chooses another value of an option of `status()`, such as a mode or model. Rejects if the brain refuses. */
  setOption?(optionId: string, value: string): Promise<void>
  /** Forgets an "always" of `status().rules`. */
  revokeRule?(ruleId: string): void
  /** Starts a sign-in that `status().setup` offers. Rejects if it fails. */
  signIn?(methodId: string): Promise<void>
  status(): BrainStatus
  onStatus(listener: (status: BrainStatus) => void): Unsubscribe
  onEvent(listener: (event: BrainEvent) => void): Unsubscribe
  close(): Promise<void>
}
