// What core and the agent need from outside. Each port has a real implementation in main, a hand-written fake in
// test/fakes, and one contract suite that both pass.
import type { Artifact, SearchHit } from '../shared/artifacts.ts'
import type { BrainStatus } from '../shared/brain-status.ts'
import type { Fault } from '../shared/errors.ts'
import type {
  Approval,
  ApprovalDecision,
  RecordedEvent,
  ViewAction,
  ViewContext,
} from '../shared/conversation.ts'
import type {
  BlamedLine,
  CodeSymbol,
  CommandResult,
  Commit,
  CommitChanges,
  FoundSymbol,
  GitStatus,
  IndexState,
  LineEnding,
  ProjectCommand,
  SymbolKind,
  SymbolsOutcome,
  TextEncoding,
  WrittenFile,
} from './codebase.ts'

export type Unsubscribe = () => void

/** Time, handed in so that nothing pure ever looks at a clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once after a while, unless cancelled. */
  after(ms: number, callback: () => void): Unsubscribe
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

/** Whatever answers: the built-in agent, or an OpenClaw gateway. */
export interface Brain {
  readonly name: string
  /** `view` is what the person is looking at while they ask. */
  ask(request: { runId: string; text: string; view?: ViewContext }): void
  /** Answers a question of a run; one that is not open any more is left alone. */
  answerApproval(approvalId: string, decision: ApprovalDecision): void
  /** Ends the run early; its `run.ended` says `aborted`. A run that is not running is left alone. */
  abort(runId: string): void
  /** Gives these words to the run while it works. Absent where runs cannot be steered. */
  steer?(runId: string, text: string): void
  /** How it is doing, now and whenever that changes. */
  status(): BrainStatus
  onStatus(listener: (status: BrainStatus) => void): Unsubscribe
  onEvent(listener: (event: BrainEvent) => void): Unsubscribe
  close(): Promise<void>
}

export interface FileText {
  /** Relative to the workspace root, with forward slashes. */
  file: string
  /** Without a byte order mark; line ends as they are in the file. */
  text: string
  /** In bytes, on disk. */
  size: number
  encoding: TextEncoding
  lineEnding: LineEnding
}

export interface SearchOptions {
  limit: number
  /** The text is a regular expression, as ripgrep reads them. */
  regex?: boolean
  /** Only files that match one of `include`, and none that matches one of `exclude`: `*.ts`, `src/**`, `test/`. */
  globs?: { include?: readonly string[]; exclude?: readonly string[] }
  /** Hears of hits as they are found, in the order of the outcome and never more than the limit. */
  onHits?: ((hits: SearchHit[]) => void) | undefined
  signal?: AbortSignalLike | undefined
}

export interface SearchOutcome {
  hits: SearchHit[]
  /** There were more hits than the limit. */
  truncated: boolean
}

/** What differs from the last commit. */
export interface WorkingChanges {
  diff: string
  /** There was more than is given. */
  truncated: boolean
}

export interface Stoppable {
  signal?: AbortSignalLike | undefined
}

export interface RunCommandOptions extends Stoppable {
  /** A folder of the workspace; its root when absent. */
  cwd?: string | undefined
  /** Ten minutes when absent. */
  timeoutMs?: number | undefined
  /** Hears what the command says, as it says it. Less than is in the result when there is too much. */
  onOutput?: ((text: string) => void) | undefined
}

/**
 * The codebase. Every path is relative to its root, or absolute inside it; anything outside is refused with
 * outside_workspace, symbolic links included. What is stopped by its signal rejects with an AbortError.
 */
export interface Workspace {
  readonly root: string
  readonly name: string

  /** The text of a file. Throws a FaultError: file_not_found, file_binary, file_too_large. */
  readText(path: string): Promise<FileText>
  /** A picture of the workspace, ready to be shown. Throws a FaultError: file_not_found, file_binary, file_too_large. */
  readImage(path: string): Promise<{ dataUrl: string }>
  /**
   * Lines containing the text, ignoring case unless the text has capitals. Ignored and hidden files are left out.
   * Throws a FaultError: bad_request for an empty text, bad_pattern for a regular expression that is none.
   */
  search(text: string, options: SearchOptions): Promise<SearchOutcome>
  /** Files whose name or path matches what somebody said, best first. */
  findFiles(name: string, options: { limit: number; signal?: AbortSignalLike | undefined }): Promise<string[]>
  /** All files that are not ignored, in order, below a folder when one is named. */
  listFiles(options: {
    limit: number
    under?: string | undefined
    signal?: AbortSignalLike | undefined
  }): Promise<{
    files: string[]
    truncated: boolean
  }>

  /** Begins to index symbols in the background, unless that has begun. Asking for symbols does so too. */
  startIndex(): void
  indexState(): IndexState
  /** Hears every new state of the index: while it is made, and whenever it has followed a change on disk. */
  onIndexState(listener: (state: IndexState) => void): Unsubscribe
  /**
   * Symbols by what somebody said, best first: "parse config" is parseConfig and parse_config, and Parser.parse is
   * "parser parse". Waits some seconds for an index that is being made, then answers from what it has.
   */
  symbols(
    query: string,
    options: {
      limit: number
      file?: string | undefined
      kind?: SymbolKind | undefined
      signal?: AbortSignalLike | undefined
    },
  ): Promise<SymbolsOutcome>
  /**
   * What a file declares, in the order of its lines, read now; nothing for a language without a grammar.
   * Throws what readText throws.
   */
  outline(path: string): Promise<CodeSymbol[]>

  /**
   * The unified diff of two texts of one file, with a git header; null stands for a file that is not there, and the
   * diff is empty where nothing differs. What takes too long to compare is given as wholly replaced.
   */
  diffTexts(file: string, before: string | null, after: string | null, options?: Stoppable): Promise<string>

  /**
   * Everything that differs from the last commit, untracked files included, as one unified diff; of one file or folder
   * when it is named. With `staged`, only what is staged. Throws a FaultError: not_a_repository, git_failed.
   */
  workingChanges(
    options?: Stoppable & { file?: string | undefined; staged?: boolean },
  ): Promise<WorkingChanges>
  /** The branch checked out, or null where there is no git. */
  branch(): Promise<string | null>
  /** Throws a FaultError: not_a_repository, git_failed. The same holds for those below. */
  gitStatus(options?: Stoppable): Promise<GitStatus>
  /** Null where nothing has been committed yet. */
  lastCommit(options?: Stoppable): Promise<CommitChanges | null>
  /** Throws file_not_found where git does not know the file, bad_request where it has no such line. */
  blameLine(path: string, line: number, options?: Stoppable): Promise<BlamedLine>
  /** The commits that changed a file, newest first, also under its earlier names. */
  fileLog(path: string, limit: number, options?: Stoppable): Promise<Commit[]>

  /**
   * Runs a command line in the user's shell. However it ends is a result: failed, out of time, or stopped by the signal,
   * which ends all the processes it started. Throws a FaultError: command_failed where no shell can be started.
   */
  runCommand(command: string, options?: RunCommandOptions): Promise<CommandResult>
  /** How this project is tested, linted and built, by its own files; the best guess of each purpose first. */
  projectCommands(): Promise<ProjectCommand[]>

  /**
   * Writes a file whole or not at all, making the folders it needs. A file that was there keeps its encoding, its mode and
   * its kind of line ends. `expect` is the text it must still have, null that it must not exist yet.
   * Throws a FaultError: file_changed, file_binary, file_not_written.
   */
  writeText(
    path: string,
    text: string,
    options?: { expect?: string | null | undefined },
  ): Promise<WrittenFile>
  /** Throws a FaultError: file_not_found, file_changed, file_not_written. */
  deleteFile(path: string, options?: { expect?: string | undefined }): Promise<void>
  /**
   * Applies a unified diff, or takes it back. Each hunk must be found exactly, though it may have moved; otherwise
   * nothing is written and a FaultError says file_changed. Throws bad_patch for what is no diff.
   */
  applyPatch(patch: string, options?: { reverse?: boolean }): Promise<WrittenFile[]>

  /** Stops the index and its watching. What was asked before is answered or rejected. */
  close(): Promise<void>
}

/** What a tool gave back, with the same as a value for whoever used it. */
export type ToolResult<T> = { ok: true; output: ToolOutput; value: T } | Exclude<ToolOutcome, { ok: true }>

/** A change to one file that has been worked out and not yet made. */
export interface PlannedEdit {
  file: string
  /** Null where the file is not there yet. */
  before: string | null
  /** Null where the file is to be removed. */
  after: string | null
  diff: string
}

/** A change the agent made, or a hunk it took out, that can still be undone. */
export interface UndoableEdit {
  files: string[]
  /** What was done, as a unified diff. */
  diff: string
  /** What undoing it would do, as a unified diff. */
  reverse: string
}

/** A codebase at a glance. */
export interface CodebaseGlance {
  name: string
  files: string[]
  truncated: boolean
  /** The text of a readme, of package.json, where they are there. */
  readme: string | null
  manifest: string | null
  commands: ProjectCommand[]
  branch: string | null
  commits: Commit[]
  /** What the files declare that say most, outermost things only. */
  symbols: CodeSymbol[]
}

/** A file at a glance. */
export interface FileGlance {
  file: string
  text: string
  size: number
  symbols: CodeSymbol[]
  commits: Commit[]
}

export interface GrepOptions extends Stoppable {
  regex?: boolean | undefined
  /** Only files that match one of these. */
  include?: readonly string[] | undefined
  /** What the search is called on screen, where its pattern says little. */
  title?: string | undefined
  /** It is looked up only to answer with it, and is not worth a tab. */
  quiet?: boolean | undefined
}

/**
 * The tools that work on the codebase, for whoever answers and for commands that take no words.
 * They never throw: what fails, or is stopped by the signal, is an outcome.
 */
export interface WorkspaceTools {
  /** The folder that is open, where commands run; null where none is. */
  readonly root: string | null
  /** For `Read`: the text of a file, or some of its lines, and the line in it to look at. */
  read(
    path: string,
    options?: Stoppable & { focusLine?: number; lines?: { from: number; to: number } | undefined },
  ): Promise<ToolOutcome>
  /** For `Grep`: the lines that contain a text. The hits are also in `details.results`. */
  grep(text: string, options?: GrepOptions): Promise<ToolResult<SearchOutcome>>
  /** For `Glob`: the files somebody may mean, in `details.results`; `details.best` when it can only be one of them. */
  glob(name: string, options?: Stoppable): Promise<ToolResult<{ files: string[]; best: string | null }>>
  /** For `Grep`: what is declared by a name, best first. It makes no tab. */
  symbols(
    name: string,
    options?: Stoppable & { file?: string | undefined },
  ): Promise<ToolResult<FoundSymbol[]>>
  /** What a file declares. */
  outline(path: string): Promise<ToolResult<CodeSymbol[]>>
  /** For `Bash` with `git diff HEAD`: what differs from the last commit, in `details.diff`. */
  changes(
    options?: Stoppable & { file?: string | undefined; staged?: boolean | undefined },
  ): Promise<ToolOutcome>
  /** For `Bash` with `git show`: the last commit, its change in `details.diff`. */
  lastCommit(options?: Stoppable): Promise<ToolResult<CommitChanges | null>>
  /** For `Bash` with `git blame`. */
  blame(path: string, line: number, options?: Stoppable): Promise<ToolResult<BlamedLine>>
  /** For `Bash` with `git log`. */
  log(path: string, options?: Stoppable): Promise<ToolResult<Commit[]>>
  /** The folders there are, the shallowest first. */
  folders(options?: Stoppable): Promise<ToolResult<string[]>>
  /** For `Glob`: all that a summary of a folder is made of, of the whole workspace when none is named. It makes no tab. */
  glance(options?: Stoppable & { under?: string | undefined }): Promise<ToolResult<CodebaseGlance>>
  /** For `Read`: all that a summary of a file is made of. It makes no tab. */
  glanceAtFile(path: string, options?: Stoppable): Promise<ToolResult<FileGlance>>

  /** The commands the project is worked on with, and the scripts of its package.json by name. */
  commands(): Promise<ToolResult<{ commands: ProjectCommand[]; scripts: string[] }>>
  /** For `Bash`: runs a command. One that fails is a failure whose message is the end of what it said. */
  run(
    command: string,
    options?: Stoppable & { onOutput?: ((text: string) => void) | undefined },
  ): Promise<ToolOutcome & { result: CommandResult | null }>

  /** Works out a change by what it makes of the text of a file; null where it makes nothing else of it. */
  plan(
    path: string,
    change: (before: string | null) => string | null,
  ): Promise<ToolResult<PlannedEdit | null>>
  /** For `Edit` and `Write`: makes a planned change, unless the file is not as it was planned for. */
  apply(plan: PlannedEdit): Promise<ToolOutcome>
  /** The change that undo would undo. */
  lastEdit(): UndoableEdit | null
  /** For `Edit`: undoes the last change that is not undone yet. Refused with file_changed where the file has changed since. */
  undo(): Promise<ToolOutcome>
  /** For the window: takes a hunk, given as a unified diff, out of its file again. It can be undone. */
  revertHunk(patch: string): Promise<ToolOutcome>
}

/** As much of AbortSignal as core may know of. */
export interface AbortSignalLike {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
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
  /** Facts about the agent that every participant sees, such as `lk.agent.state`. */
  setAttributes(attributes: Record<string, string>): void
  participants(): string[]
  /** Resolves once this participant has read enough of what was sent for more to be sent. */
  drained(identity: string): Promise<void>
  /** A whole text sent by a participant on this topic. */
  onText(topic: string, listener: (text: string, from: string) => void): Unsubscribe
  /** Answers calls by participants. A thrown FaultError reaches the caller as its code and message. */
  onRpc(method: string, handler: (call: RpcCall) => Promise<string> | string): Unsubscribe
  onAudio(listener: (samples: Int16Array, sampleRate: number, from: string) => void): Unsubscribe
  close(): void
}

/** The session log: what happened, in order, safe on disk. */
export interface Journal {
  /** Keeps an event. Resolves when it would survive a crash of this process. */
  append(record: RecordedEvent): Promise<void>
  /**
   * What followed the event with this id, in order; everything when the id is null.
   * `found` is false when the id is not in the log (any more): then all that is kept is given.
   */
  after(id: string | null): Promise<{ found: boolean; records: RecordedEvent[] }>
  close(): Promise<void>
}
