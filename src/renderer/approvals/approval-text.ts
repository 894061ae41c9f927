// The text of an approval card, and its keys.
import { howToAnswer, sampleAnswer } from '../../core/conversation/approvals/approval-question.ts'
import { choiceDecision, isOffered } from '../../core/conversation/approvals/offered-decisions.ts'
import type { Approval, ApprovalDecision } from '../../shared/conversation.ts'

/** How long the user can still answer; null if there is no limit. */
export function timeLeft(expiresAt: number | undefined, now: number): string | null {
  if (expiresAt === undefined) return null
  const seconds = Math.max(0, Math.ceil((expiresAt - now) / 1000))
  if (seconds === 0) return 'Time is up'
  if (seconds < 60) return `${seconds} s left`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s left`
}

const always: Record<Approval['kind'], string> = {
  edit: 'Always allow edits in this session',
  command: 'Always allow commands in this session',
  question: 'Always answer so',
}

/** What "always" allows: other agents may mean less by it than the built-in one. */
export const alwaysLabel = ({ kind, alwaysMeans }: Approval): string => alwaysMeans ?? always[kind]

export const allowLabel: Record<Approval['kind'], string> = {
  edit: 'Make the change',
  command: 'Run it',
  question: 'Yes',
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

/** How to answer a card by voice. A plain yes or no answers only the first; a guest's card, only if it is the only one. */
export function answerLabel(approval: Approval, number: number, count: number): string {
  if (number === 1 && (count === 1 || approval.source === undefined)) return howToAnswer(approval)
  const ordinal = ordinals[number - 1]
  if (ordinal === undefined) return ''
  const yes = approval.choices ? `${sampleAnswer(approval.choices)} to` : 'allow'
  return `Say “${yes} the ${ordinal}” or “no to the ${ordinal}”.`
}

/** The answer that a key gives while the card has the focus; null for other keys. */
export function decisionForKey(approval: Approval, key: string, onCard: boolean): ApprovalDecision | null {
  if (key === 'Escape') return 'deny'
  if (approval.choices) {
    const at = /^[1-9]$/.test(key) ? Number(key) - 1 : approval.choices.length
    return at < approval.choices.length ? choiceDecision(at) : null
  }
  if (key === 'n') return 'deny'
  const meansYes = key === 'y' || (key === 'Enter' && onCard)
  return meansYes && isOffered(approval, 'allow') ? 'allow' : null
}
