// How an approval is requested, answered and settled in a conversation.
import type { Approval, ApprovalDecision } from '../../../shared/conversation.ts'
import { record, unchanged, type ConversationState, type ConversationStep } from '../conversation-state.ts'
import { announcement, expired, questionInRoom } from './approval-question.ts'
import { askAgain, type AnswerJudgement } from './judge-answer.ts'
import { isOffered } from './offered-decisions.ts'
import { isOwn, openApproval, type OpenApproval } from './open-approvals.ts'

const find = ({ pending }: ConversationState, approvalId: string): OpenApproval | undefined =>
  pending.find(({ approval }) => approval.id === approvalId)

/** A brain may repeat a request, as after a lost connection. */
export function requestApproval(
  state: ConversationState,
  turnId: string,
  approval: Approval,
): ConversationStep {
  if (find(state, approval.id)) return unchanged(state)
  const pending = [...state.pending, openApproval(approval, turnId)]
  return {
    state: { ...state, pending },
    effects: [
      record({ type: 'approval.requested', turnId, approval }),
      { type: 'announce', ...questionInRoom(approval, pending.length) },
    ],
  }
}

export function answerApproval(
  state: ConversationState,
  approvalId: string,
  wanted: ApprovalDecision,
): ConversationStep {
  const open = find(state, approvalId)
  if (!open || (isOwn(open) && state.phase.tag === 'idle')) return unchanged(state)
  const { approval } = open
  // An "always" that is not offered counts as a yes. A yes that is not offered never becomes an "always".
  const decision = wanted === 'always' && !isOffered(approval, 'always') ? 'allow' : wanted
  if (decision !== 'deny' && !isOffered(approval, decision)) return unchanged(state)
  const { state: next, effects } = settle(state, open, decision)
  const [settled, ...announced] = effects
  const type = isOwn(open) ? 'brain.answer' : 'guest.answer'
  return { state: next, effects: [settled!, { type, approvalId, decision }, ...announced] }
}

/** Removes an approval from the list. If another one comes to the front, Parley asks that one. */
function settle(
  state: ConversationState,
  { approval: { id }, turnId }: OpenApproval,
  decision: ApprovalDecision | 'lapsed',
): ConversationStep {
  const pending = state.pending.filter(({ approval }) => approval.id !== id)
  const front = pending[0]
  const isNew = front !== undefined && front.approval.id !== state.pending[0]?.approval.id
  return {
    state: { ...state, pending },
    effects: [
      record({ type: 'approval.settled', turnId, approvalId: id, decision }),
      ...(isNew ? [{ type: 'announce', ...questionInRoom(front.approval, 1) } as const] : []),
    ],
  }
}

/** An approval was settled elsewhere, or nobody answered it in time. */
export function settleApproval(
  state: ConversationState,
  approvalId: string,
  decision: ApprovalDecision | 'lapsed',
): ConversationStep {
  const open = find(state, approvalId)
  return open ? settle(state, open, decision) : unchanged(state)
}

/** As `settleApproval`, for the brain that asked: Parley says so when nobody answered in time. */
export function settleByBrain(
  state: ConversationState,
  approvalId: string,
  decision: ApprovalDecision | 'lapsed',
): ConversationStep {
  const open = find(state, approvalId)
  const step = settleApproval(state, approvalId, decision)
  if (!open || decision !== 'lapsed') return step
  const [settled, ...announced] = step.effects
  return {
    ...step,
    effects: [settled!, { type: 'announce', ...announcement(expired(open.approval)) }, ...announced],
  }
}

/** Null where the text is no answer. An answer that does not count changes nothing; Parley asks again. */
export function answerByText(state: ConversationState, judgement: AnswerJudgement): ConversationStep | null {
  switch (judgement.tag) {
    case 'no answer':
      return null
    case 'answer':
      return answerApproval(state, judgement.approvalId, judgement.decision)
    case 'not counted': {
      const { asked, because, among } = judgement
      if (because === 'not allowed' && asked.refusalSaid) return unchanged(state)
      const marked = because === 'not allowed' ? { ...asked, refusalSaid: true } : asked
      return {
        state: { ...state, pending: state.pending.map((one) => (one === asked ? marked : one)) },
        effects: [{ type: 'announce', ...announcement(askAgain(because, asked, among)) }],
      }
    }
  }
}
