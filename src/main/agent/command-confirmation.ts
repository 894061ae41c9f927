// What a window shows after a spoken command.
import { truncate } from '../../base/truncate.ts'
import type { AnswerJudgement, NotCounted } from '../../core/conversation/approvals/judge-answer.ts'
import { commandDone } from '../../core/commands/match-command.ts'
import type { ApprovalDecision } from '../../shared/conversation.ts'
import type { CommandAction } from '../../core/commands/spoken-command.ts'

const decisions: Partial<Record<ApprovalDecision, string>> = {
  allow: 'Allowed',
  always: 'Allowed from now on',
  deny: 'Denied',
}

/** A confirmation is short; the card showed the whole choice. */
const MAX_CHOICE = 80

const notCounted: Record<NotCounted, string> = {
  'not allowed': 'Not counted: only the owner can approve this',
  'too early': 'Not counted: it came before the question',
  'own voice': 'Not counted: it may have been my own voice',
  vague: 'Not counted: this needs a clear answer',
  'which one': 'Not counted: say which question you mean',
  'too long': 'Not counted: it is too long to read aloud, so answer in the owner’s window',
  unclear: 'Not counted: say which answer you mean',
}

export function answerConfirmation(judgement: Exclude<AnswerJudgement, { tag: 'no answer' }>): string {
  if (judgement.tag === 'not counted') return notCounted[judgement.because]
  const { decision, chose } = judgement
  if (chose === null) return 'Chose none of these'
  return chose === undefined ? (decisions[decision] ?? 'Answered') : `Chose ${truncate(chose, MAX_CHOICE)}`
}

export const commandConfirmation = (
  action: Exclude<CommandAction, { type: 'approval.answer' | 'review.say' }>,
): string => (action.type === 'tab.ask' ? 'Which tab?' : commandDone(action))
