// The gateway's questions before a command runs, and the answers it takes.
import { approval, type Approval, type ApprovalDecision } from '../../shared/conversation.ts'
import type { GatewayApprovalRequest } from '../../shared/wire/openclaw-gateway.ts'
import { commandWarning } from '../replies/command-warning.ts'

const WORDS: Readonly<Record<string, ApprovalDecision>> = {
  'allow-once': 'allow',
  'allow-always': 'always',
  deny: 'deny',
}

/** The gateway keeps a list of commands, and this one is put on it. */
const ALWAYS_MEANS = 'Always allow this exact command in this folder'

/** The card for it; null where the command is too long to be shown whole, and must not be allowed unseen. */
export function approvalOf({ id, request, expiresAtMs }: GatewayApprovalRequest): Approval | null {
  const { command, cwd, warningText, commandAnalysis, allowedDecisions } = request
  const warnings = [
    warningText ?? '',
    ...(commandAnalysis?.warningLines ?? []),
    ...(commandAnalysis?.riskKinds ?? []).map((risk) => `Risk: ${risk.replaceAll(/[-_]/g, ' ')}.`),
    commandWarning(command) ?? '',
  ].filter((line) => line !== '')
  const offered = (allowedDecisions ?? ['allow-once']).flatMap((word) => WORDS[word] ?? [])
  // A no is always there to be said.
  const decisions = [...new Set<ApprovalDecision>([...offered, 'deny'])]
  const asked = approval.safeParse({
    id,
    kind: 'command',
    title: 'OpenClaw wants to run a command',
    action: command,
    decisions,
    ...(decisions.includes('always') && { alwaysMeans: ALWAYS_MEANS }),
    ...(cwd && { folder: cwd }),
    ...(warnings.length > 0 && { warning: [...new Set(warnings)].join(' ').slice(0, 2000) }),
    ...(expiresAtMs !== undefined && { expiresAt: expiresAtMs }),
  })
  return asked.success ? asked.data : null
}

/** The gateway's word for an answer; "always" is only once where it does not take always. Null where it takes neither. */
export function gatewayDecision(decision: ApprovalDecision, offered: Approval['decisions']): string | null {
  if (decision === 'deny') return 'deny'
  if (decision === 'always' && offered?.includes('always')) return 'allow-always'
  return offered?.includes('allow') === false ? null : 'allow-once'
}

/** What was decided elsewhere, in our words. */
export const decisionTold = (word: string | null): ApprovalDecision | 'lapsed' =>
  WORDS[word ?? ''] ?? 'lapsed'
