// Approvals that guests ask the owner for. The desktop shows them among its own; the answer goes back to the guest.
import type { ConversationInput } from '../../core/conversation/conversation-state.ts'
import type { AskOwner, OwnerAnswer } from '../../core/ports/guests.ts'

export interface GuestQuestions {
  ask: AskOwner
  answer(approvalId: string, decision: OwnerAnswer): void
  close(): void
}

export function createGuestQuestions(send: (input: ConversationInput) => void): GuestQuestions {
  const waiting = new Map<string, (decision: OwnerAnswer) => void>()

  function answer(approvalId: string, decision: OwnerAnswer): void {
    const answered = waiting.get(approvalId)
    waiting.delete(approvalId)
    answered?.(decision)
  }

  return {
    ask(turnId, approval, answered) {
      waiting.set(approval.id, answered)
      send({ type: 'guest.asked', turnId, approval })
      return {
        settle(decision) {
          if (waiting.delete(approval.id)) send({ type: 'guest.settled', approvalId: approval.id, decision })
        },
      }
    },
    answer,
    close() {
      for (const approvalId of waiting.keys()) {
        send({ type: 'guest.settled', approvalId, decision: 'lapsed' })
        answer(approvalId, 'lapsed')
      }
    },
  }
}
