// Runs tools on the workspace. Tools never throw here: a failure is an outcome with an artifact that explains it.
import type { Artifact } from '../../shared/artifacts.ts'
import { type Fault, FaultError } from '../../shared/errors.ts'
import type { AbortSignalLike } from '../ports/clock.ts'
import type { Workspace } from '../ports/workspace.ts'
import { createEditLog, type EditLog, type PlannedEdit, type UndoableEdit } from './edit-log.ts'
import { failureArtifact } from './registry.ts'
import type { ApprovalRequest, RunnableTool, ToolContext } from './tool.ts'

export interface ToolFailure {
  ok: false
  message: string
  stack?: string
  /** Present if Parley knows this kind of failure. */
  fault?: Fault
}

export type ToolOutcome<T> =
  { ok: true; value: T; artifact: Artifact | null } | (ToolFailure & { artifact: Artifact })

interface RunOptions {
  /** The id of the artifact. */
  id: string
  signal?: AbortSignalLike | undefined
  show?: ToolContext['show'] | undefined
}

export type Result<T> = { ok: true; value: T } | ToolFailure

export interface Toolbox {
  /** The open folder, where commands run; null if no folder is open. */
  readonly root: string | null
  /** Why Parley must not change files or run commands here; null if it may. */
  refusal(): Fault | null
  /** What the user has to approve before the tool runs; null if nothing. */
  approvalFor<A, R>(tool: RunnableTool<A, R>, args: A): Result<ApprovalRequest | null>
  run<A, R>(tool: RunnableTool<A, R>, args: A, options: RunOptions): Promise<ToolOutcome<R>>
  /** Looks something up in the workspace, without a status or an artifact. */
  look<T>(use: (workspace: Workspace) => Promise<T>): Promise<Result<T>>
  /** Changes files or runs a command for another agent. What it does is approved before; the folder must be trusted. */
  act<T>(use: (opened: { workspace: Workspace; edits: EditLog }) => Promise<T>): Promise<Result<T>>
  plan(...args: Parameters<EditLog['plan']>): Promise<Result<PlannedEdit | null>>
  lastEdit(): UndoableEdit | null
  revertHunk(...args: Parameters<EditLog['revertHunk']>): Promise<Result<void>>
  restoreHunk(...args: Parameters<EditLog['restoreHunk']>): Promise<Result<void>>
}

/**
 * A null workspace means that no folder is open: every tool says so. This is the one place that protects a folder the user
 * does not trust from changes.
 */
export function createToolbox(
  workspace: Workspace | null,
  isTrusted: () => boolean,
  onError: (error: unknown) => void = () => {},
): Toolbox {
  const edits = workspace && createEditLog(workspace, onError)

  // Asked at each use: the user can give trust and take it back while a turn runs.
  const refusal = (): FaultError | null => (workspace !== null && !isTrusted() ? restricted() : null)

  function opened(changes: boolean): { workspace: Workspace; edits: EditLog } {
    if (workspace === null || edits === null) throw noWorkspace()
    const refused = changes ? refusal() : null
    if (refused) throw refused
    return { workspace, edits }
  }

  return {
    root: workspace?.root ?? null,
    refusal: () => refusal()?.fault ?? null,
    approvalFor(tool, args) {
      try {
        const checked = checkedArgs(tool, args)
        if (!tool.approval) return { ok: true, value: null }
        const {
          workspace: { root },
          edits: log,
        } = opened(true)
        return { ok: true, value: tool.approval(checked, { root, edits: log }) }
      } catch (error) {
        return failureOf(error)
      }
    },
    async run(tool, args, { id, signal, show = () => {} }) {
      try {
        const context = { ...opened(tool.approval !== undefined), signal, show }
        const checked = checkedArgs(tool, args)
        const value = await tool.run(checked, context)
        const content = tool.artifact?.(value, checked) ?? null
        return { ok: true, value, artifact: content && ({ ...content, id } as Artifact) }
      } catch (error) {
        const failure: ToolFailure = signal?.aborted
          ? { ok: false, message: 'Stopped before it was done.' }
          : failureOf(error)
        return { ...failure, artifact: failureArtifact(tool, args as Record<string, unknown>, failure, id) }
      }
    },
    look: (use) => attempt(() => use(opened(false).workspace)),
    act: (use) => attempt(() => use(opened(true))),
    plan: (...args) => attempt(() => opened(true).edits.plan(...args)),
    lastEdit: () => edits?.last() ?? null,
    revertHunk: (...args) => attempt(() => opened(true).edits.revertHunk(...args)),
    restoreHunk: (...args) => attempt(() => opened(true).edits.restoreHunk(...args)),
  }
}

async function attempt<T>(use: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await use() }
  } catch (error) {
    return failureOf(error)
  }
}

function checkedArgs<A, R>(tool: RunnableTool<A, R>, args: A): A {
  const checked = tool.args.safeParse(args)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new FaultError(
    'bad_request',
    `${tool.name} cannot run with these arguments: ${issue?.path.join('.')}: ${issue?.message}`,
    'Ask in another way.',
  )
}

function failureOf(error: unknown): ToolFailure {
  if (error instanceof FaultError) {
    const { fault } = error
    // The sentence and the remedy explain a known failure; a stack would not.
    return { ok: false, message: `${fault.message} ${fault.remedy}`, fault }
  }
  if (!(error instanceof Error)) return { ok: false, message: String(error) }
  return { ok: false, message: error.message, ...(error.stack !== undefined && { stack: error.stack }) }
}

const restricted = (): FaultError =>
  new FaultError(
    'folder_restricted',
    'This folder is restricted: Parley does not change its files or run commands.',
    'Trust the folder in Parley’s window, then ask again.',
  )

const noWorkspace = (): FaultError =>
  new FaultError('no_workspace', 'No folder is open.', 'Open a folder first, then ask again.')
