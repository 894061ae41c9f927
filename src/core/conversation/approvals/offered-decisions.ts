// Which decisions an approval offers. A question offers its choices, and none of them; everything else, yes and no.
import { approvalDecisions, type Approval, type ApprovalDecision } from '../../../shared/conversation.ts'

const FIRST_CHOICE = approvalDecisions.indexOf('choice:1')

/** The decision for the choice at this index. There are never more choices than decisions. */
export const choiceDecision = (at: number): ApprovalDecision => approvalDecisions[FIRST_CHOICE + at] ?? 'deny'

/** The text of the choice that a decision stands for; null where it stands for none. */
export function chosenText({ choices }: Approval, decision: ApprovalDecision | 'lapsed'): string | null {
  if (decision === 'lapsed') return null
  return choices?.[approvalDecisions.indexOf(decision) - FIRST_CHOICE] ?? null
}

export function isOffered(approval: Approval, decision: ApprovalDecision): boolean {
  // The user can always refuse to choose.
  if (approval.choices && decision === 'deny') return true
  const isChoice = decision.startsWith('choice:')
  const exists = approval.choices ? chosenText(approval, decision) !== null : !isChoice
  return exists && approval.decisions?.includes(decision) !== false
}
