// Failure as an outcome: what a tool could not do is told, never thrown.
import type { AbortSignalLike, ToolOutput } from '../../core/ports.ts'
import type { Workspace } from '../../core/workspace.ts'
import type { ToolResult } from '../../core/workspace-tools.ts'
import { FaultError } from '../../shared/errors.ts'

type Failure = Exclude<ToolResult<never>, { ok: true }>

export type Attempt = <T>(
  signal: AbortSignalLike | undefined,
  use: (workspace: Workspace) => Promise<{ output: ToolOutput; value: T }>,
) => Promise<ToolResult<T>>

/** A null workspace is one that nobody has opened yet: every tool says so. */
export function attemptWith(workspace: Workspace | null): Attempt {
  return async (signal, use) => {
    try {
      if (workspace === null) throw noWorkspace()
      return { ok: true, ...(await use(workspace)) }
    } catch (error) {
      return signal?.aborted ? { ok: false, message: 'Stopped before it was done.' } : failureOf(error)
    }
  }
}

/** Without the value, for tools that have none beside their output. */
export function plainOutcome(result: ToolResult<unknown>): { ok: true; output: ToolOutput } | Failure {
  return result.ok ? { ok: true, output: result.output } : result
}

export function failureOf(error: unknown): Failure {
  if (error instanceof FaultError) {
    const { fault } = error
    // A known failure is told by its sentence and its remedy; a stack would say nothing to anybody.
    return { ok: false, message: `${fault.message} ${fault.remedy}`, fault }
  }
  const message = error instanceof Error ? error.message : String(error)
  return {
    ok: false,
    message,
    ...(error instanceof Error && error.stack !== undefined && { stack: error.stack }),
  }
}

const noWorkspace = (): FaultError =>
  new FaultError('no_workspace', 'No folder is open.', 'Open a folder first, then ask again.')
