// What a tool is: everything Parley needs to know about it, in one definition. `registry.ts` lists them all.
import type { z } from 'zod'
import type { Artifact } from '../../shared/artifacts.ts'
import type { Approval, StatusAction } from '../../shared/conversation.ts'
import type { Fields } from '../artifacts/tool-fields.ts'
import type { ToolCall } from '../ports/brain.ts'
import type { AbortSignalLike } from '../ports/clock.ts'
import type { Workspace } from '../ports/workspace.ts'
import type { EditLog } from './edit-log.ts'

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
/** An artifact before it has an id. */
export type ArtifactContent = WithoutId<Artifact>

/** What the user sees while a tool runs. */
export interface ToolStatus {
  action: StatusAction
  /** The file, search text or command the tool works on. */
  detail?: string | undefined
}

/** What another agent's tool gave back: text, and fields of unknown types. */
export interface ForeignOutput {
  text: string
  details?: Fields
}

export interface ToolContext {
  workspace: Workspace
  edits: EditLog
  signal?: AbortSignalLike | undefined
  /**
   * Shows a part of the result while the tool runs, from time to time. Without a key, the artifact of the finished tool
   * replaces it; with a key, it is a separate artifact.
   */
  show(makeContent: () => ArtifactContent, key?: string): void
}

/** What the user is asked before a tool runs. */
export type ApprovalRequest = Omit<Approval, 'id'>

/** How Parley itself runs a tool. */
interface OwnTool<Args, Result> {
  readonly args: z.ZodType<Args>
  /** For tools that change files or run commands. It shows what will run: both come from the same arguments. */
  approval?(args: Args, context: { root: string; edits: EditLog }): ApprovalRequest
  run(args: Args, context: ToolContext): Promise<Result>
  /** Null if nothing is worth a tab. */
  artifact?(result: Result, args: Args): ArtifactContent | null
}

/** A tool as other agents use it. */
export interface Tool {
  readonly name: string
  /** What other agents call a tool of this kind. */
  readonly aliases?: readonly string[]
  /** What to call a failure: "Not read". */
  readonly failure: string
  /** Reads the arguments of any agent, so it takes nothing about them for granted. */
  status(args: Fields): ToolStatus
  /** Reads another agent's arguments and output into the typed result, and builds the artifact of that. */
  foreignArtifact?(call: ToolCall, output: ForeignOutput): ArtifactContent | null
}

/** A tool Parley can run. */
export interface RunnableTool<Args, Result> extends Tool, OwnTool<Args, Result> {}
