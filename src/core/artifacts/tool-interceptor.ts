// Publishes what tools do: a status before a tool runs, its artifact afterwards.
import type { Artifact } from '../../shared/artifacts.ts'
import type { ConversationEvent } from '../../shared/conversation.ts'
import type { ToolCall } from '../ports/brain.ts'
import { isTaskSummary } from '../tools/change-files.ts'
import { toolRegistry, type ToolRegistry } from '../tools/registry.ts'
import { filledField, PATH_KEYS } from './tool-fields.ts'

export interface ToolInterceptorDeps {
  emit(event: ConversationEvent): void
  now(): number
  /** Called when something cannot be published. The tool itself never fails for that. */
  onError?(error: unknown): void
  registry?: ToolRegistry
}

export interface ToolInterceptor {
  /** Call it before the tool runs. */
  started(turnId: string, call: ToolCall): void
  ended(turnId: string, artifact: Artifact | null): void
  /** The brain says what it is doing without a tool. */
  thinking(turnId: string, detail: string): void
}

export function createToolInterceptor({
  emit,
  now,
  onError,
  registry = toolRegistry,
}: ToolInterceptorDeps): ToolInterceptor {
  /** Publishing never fails the tool: whether somebody watches must make no difference to the work. */
  function publish(makeEvent: () => ConversationEvent | null): void {
    try {
      const event = makeEvent()
      if (event) emit(event)
    } catch (error) {
      try {
        onError?.(error)
      } catch {
        // Reporting the failure failed too. There is nobody left to tell.
      }
    }
  }

  return {
    started(turnId, call) {
      publish(() => ({
        type: 'status.changed',
        turnId,
        ...registry.statusOf(call),
        tool: call.name,
        ...(call.title !== undefined && { spoken: call.title }),
        startedAt: now(),
      }))
    },
    ended(turnId, artifact) {
      publish(() => artifact && { type: 'artifact.created', turnId, artifact })
    },
    thinking(turnId, detail) {
      publish(() => ({ type: 'status.changed', turnId, action: 'thinking', detail, startedAt: now() }))
    },
  }
}

/**
 * A file to show as a whole after a tool changed it, though the tool did not say what it now contains: the task summary
 * is shown as a page whenever it is updated.
 */
export function fileToShow(call: ToolCall, artifact: Artifact | null): string | null {
  const path = filledField(call.args, PATH_KEYS)
  if (path === undefined || !isTaskSummary(path)) return null
  if (artifact?.kind === 'markdown' || artifact?.kind === 'error') return null
  return toolRegistry.statusOf(call).action === 'editing_file' ? path : null
}
