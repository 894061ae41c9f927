// What a handler has in its hands while it answers one request.
import type { AbortSignalLike, ToolOutcome } from '../../../core/ports.ts'
import type { WorkspaceTools } from '../../../core/workspace-tools.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import type { Approval, ViewAction, ViewContext } from '../../../shared/conversation.ts'
import type { Dialogue } from './dialogue.ts'

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
export type MadeArtifact = WithoutId<Artifact>

export interface Turn {
  tools: WorkspaceTools
  /** What the person is looking at. */
  view: ViewContext
  /** What was said and shown before. */
  dialogue: Dialogue
  signal: AbortSignalLike
  /**
   * Uses a tool, telling of it before and after. Throws once the person has interrupted, so that no handler
   * goes on after that and none has to ask.
   */
  use<T extends ToolOutcome>(
    name: string,
    args: Record<string, unknown>,
    run: (signal: AbortSignalLike, callId: string) => Promise<T>,
  ): Promise<T>
  /** Looks something up without a word about it. Throws once the person has interrupted. */
  quietly<T>(look: (signal: AbortSignalLike) => Promise<T>): Promise<T>
  /** Asks before something is done, unless the person said always. False when it may not be done. */
  mayI(wanted: Omit<Approval, 'id'>): Promise<boolean>
  /** Shows something of the agent's own making; with the same key again, in its place. */
  show(artifact: MadeArtifact, key: string): void
  /** Asks the window to do something with what it shows. */
  wish(action: ViewAction, line?: number): void
  /** Ends whatever else is going on. */
  stopOthers(): void
}
