// What the tools of one request work with: Parley's own tools, with their approvals, and the user.
import { choiceDecision } from '../../../core/conversation/approvals/offered-decisions.ts'
import { ToolRefusal, type Hands } from '../../../core/model/model-tools.ts'
import type { BrainEvent, BrainRequest } from '../../../core/ports/brain.ts'
import type { ApprovalRequest } from '../../../core/tools/tool.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import type { Approval, ApprovalDecision } from '../../../shared/conversation.ts'
import { useTool } from '../use-tool.ts'
import type { AlwaysRules } from './always-rules.ts'

interface Deps {
  request: BrainRequest
  tools: Toolbox
  signal: AbortSignal
  rules: AlwaysRules
  newId(): string
  emit(event: BrainEvent): void
  requestApproval(approval: Approval): Promise<ApprovalDecision>
}

export function createHands({
  request: { runId, askedBy },
  tools,
  signal,
  rules,
  newId,
  emit,
  requestApproval,
}: Deps): Hands {
  async function approve(wanted: ApprovalRequest): Promise<boolean> {
    // A warning asks each time. The owner's "always" does not hold for a request of another participant.
    if (askedBy !== 'participant' && rules.allows(wanted)) return true
    const means = askedBy === 'participant' ? null : rules.meaning(wanted)
    const decision = await requestApproval({
      ...wanted,
      id: newId(),
      ...(means === null ? { decisions: ['allow', 'deny'] } : { alwaysMeans: means }),
    })
    if (decision === 'always' && means !== null) rules.add(wanted)
    return decision !== 'deny'
  }

  return {
    use: async (tool, args, options) => {
      const used = await useTool(
        { runId, tools, signal, newId, emit, approve, onArtifact: () => {} },
        tool,
        args,
        options,
      )
      return used.ok ? used : { ok: false, denied: used.denied, message: used.message ?? 'It failed.' }
    },
    async plan(path, change) {
      const planned = await tools.plan(path, change)
      signal.throwIfAborted()
      return planned.ok ? planned : { ok: false, denied: false, message: planned.message }
    },
    lastEdit: () => tools.lastEdit(),
    async ask(question, choices) {
      if (askedBy === 'participant')
        throw new ToolRefusal('This participant cannot choose here. Ask in words at the end of your reply.')
      const decision = await requestApproval({
        id: newId(),
        kind: 'question',
        title: question,
        action: question,
        choices: [...choices],
      })
      return choices.find((_, at) => choiceDecision(at) === decision) ?? null
    },
    point: (lines) => emit({ type: 'lines.pointed', runId, ...lines }),
  }
}
