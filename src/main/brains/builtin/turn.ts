// What a handler works with while it answers one request.
import { artifactId } from '../../../core/artifacts/artifact-id.ts'
import { choiceDecision } from '../../../core/conversation/approvals/offered-decisions.ts'
import type { BrainEvent, BrainRequest, RequestView } from '../../../core/ports/brain.ts'
import type { AbortSignalLike } from '../../../core/ports/clock.ts'
import type { Workspace } from '../../../core/ports/workspace.ts'
import type { ApprovalRequest, ArtifactContent, RunnableTool } from '../../../core/tools/tool.ts'
import type { Result, Toolbox } from '../../../core/tools/toolbox.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import type { Approval, ApprovalDecision, ViewAction } from '../../../shared/conversation.ts'
import type { DevServer } from './dev-server.ts'
import type { Dialogue } from './dialogue.ts'
import { type Used, type UseOptions, useTool } from '../use-tool.ts'

export interface Turn {
  tools: Toolbox
  /** What the user is looking at. */
  view: RequestView
  /** The project's server, if it was started. */
  server: DevServer
  /** What was said and shown before. */
  dialogue: Dialogue
  /**
   * Uses a tool: asks for approval if it needs one, shows its status, runs it and shows its artifact. `hide` leaves out
   * the artifact, or the status as well. Throws once the user has interrupted, so that no handler goes on after that.
   */
  use<A, R>(tool: RunnableTool<A, R>, args: A, options?: UseOptions<R>): Promise<Used<R>>
  /** Looks something up without a status. Throws once the user has interrupted. */
  look<T>(use: (workspace: Workspace, signal: AbortSignalLike) => Promise<T>): Promise<Result<T>>
  plan: Toolbox['plan']
  /** Shows an artifact; the same key replaces it. */
  show(content: ArtifactContent, key: string): void
  /** The owner asked for it. */
  isOwner: boolean
  /** Asks the window to do something with what it shows. */
  requestView(action: ViewAction, line?: number): void
  /** Shows choices with numbers and waits: the index of the one the user takes, or null for none. Null where nobody may choose. */
  choose: ((title: string, choices: readonly string[], details: string) => Promise<number | null>) | null
  /** Answers other words instead, in this turn. */
  answer(said: string): Promise<string>
  /** Nothing has the name that was understood: searches for what the whole request describes. Null if nothing fits. */
  searchInstead(): Promise<string | null>
  /** Interrupts all other runs. */
  stopOthers(): void
}

interface TurnDeps {
  signal: AbortSignal
  tools: Toolbox
  dialogue: Dialogue
  server: DevServer
  newId(): string
  emit(event: BrainEvent): void
  requestApproval(runId: string, approval: Approval, signal: AbortSignal): Promise<ApprovalDecision>
  answer(said: string, turn: Turn): Promise<string>
  searchInstead(said: string, turn: Turn): Promise<string | null>
  stopOthers(): void
}

export function createTurn(
  { runId, text, view = {}, askedBy }: BrainRequest,
  {
    signal,
    tools,
    dialogue,
    server,
    newId,
    emit,
    requestApproval,
    answer,
    searchInstead,
    stopOthers,
  }: TurnDeps,
): Turn {
  async function approve(request: ApprovalRequest): Promise<boolean> {
    // A warning asks each time: one misheard word would be enough. Nor does the owner's "always" hold for a request of
    // another participant.
    const always = askedBy !== 'participant' && dialogue.always.has(request.kind)
    if (always && request.warning === undefined) return true
    const decision = await requestApproval(runId, { ...request, id: newId() }, signal)
    if (decision === 'always') dialogue.always.add(request.kind)
    return decision !== 'deny'
  }
  const onArtifact = (artifact: Artifact): void => void (dialogue.shown = artifact)

  async function unlessAborted<T>(lookup: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const found = await lookup()
    signal.throwIfAborted()
    return found
  }

  const turn: Turn = {
    tools,
    view,
    dialogue,
    server,
    use: (tool, args, options) =>
      useTool({ runId, tools, signal, newId, emit, approve, onArtifact }, tool, args, options),
    look: (use) => unlessAborted(() => tools.look((workspace) => use(workspace, signal))),
    plan: (...args) => unlessAborted(() => tools.plan(...args)),
    show(content, key) {
      signal.throwIfAborted()
      const artifact = { ...content, id: artifactId(runId, key) } as Artifact
      onArtifact(artifact)
      emit({ type: 'artifact.made', runId, artifact })
    },
    isOwner: askedBy === 'owner',
    requestView(action, line) {
      signal.throwIfAborted()
      emit({ type: 'view.requested', runId, action, ...(line !== undefined && { line }) })
    },
    choose:
      askedBy !== 'owner'
        ? null
        : async (title, choices, details) => {
            const decision = await requestApproval(
              runId,
              { id: newId(), kind: 'question', title, action: details, choices: [...choices] },
              signal,
            )
            const at = choices.findIndex((_, index) => choiceDecision(index) === decision)
            return at < 0 ? null : at
          },
    answer: (said) => answer(said, turn),
    searchInstead: () => searchInstead(text, turn),
    stopOthers,
  }
  return turn
}
