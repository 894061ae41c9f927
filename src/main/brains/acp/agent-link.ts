// What the parts of the ACP brain are to each other: the link to an agent's process, and what the agent may ask of Parley.
import type {
  CreateTerminalRequest,
  CreateTerminalResponse,
  InitializeResponse,
  McpServer,
  NewSessionResponse,
  PromptRequest,
  PromptResponse,
  ReadTextFileRequest,
  ReadTextFileResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionNotification,
  TerminalOutputResponse,
  WaitForTerminalExitResponse,
  WriteTextFileRequest,
} from '@agentclientprotocol/sdk'
import type { BrainStatus } from '../../../shared/brain-status.ts'
import type { Fault } from '../../../shared/errors.ts'

/** A session in a running agent. It is over when the process ends. */
export interface AgentSession {
  readonly id: string
  readonly agent: InitializeResponse
  /** Modes, models and options as the agent described them when the session began. */
  readonly begun: Omit<NewSessionResponse, 'sessionId'>
  /** Whether it continues an earlier session, or begins without memory of one. */
  readonly continues: 'nothing' | 'earlier session' | 'lost session'
  /** Rejects with a `FaultError` if the agent refuses or dies. */
  prompt(blocks: PromptRequest['prompt']): Promise<PromptResponse>
  cancel(): void
  setMode(modeId: string): Promise<void>
  setConfigOption(configId: string, value: string): Promise<void>
  /** For an agent that tells its models in the field `models`. Absent if it does not. */
  setModel?(modelId: string): Promise<void>
}

/** Starts the agent, keeps it running, and reports what becomes of it. */
export interface AgentLink {
  /** The session, once there is one. */
  session(): AgentSession | null
  /** Starts the agent now, for example because the user asked something or pressed "Try again". */
  connect(): void
  signIn(methodId: string): Promise<void>
  /** Ends the process, which does not react any more, and starts another. */
  restart(): void
  /** The end of what the agent wrote to standard error, without secrets. */
  errors(): string
  close(): Promise<void>
}

export interface AgentLinkEvents {
  /** State, fault, place, note and setup card, as far as the link knows them. */
  onStatus(part: Partial<BrainStatus>): void
  onSession(session: AgentSession): void
  /**
   * There is no session any more, or there is none yet because of the fault: the process ended, or the agent needs a sign-in.
   * `isFinal`: Parley does not try again until the user does something.
   */
  onLost(fault: Fault, isFinal: boolean): void
  /** Its form is checked (update-shape.ts), but not the length of anything in it. */
  onUpdate(notification: SessionNotification): void
  /** Something arrived that is not ACP, or too much of it; at most one report per kind and session. */
  onNotice(text: string): void
}

/** What the agent may ask of Parley. A rejection reaches the agent as an ACP error. */
export interface AgentServices {
  requestPermission(
    request: RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse>
  readTextFile(request: ReadTextFileRequest): Promise<ReadTextFileResponse>
  writeTextFile(request: WriteTextFileRequest): Promise<void>
  terminals: AgentTerminals
  /** Parley's own MCP server, for `session/new` and `session/resume`. */
  mcpServers(agent: InitializeResponse): Promise<McpServer[]>
}

export interface AgentTerminals {
  create(request: CreateTerminalRequest): Promise<CreateTerminalResponse>
  output(terminalId: string): TerminalOutputResponse
  waitForExit(terminalId: string): Promise<WaitForTerminalExitResponse>
  kill(terminalId: string): void
  release(terminalId: string): void
  /** Ends all of them. */
  close(): Promise<void>
}
