// Approvals of runs that Parley itself performs: asked once, answered or withdrawn once.
import type { BrainEvent } from '../../core/ports/brain.ts'
import type { Approval, ApprovalDecision } from '../../shared/conversation.ts'

export interface OpenApprovals {
  /** Asks, and resolves with the answer. Rejects when the run is stopped. */
  ask(runId: string, approval: Approval, signal: AbortSignal): Promise<ApprovalDecision>
  /** Ignored for an approval that is not open any more, and for an answer that does not fit. */
  answer(approvalId: string, decision: ApprovalDecision): void
  isWaiting(runId: string): boolean
}

export function createOpenApprovals(emit: (event: BrainEvent) => void): OpenApprovals {
  const open = new Map<
    string,
    { runId: string; isQuestion: boolean; settle(decision: ApprovalDecision): void }
  >()
  return {
    ask: (runId, approval, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const onAbort = (): void => {
          open.delete(approval.id)
          reject(new Error('Interrupted while waiting for an approval.'))
        }
        signal.addEventListener('abort', onAbort, { once: true })
        open.set(approval.id, {
          runId,
          isQuestion: approval.choices !== undefined,
          settle(decision) {
            open.delete(approval.id)
            signal.removeEventListener('abort', onAbort)
            resolve(decision)
          },
        })
        emit({ type: 'approval.requested', runId, approval })
      }),
    answer(approvalId, decision) {
      const asked = open.get(approvalId)
      // A choice answers only a question, and a question only a choice or a no.
      const answersQuestion = decision.startsWith('choice:') || decision === 'deny'
      if (asked && (asked.isQuestion ? answersQuestion : !decision.startsWith('choice:')))
        asked.settle(decision)
    },
    isWaiting: (runId) => [...open.values()].some((one) => one.runId === runId),
  }
}
