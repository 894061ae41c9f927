// Stands between a tool and those who watch: says what it is about to do, then shows what came of it.
import type { ConversationEvent } from '../../shared/conversation.ts'
import type { ToolCall, ToolOutcome } from '../ports.ts'
import { artifactOfTool } from './artifact-of-tool.ts'
import { actionOfTool, detailOfTool } from './tool-actions.ts'

export interface ToolInterceptorDeps {
  emit(event: ConversationEvent): void
  now(): number
  /** Hears of what could not be published; the tool never does. */
  onError?(error: unknown): void
}

export interface ToolInterceptor {
  /** To be called before the tool runs. */
  started(turnId: string, call: ToolCall): void
  ended(turnId: string, call: ToolCall, outcome: ToolOutcome): void
  /** The brain says what it is doing, and no tool is part of it. */
  told(turnId: string, detail: string): void
}

export function createToolInterceptor(deps: ToolInterceptorDeps): ToolInterceptor {
  /** Publishing never fails the tool: somebody watching, or not, must make no difference to the work. */
  function publish(makeEvent: () => ConversationEvent | null): void {
    try {
      const event = makeEvent()
      if (event) deps.emit(event)
    } catch (error) {
      try {
        deps.onError?.(error)
      } catch {
        // The one who hears of failures failed too. There is nobody left to tell.
      }
    }
  }

  return {
    started(turnId, call) {
      publish(() => {
        const detail = detailOfTool(call)
        return {
          type: 'status.changed',
          turnId,
          action: actionOfTool(call),
          ...(detail !== undefined && { detail }),
          tool: call.name,
          ...(call.title !== undefined && { spoken: call.title }),
          startedAt: deps.now(),
        }
      })
    },
    ended(turnId, call, outcome) {
      publish(() => {
        const artifact = artifactOfTool(turnId, call, outcome)
        return artifact && { type: 'artifact.created', turnId, artifact }
      })
    },
    told(turnId, detail) {
      publish(() => ({ type: 'status.changed', turnId, action: 'thinking', detail, startedAt: deps.now() }))
    },
  }
}
