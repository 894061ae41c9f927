// What the user allowed for the rest of the conversation.
import type { ApprovalRequest } from '../../../core/tools/tool.ts'
import type { BrainRule } from '../../../shared/brain-status.ts'
import type { ApprovalKind } from '../../../shared/conversation.ts'

const labels: Partial<Record<ApprovalKind, string>> = {
  edit: 'Edits in this conversation',
  command: 'Commands in this conversation',
}

export interface AlwaysRules {
  allows(wanted: ApprovalRequest): boolean
  add(kind: ApprovalKind): void
  revoke(id: string): void
  list(): BrainRule[]
}

export function createAlwaysRules(onChange: () => void): AlwaysRules {
  const kinds = new Set<ApprovalKind>()
  return {
    // One misheard word would be enough for something dangerous, so that is asked each time.
    allows: ({ kind, warning }) => warning === undefined && kinds.has(kind),
    add(kind) {
      if (labels[kind] === undefined || kinds.has(kind)) return
      kinds.add(kind)
      onChange()
    },
    revoke(id) {
      if (kinds.delete(id as ApprovalKind)) onChange()
    },
    list: () => [...kinds].map((kind) => ({ id: kind, label: labels[kind] ?? kind })),
  }
}
