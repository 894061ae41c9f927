// The owner at the desktop, who answers approvals of guests as the test says.
import type { AskOwner, OwnerAnswer } from '../../src/core/ports/guests.ts'
import type { Approval } from '../../src/shared/conversation.ts'

export interface FakeOwner {
  ask: AskOwner
  /** The open approvals, oldest first. */
  readonly asked: readonly Approval[]
  /** How each withdrawn approval ended. */
  readonly settled: readonly OwnerAnswer[]
  /** Resolves with the next approval, or an open one. */
  next(): Promise<Approval>
  answer(decision: OwnerAnswer): void
}

export function createFakeOwner(): FakeOwner {
  const waiting: { approval: Approval; answered(decision: OwnerAnswer): void }[] = []
  const settled: OwnerAnswer[] = []
  const listeners: ((approval: Approval) => void)[] = []
  return {
    get asked() {
      return waiting.map(({ approval }) => approval)
    },
    settled,
    ask(_, approval, answered) {
      const one = { approval, answered }
      waiting.push(one)
      for (const listener of listeners.splice(0)) listener(approval)
      return {
        settle(decision) {
          waiting.splice(waiting.indexOf(one), 1)
          settled.push(decision)
        },
      }
    },
    next: () =>
      new Promise((resolve) => {
        if (waiting[0]) resolve(waiting[0].approval)
        else listeners.push(resolve)
      }),
    answer: (decision) => waiting.shift()?.answered(decision),
  }
}
