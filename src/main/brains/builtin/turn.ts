// What a handler has in its hands while it answers one request.
import type { AbortSignalLike, ToolOutcome, WorkspaceTools } from '../../../core/ports.ts'

export interface Turn {
  tools: WorkspaceTools
  /**
   * Uses a tool, telling of it before and after. Throws once the person has interrupted, so that no handler
   * goes on after that and none has to ask.
   */
  use(
    name: string,
    args: Record<string, unknown>,
    run: (signal: AbortSignalLike) => Promise<ToolOutcome>,
  ): Promise<ToolOutcome>
}
