// The gateway's questions before a command runs, and the answers it takes.
import { approval, type Approval, type ApprovalDecision } from '../../shared/conversation.ts'
import type { GatewayApprovalRequest } from '../../shared/wire/openclaw-gateway.ts'
import { commandWarning } from '../replies/command-warning.ts'

const WORDS: Readonly<Record<string, ApprovalDecision>> = {
  'allow-once': 'allow',
  'allow-always': 'always',
  deny: 'deny',
}

/** The card for it; null where the command is too long to be shown whole, and must not be allowed unseen. */
export function approvalOf({ id, request, expiresAtMs }: GatewayApprovalRequest): Approval | null {
  const { command, cwd, warningText, commandAnalysis, allowedDecisions } = request
  const warnings = [
    warningText ?? '',
    ...(commandAnalysis?.warningLines ?? []),
    ...(commandAnalysis?.riskKinds ?? []).map((risk) => `Risk: ${risk.replaceAll(/[-_]/g, ' ')}.`),
    commandWarning(command) ?? '',
  ].filter((line) => line !== '')
  const decisions = (allowedDecisions ?? ['allow-once', 'deny']).flatMap((word) => WORDS[word] ?? [])
  const asked = approval.safeParse({
    id,
    kind: 'command',
    title: 'OpenClaw wants to run a command',
    action: command,
    decisions,
    ...(cwd && { folder: cwd }),
    ...(warnings.length > 0 && { warning: [...new Set(warnings)].join(' ').slice(0, 2000) }),
    ...(expiresAtMs !== undefined && { expiresAt: expiresAtMs }),
  })
  return asked.success ? asked.data : null
}

/** The gateway's word for an answer; "always" is only once where it does not take always. */
export function gatewayDecision(decision: ApprovalDecision, offered: Approval['decisions']): string {
  if (decision === 'deny') return 'deny'
  return decision === 'always' && offered?.includes('always') ? 'allow-always' : 'allow-once'
}

/** What was decided elsewhere, in our words. */
export const decisionTold = (word: string | null): ApprovalDecision | 'lapsed' =>
  WORDS[word ?? ''] ?? 'lapsed'
