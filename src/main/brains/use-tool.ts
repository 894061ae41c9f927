// Uses a tool in a run: approval, status, result, artifact.
import { artifactId } from '../../core/artifacts/artifact-id.ts'
import type { BrainEvent } from '../../core/ports/brain.ts'
import type { ApprovalRequest, ArtifactContent, RunnableTool } from '../../core/tools/tool.ts'
import type { Toolbox } from '../../core/tools/toolbox.ts'
import type { Artifact } from '../../shared/artifacts.ts'
import type { Fault } from '../../shared/errors.ts'

export type Used<T> =
  | { ok: true; value: T }
  /** `denied`: the user did not approve it; `message`: why it failed. */
  | { ok: false; denied: boolean; fault?: Fault | undefined; message?: string | undefined }

export interface UseOptions<R = unknown> {
  hide?: 'artifact' | 'all'
  /** It undoes what the user did without an approval, so it needs none either. */
  isApproved?: boolean
  /** Shows the artifact only of such a result. */
  showIf?(result: R): boolean
}

export interface ToolRun {
  runId: string
  tools: Toolbox
  signal: AbortSignal
  newId(): string
  emit(event: BrainEvent): void
  /** Resolves with false if the user says no. */
  approve(request: ApprovalRequest): Promise<boolean>
  onArtifact(artifact: Artifact): void
}

export async function useTool<A, R>(
  { runId, tools, signal, newId, emit, approve, onArtifact }: ToolRun,
  tool: RunnableTool<A, R>,
  args: A,
  { hide, showIf, isApproved = false }: UseOptions<R> = {},
): Promise<Used<R>> {
  signal.throwIfAborted()
  // An approval that could not be carried out would mislead, so a refusal comes first.
  const approval = tools.approvalFor(tool, args)
  if (!approval.ok) return { ok: false, denied: false, fault: approval.fault, message: approval.message }
  if (approval.value && !isApproved && !(await approve(approval.value))) return { ok: false, denied: true }

  const callId = newId()
  const call = { callId, name: tool.name, args: args as Record<string, unknown> }
  if (hide !== 'all') emit({ type: 'tool.started', runId, call })
  const live = createLiveArtifacts((content, key) => {
    if (signal.aborted || hide) return
    const id = artifactId(runId, key === undefined ? callId : `${callId}:${key}`)
    const artifact = { ...content, id } as Artifact
    onArtifact(artifact)
    emit({ type: 'artifact.made', runId, artifact })
  })
  const outcome = await tools
    .run(tool, args, { id: artifactId(runId, callId), signal, show: live.show })
    .finally(live.end)
  signal.throwIfAborted()
  if (hide !== 'all') {
    const isHidden = outcome.ok && (hide !== undefined || showIf?.(outcome.value) === false)
    const artifact = isHidden || isEmpty(outcome.artifact) ? null : outcome.artifact
    if (artifact) onArtifact(artifact)
    emit({ type: 'tool.ended', runId, call, artifact })
  }
  return outcome.ok
    ? { ok: true, value: outcome.value }
    : { ok: false, denied: false, fault: outcome.fault, message: outcome.message }
}

/** The reply says that nothing was found; an empty list would only hide what the user looks at. */
const isEmpty = (artifact: Artifact | null): boolean =>
  artifact?.kind === 'search_results' && artifact.results.length === 0

const FIRST_MS = 400
const EVERY_MS = 500

/**
 * Limits how often a running tool shows its part: at most twice a second. A part that the final artifact replaces appears
 * only if the tool is slow; one with its own key appears at once, and its last version always appears.
 */
function createLiveArtifacts(show: (content: ArtifactContent, key?: string) => void) {
  let pending: (() => void) | null = null
  let hasKey = false
  let timer: NodeJS.Timeout | null = null

  function flush(): void {
    timer = null
    if (!pending) return
    pending()
    pending = null
    wait(EVERY_MS)
  }

  function wait(ms: number): void {
    timer = setTimeout(flush, ms)
    timer.unref()
  }

  return {
    show(makeContent: () => ArtifactContent, key?: string): void {
      pending = () => show(makeContent(), key)
      hasKey = key !== undefined
      if (timer !== null) return
      if (hasKey) flush()
      else wait(FIRST_MS)
    },
    end(): void {
      if (timer !== null) clearTimeout(timer)
      timer = null
      if (hasKey) pending?.()
      pending = null
    },
  }
}
