// The gateway's approvals before a command runs, and the answers it accepts.
import { approval, type Approval, type ApprovalDecision } from '../../../shared/conversation.ts'
import type { GatewayApprovalRequest } from '../../../shared/wire/openclaw-gateway.ts'
import { commandWarning } from '../../understanding/replies/command-warning.ts'

const DECISIONS: Readonly<Record<string, ApprovalDecision>> = {
  'allow-once': 'allow',
  'allow-always': 'always',
  deny: 'deny',
}

/** The gateway adds the command to its list of allowed commands. */
const ALWAYS_MEANS = 'Always allow this exact command in this folder'

/** Null if the command is too long to show in full: it must not be approved unseen. */
export function approvalOf({ id, request, expiresAtMs }: GatewayApprovalRequest): Approval | null {
  const { command, cwd, warningText, commandAnalysis, allowedDecisions } = request
  const warnings = [
    warningText ?? '',
    ...(commandAnalysis?.warningLines ?? []),
    ...(commandAnalysis?.riskKinds ?? []).map((risk) => `Risk: ${risk.replaceAll(/[-_]/g, ' ')}.`),
    commandWarning(command) ?? '',
  ].filter((line) => line !== '')
  const offered = (allowedDecisions ?? ['allow-once']).flatMap((word) => DECISIONS[word] ?? [])
  // The user can always deny.
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

/** The gateway's word for an answer. "Always" becomes "once" if the gateway does not offer it. Null if it offers neither. */
export function gatewayDecision(decision: ApprovalDecision, offered: Approval['decisions']): string | null {
  if (decision === 'deny') return 'deny'
  if (decision !== 'allow' && decision !== 'always') return null
  if (decision === 'always' && offered?.includes('always')) return 'allow-always'
  return offered?.includes('allow') === false ? null : 'allow-once'
}

/** What was decided elsewhere, as Parley's decision. */
export const approvalDecision = (word: string | null): ApprovalDecision | 'lapsed' =>
  DECISIONS[word ?? ''] ?? 'lapsed'
