// What the user allowed for the rest of the conversation: edits, or one exact command.
import { truncate } from '../../../base/truncate.ts'
import type { ApprovalRequest } from '../../../core/tools/tool.ts'
import type { BrainRule } from '../../../shared/brain-status.ts'

interface RuleForm {
  /** The same for everything that the rule allows. */
  key: string
  label: string
  /** For the card. */
  means: string
}

export interface AlwaysRules {
  allows(wanted: ApprovalRequest): boolean
  /** What an "always" would allow; null if nothing. */
  meaning(wanted: ApprovalRequest): string | null
  add(wanted: ApprovalRequest): void
  revoke(id: string): void
  list(): BrainRule[]
}

const MAX_RULES = 100

export function createAlwaysRules(onChange: () => void): AlwaysRules {
  let rules: readonly (BrainRule & { key: string })[] = []
  let lastId = 0
  const has = (key: string): boolean => rules.some((rule) => rule.key === key)
  return {
    allows(wanted) {
      const form = formOf(wanted)
      return form !== null && has(form.key)
    },
    meaning: (wanted) => formOf(wanted)?.means ?? null,
    add(wanted) {
      const form = formOf(wanted)
      if (form === null || has(form.key)) return
      rules = [...rules, { id: `rule-${++lastId}`, label: form.label, key: form.key }].slice(-MAX_RULES)
      onChange()
    },
    revoke(id) {
      const left = rules.filter((rule) => rule.id !== id)
      if (left.length === rules.length) return
      rules = left
      onChange()
    },
    list: () => rules.map(({ id, label }) => ({ id, label })),
  }
}

/** One misheard word would be enough for something dangerous, so what has a warning is asked each time. */
function formOf({ kind, action, warning }: ApprovalRequest): RuleForm | null {
  if (warning !== undefined) return null
  if (kind === 'edit')
    return {
      key: 'edit',
      label: 'Edits in this conversation',
      means: 'Always allow edits in this conversation',
    }
  if (kind === 'command')
    return {
      key: `command ${action}`,
      label: truncate(`Running ${action}`, 200),
      means: 'Always allow this exact command in this conversation',
    }
  return null
}
