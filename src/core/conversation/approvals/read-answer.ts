// Reads a text as the answer to one approval: a choice where it is a question, otherwise yes, no or always.
import type { Approval, ApprovalDecision } from '../../../shared/conversation.ts'
import { approvalAnswer, isExplicitYes } from './approval-answer.ts'
import { choiceAnswer } from './choice-answer.ts'
import { choiceDecision } from './offered-decisions.ts'

export type ReadAnswer =
  /** `explicit`: it names the action or the choice, and so cannot be a nod or the answer to another approval. */
  | { tag: 'decision'; decision: ApprovalDecision; explicit: boolean }
  /** It may mean any of these choices, by their indexes. */
  | { tag: 'unclear'; among: readonly number[]; explicit: boolean }

/** Null where the text is no answer. */
export function readAnswer({ choices }: Approval, text: string): ReadAnswer | null {
  if (!choices) {
    const decision = approvalAnswer(text)
    return decision && { tag: 'decision', decision, explicit: isExplicitYes(text) }
  }
  const answer = choiceAnswer(text, choices)
  switch (answer?.tag) {
    case undefined:
      return null
    case 'none':
      return { tag: 'decision', decision: 'deny', explicit: false }
    case 'chosen':
      return { tag: 'decision', decision: choiceDecision(answer.at), explicit: answer.named }
    case 'unclear':
      return { tag: 'unclear', among: answer.among, explicit: answer.named }
  }
}
