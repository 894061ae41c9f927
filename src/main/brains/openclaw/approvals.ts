// The gateway's approvals, until they are answered, here or elsewhere, or expire. An answer without a connection is sent with
// the next one.
import { BoundedSet } from '../../../base/bounded.ts'
import { approvalOf, approvalDecision, gatewayDecision } from '../../../core/wires/openclaw/approvals.ts'
import type { BrainEvent } from '../../../core/ports/brain.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import type { Approval, ApprovalDecision } from '../../../shared/conversation.ts'
import type { GatewayApprovalRequest } from '../../../shared/wire/openclaw-gateway.ts'
import { gatewayRefusal } from './gateway-connection.ts'
import type { AgentChannel } from './channel.ts'

export interface Approvals {
  requested(request: GatewayApprovalRequest): void
  resolved(approvalId: string, decision: string | null): void
  answer(approvalId: string, decision: ApprovalDecision): void
  /** There is a new connection: the gateway's list of open approvals counts. */
  reconcile(channel: AgentChannel): Promise<void>
  /** The run is over, and its approvals with it. */
  drop(runId: string): void
  isWaiting(runId: string): boolean
  close(): void
}

interface Deps {
  clock: Clock
  channel(): AgentChannel | null
  /** Parley's id of the run with this key; without a key, of the current run. */
  runOf(key: string | null): string | null
  emit(event: BrainEvent): void
  onError(what: string, error: unknown): void
}

interface Answer {
  runId: string
  decision: string
}

interface Open {
  runId: string
  approval: Approval
  cancelExpiry: Unsubscribe
}

const NOT_TAKEN = 'Your answer came too late: the approval was answered elsewhere or had expired'
const NOT_OFFERED = 'OpenClaw does not offer that answer'
const MAX_REMEMBERED = 500
/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

export function createApprovals(deps: Deps): Approvals {
  const open = new Map<string, Open>()
  /** Answers that are being sent, or wait for a connection. */
  const answers = new Map<string, Answer>()
  /** A list of open approvals may be older than an answer to one of them. */
  const answered = new BoundedSet<string>(MAX_REMEMBERED)

  function settle(approvalId: string, decision: ApprovalDecision | 'lapsed'): void {
    const question = open.get(approvalId)
    if (!question) return
    question.cancelExpiry()
    open.delete(approvalId)
    deps.emit({ type: 'approval.settled', runId: question.runId, approvalId, decision })
  }

  async function send(approvalId: string, { runId, decision }: Answer): Promise<void> {
    answers.set(approvalId, { runId, decision })
    answered.add(approvalId)
    const channel = deps.channel()
    if (!channel) return
    try {
      await channel.answer(approvalId, decision)
      answers.delete(approvalId)
    } catch (error) {
      // Without a connection it waits for the next one. If the gateway refuses it, the approval is over.
      if (gatewayRefusal(error)) {
        answers.delete(approvalId)
        // The user must not believe that it was done.
        deps.emit({ type: 'status.told', runId, detail: NOT_TAKEN })
      }
      deps.onError('an answer was refused', error)
    }
  }

  function requested(request: GatewayApprovalRequest): void {
    const { id } = request
    if (open.has(id) || answered.has(id)) return
    const runId = deps.runOf(request.request.runId ?? null)
    if (runId === null) return
    const approval = approvalOf(request)
    if (!approval) {
      // The user cannot approve what cannot be shown.
      void send(id, { runId, decision: 'deny' })
      deps.emit({ type: 'status.told', runId, detail: 'Denied a command that is too long to show' })
      return
    }
    const left = (approval.expiresAt ?? Infinity) - deps.clock.now()
    const cancelExpiry =
      left > MAX_TIMER_MS ? () => {} : deps.clock.after(Math.max(0, left), () => settle(id, 'lapsed'))
    open.set(id, { runId, approval, cancelExpiry })
    deps.emit({ type: 'approval.requested', runId, approval })
  }

  return {
    requested,
    resolved: (approvalId, decision) => settle(approvalId, approvalDecision(decision)),
    answer(approvalId, decision) {
      const question = open.get(approvalId)
      if (!question) return
      const { runId, approval } = question
      const gatewayWord = gatewayDecision(decision, approval.decisions)
      // The approval stays open: the user did not agree to more than was asked.
      if (gatewayWord === null) return deps.emit({ type: 'status.told', runId, detail: NOT_OFFERED })
      question.cancelExpiry()
      open.delete(approvalId)
      void send(approvalId, { runId, decision: gatewayWord })
    },
    async reconcile(channel) {
      for (const [id, answer] of answers) await send(id, answer)
      const pending = await channel.questions()
      const ids = new Set(pending.map(({ id }) => id))
      for (const id of open.keys()) if (!ids.has(id)) settle(id, 'lapsed')
      for (const request of pending) requested(request)
    },
    drop(runId) {
      for (const [id, question] of open) {
        if (question.runId !== runId) continue
        question.cancelExpiry()
        open.delete(id)
      }
    },
    isWaiting: (runId) => [...open.values()].some((question) => question.runId === runId),
    close() {
      for (const { cancelExpiry } of open.values()) cancelExpiry()
      open.clear()
    },
  }
}
