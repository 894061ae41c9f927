// A conversation with the built-in brain over a real folder, as the user hears and sees it: one brain, one request after
// the other, with the approvals of the test.
import { randomUUID } from 'node:crypto'
import { createToolInterceptor } from '../../src/core/artifacts/tool-interceptor.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import type { ParticipantRole } from '../../src/shared/authorization.ts'
import type { Artifact, ArtifactKind, ArtifactOf } from '../../src/shared/artifacts.ts'
import {
  type Approval,
  approval as approvalSchema,
  type ApprovalDecision,
  conversationEvent,
  type ConversationEvent,
  type ViewContext,
} from '../../src/shared/conversation.ts'
import { waitingForIndex } from '../wait-for-index.ts'

export interface Heard {
  said: string
  /** Every version of every artifact, in order. */
  artifacts: Artifact[]
  /** The last artifact, which must be of this kind. */
  artifact<K extends ArtifactKind>(kind: K): ArtifactOf<K>
  statuses: string[]
  approvals: Approval[]
  views: { action: string; line?: number }[]
  outcome: string
}

export interface AskOptions {
  view?: ViewContext
  /** The decision on every approval; without it, none is given. */
  answer?: ApprovalDecision
  askedBy?: ParticipantRole
  onArtifact?(artifact: Artifact): void
  onApproval?(approval: Approval): void
}

/** The options hold for every request that has none of its own. */
export async function startConversation(path: string, always: AskOptions = {}) {
  const workspace: Workspace = waitingForIndex(await openWorkspace(path))
  const tools = createToolbox(workspace, () => true)
  const brain = createBuiltinBrain({ tools, newId: randomUUID })
  let runs = 0

  async function ask(text: string, given: AskOptions = {}): Promise<Heard> {
    const options = { ...always, ...given }
    const runId = `run-${++runs}`
    const heard: Heard = {
      said: '',
      artifacts: [],
      artifact(kind) {
        const last = heard.artifacts.at(-1)
        if (last?.kind !== kind) throw new Error(`not a ${kind} but ${JSON.stringify(last)?.slice(0, 500)}`)
        return last as never
      },
      statuses: [],
      approvals: [],
      views: [],
      outcome: '',
    }
    const show = (event: ConversationEvent): void => {
      conversationEvent.parse(event)
      if (event.type === 'status.changed') heard.statuses.push(event.action)
      if (event.type !== 'artifact.created') return
      heard.artifacts.push(event.artifact)
      options.onArtifact?.(event.artifact)
    }
    const interceptor = createToolInterceptor({ emit: show, now: () => 1 })
    const over = new Promise<void>((resolve) => {
      const unsubscribe = brain.onEvent((event) => {
        if (event.runId !== runId) return
        switch (event.type) {
          case 'text.appended':
            heard.said += event.delta
            break
          case 'tool.started':
            interceptor.started(runId, event.call)
            break
          case 'tool.ended':
            interceptor.ended(runId, event.artifact)
            break
          case 'artifact.made':
            show({ type: 'artifact.created', turnId: runId, artifact: event.artifact })
            break
          case 'approval.requested':
            heard.approvals.push(approvalSchema.parse(event.approval))
            options.onApproval?.(event.approval)
            if (options.answer) brain.answerApproval(event.approval.id, options.answer)
            break
          case 'approval.settled':
          // The built-in brain never does these.
          case 'text.replaced':
          case 'status.told':
          case 'run.adopted':
          case 'steer.refused':
          case 'abort.refused':
          case 'thought.appended':
          case 'notice.told':
          case 'lines.pointed':
            break
          case 'view.requested':
            heard.views.push({ action: event.action, ...(event.line !== undefined && { line: event.line }) })
            break
          case 'run.ended':
          case 'run.failed':
            heard.outcome = event.type === 'run.ended' ? event.outcome : event.fault.message
            unsubscribe()
            resolve()
        }
      })
    })
    const { view, askedBy } = options
    brain.ask({ runId, text, ...(askedBy && { askedBy }), ...(view && { view }) })
    await over
    return heard
  }

  return {
    ask,
    brain,
    tools,
    workspace,
    /** Interrupts the last request. */
    stop: () => brain.abort(`run-${runs}`),
    async close() {
      await brain.close()
      await workspace.close()
    },
  }
}
