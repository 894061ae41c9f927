// What core and the agent need from outside, beside the codebase (workspace.ts, workspace-tools.ts). Each port has a real
// implementation in main, a hand-written fake in test/fakes, and one contract suite that both pass.
import type { Artifact } from '../shared/artifacts.ts'
import type { BrainStatus } from '../shared/brain-status.ts'
import type { Fault } from '../shared/errors.ts'
import type {
  Approval,
  ApprovalDecision,
  RecordedEvent,
  ViewAction,
  ViewContext,
} from '../shared/conversation.ts'

export type Unsubscribe = () => void

/** Time, handed in so that nothing pure ever looks at a clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once after a while, unless cancelled. */
  after(ms: number, callback: () => void): Unsubscribe
}

/** As much of AbortSignal as core may know of. */
export interface AbortSignalLike {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** For what can be stopped before it is done. */
export interface Stoppable {
  signal?: AbortSignalLike | undefined
}

/** A tool the brain uses, named as the brain names it. */
export interface ToolCall {
  callId: string
  name: string
  args: Record<string, unknown>
  /** What the brain itself calls this step, fit to be said. */
  title?: string
}

/** What a tool gave back. */
export interface ToolOutput {
  /** The text the tool returned, as a brain would read it. */
  text: string
  /** Facts beside the text, by tool: `diff`, `truncated`, `startLine`, `focusLine`, `language`, `created`, `size`… */
  details?: Record<string, unknown>
}

export type ToolOutcome =
  | { ok: true; output: ToolOutput }
  /** `fault` is there when the failure is of a kind the house knows; `message` is fit to be shown either way. */
  | { ok: false; message: string; stack?: string; fault?: Fault }

export type BrainEvent =
  /** A piece of the reply. */
  | { type: 'text.appended'; runId: string; delta: string }
  /** The reply so far was taken back; this is what stands instead. */
  | { type: 'text.replaced'; runId: string; text: string }
  /** What the run is doing, where no tool is part of it. */
  | { type: 'status.told'; runId: string; detail: string }
  /** A run nobody asked for here is going on, such as one that outlived a crash of ours. */
  | { type: 'run.adopted'; runId: string }
  /** The run was to be stopped and goes on, out of our hands. It may have been told as over before. */
  | { type: 'abort.refused'; runId: string; fault: Fault }
  /** The run does not take these words in; they are to be asked by themselves. */
  | { type: 'steer.refused'; runId: string; words: Ask }
  /** A tool is about to run. Sent before it does. */
  | { type: 'tool.started'; runId: string; call: ToolCall }
  | { type: 'tool.ended'; runId: string; call: ToolCall; outcome: ToolOutcome }
  /** The run waits for an answer before it does something. */
  | { type: 'approval.requested'; runId: string; approval: Approval }
  /** The question does not matter any more: answered elsewhere, or lapsed. */
  | { type: 'approval.settled'; runId: string; approvalId: string; decision: ApprovalDecision | 'lapsed' }
  /** What was asked for is for the window to do. */
  | { type: 'view.requested'; runId: string; action: ViewAction; line?: number }
  /** An artifact the brain makes itself, such as a report, or new output of a running command under the same id. */
  | { type: 'artifact.made'; runId: string; artifact: Artifact }
  /** The last event of a run, exactly one per run. */
  | { type: 'run.ended'; runId: string; outcome: 'completed' | 'aborted' }
  | { type: 'run.failed'; runId: string; fault: Fault }

/** What was said, with the id of the turn it is, or becomes where it has to be one of its own. */
export interface Ask {
  turnId: string
  text: string
}

export interface BrainRequest {
  runId: string
  text: string
  /** What the person is looking at while they ask. */
  view?: ViewContext
  /** The reply before was silenced in the middle: this much of it was heard. */
  interrupted?: { heard: string }
}

/** Whatever answers: the built-in agent, or an OpenClaw gateway. */
export interface Brain {
  readonly name: string
  /** It knows what it listed and showed: "the second one" and "read it out" are its own to answer. */
  readonly remembersShown?: boolean
  ask(request: BrainRequest): void
  /** Answers a question of a run; one that is not open any more is left alone. */
  answerApproval(approvalId: string, decision: ApprovalDecision): void
  /** Ends the run early; its `run.ended` says `aborted`. A run that is not running is left alone. */
  abort(runId: string): void
  /** Gives these words to the run while it works. Absent where runs cannot be steered. `view` as in `ask`. */
  steer?(runId: string, words: Ask, view?: ViewContext): void
  /** How it is doing, now and whenever that changes. */
  status(): BrainStatus
  onStatus(listener: (status: BrainStatus) => void): Unsubscribe
  onEvent(listener: (event: BrainEvent) => void): Unsubscribe
  close(): Promise<void>
}

export interface TextStreamWriter {
  write(text: string): void
  close(): void
}

export interface TextStreamOptions {
  topic: string
  attributes: Record<string, string>
  /** Whose words these are; the agent's own when absent. */
  senderIdentity?: string
  /** Only to this participant; to all when absent. */
  to?: string
}

export interface RpcCall {
  caller: string
  payload: string
}

/** The agent's side of a room, whatever carries it. */
export interface Room {
  readonly agentIdentity: string
  publishData(topic: string, bytes: Uint8Array, options?: { to?: string }): void
  streamText(options: TextStreamOptions): TextStreamWriter
  /** Sends a frame of the agent's voice: 16-bit samples, one channel. */
  publishAudio(samples: Int16Array, sampleRate: number): void
  /** Drops what was sent of the agent's voice and not played yet. Windows of our own do so by themselves. */
  silence?(): void
  /** Facts about the agent that every participant sees, such as `lk.agent.state`. */
  setAttributes(attributes: Record<string, string>): void
  participants(): string[]
  /** Whether somebody is in the room though nothing comes of them, as while their connection is being mended. */
  mayBeAway?(identity: string): boolean
  /** What somebody in the room is called; null for the owner of the app, and for who is not known. */
  nameOf?(identity: string): string | null
  /** Resolves once this participant has read enough of what was sent for more to be sent. */
  drained(identity: string): Promise<void>
  /** A whole text sent by a participant on this topic. */
  onText(topic: string, listener: (text: string, from: string) => void): Unsubscribe
  /** Answers calls by participants. A thrown FaultError reaches the caller as its code and message. */
  onRpc(method: string, handler: (call: RpcCall) => Promise<string> | string): Unsubscribe
  onAudio(listener: (samples: Int16Array, sampleRate: number, from: string) => void): Unsubscribe
  /**
   * Whose open microphone is heard from now on, where people may talk without saying that they begin; null when nobody's.
   * Whoever asks while somebody is heard is told so at once.
   */
  onTalker?(listener: (identity: string | null) => void): Unsubscribe
  close(): void
}

/** The session log: what happened, in order, safe on disk. */
export interface Journal {
  /** Keeps an event. Resolves when it would survive a crash of this process. */
  append(record: RecordedEvent): Promise<void>
  /** Resolves when all that was appended so far would survive the machine as well; rejects where it may not. */
  sync(): Promise<void>
  /**
   * What followed the event with this id, in order; everything when the id is null.
   * `found` is false when the id is not in the log (any more): then all that is kept is given.
   */
  after(id: string | null): Promise<{ found: boolean; records: RecordedEvent[] }>
  close(): Promise<void>
}
