// The gateway's questions, from when they are asked to when they are answered, here or elsewhere, or lapse. An answer given
// while there is no connection is sent once there is one.
import { approvalOf, decisionTold, gatewayDecision } from '../../../core/openclaw/approvals.ts'
import type { BrainEvent, Clock, Unsubscribe } from '../../../core/ports.ts'
import type { Approval, ApprovalDecision } from '../../../shared/conversation.ts'
import type { GatewayApprovalRequest } from '../../../shared/wire/openclaw-gateway.ts'
import { gatewayRefusal } from './gateway-error.ts'
import type { Speaker } from './speaker.ts'

export interface Questions {
  asked(request: GatewayApprovalRequest): void
  resolved(approvalId: string, decision: string | null): void
  answer(approvalId: string, decision: ApprovalDecision): void
  /** A new connection: what is still open there is what is open. */
  reconcile(speaker: Speaker): Promise<void>
  /** The run is over, and its questions with it. */
  drop(runId: string): void
  isWaiting(runId: string): boolean
  close(): void
}

interface Deps {
  clock: Clock
  speaker(): Speaker | null
  /** Our id of the run the gateway calls this, or of the one that is going on. */
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

const NOT_TAKEN = 'Your answer came too late: it was answered elsewhere, or its time was up'
const NOT_OFFERED = 'OpenClaw does not take that answer to its question'
const MAX_REMEMBERED = 500
/** A timer set further ahead than this would ring at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

export function createQuestions(deps: Deps): Questions {
  const open = new Map<string, Open>()
  /** Answers that are on their way, or wait for one. */
  const answers = new Map<string, Answer>()
  /** A list that was made before an answer arrived still has its question. */
  const answered = new Set<string>()

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
    if (answered.size > MAX_REMEMBERED) answered.delete(answered.values().next().value!)
    const speaker = deps.speaker()
    if (!speaker) return
    try {
      await speaker.answer(approvalId, decision)
      answers.delete(approvalId)
    } catch (error) {
      // Without a connection it stays, for the next one. What the gateway refuses is over: answered elsewhere, or lapsed.
      if (gatewayRefusal(error)) {
        answers.delete(approvalId)
        // Whoever said yes must not believe that it was done.
        deps.emit({ type: 'status.told', runId, detail: NOT_TAKEN })
      }
      deps.onError('an answer was not taken', error)
    }
  }

  function asked(request: GatewayApprovalRequest): void {
    const { id } = request
    if (open.has(id) || answered.has(id)) return
    const runId = deps.runOf(request.request.runId ?? null)
    if (runId === null) return
    const approval = approvalOf(request)
    if (!approval) {
      // Nobody can be asked about what cannot be shown.
      void send(id, { runId, decision: 'deny' })
      deps.emit({ type: 'status.told', runId, detail: 'Refused a command that is too long to be shown' })
      return
    }
    const left = (approval.expiresAt ?? Infinity) - deps.clock.now()
    const cancelExpiry =
      left > MAX_TIMER_MS ? () => {} : deps.clock.after(Math.max(0, left), () => settle(id, 'lapsed'))
    open.set(id, { runId, approval, cancelExpiry })
    deps.emit({ type: 'approval.requested', runId, approval })
  }

  return {
    asked,
    resolved: (approvalId, decision) => settle(approvalId, decisionTold(decision)),
    answer(approvalId, decision) {
      const question = open.get(approvalId)
      if (!question) return
      const { runId, approval } = question
      const word = gatewayDecision(decision, approval.decisions)
      // The question stays: nobody said yes to more than was asked.
      if (word === null) return deps.emit({ type: 'status.told', runId, detail: NOT_OFFERED })
      question.cancelExpiry()
      open.delete(approvalId)
      void send(approvalId, { runId, decision: word })
    },
    async reconcile(speaker) {
      for (const [id, answer] of answers) await send(id, answer)
      const pending = await speaker.questions()
      const ids = new Set(pending.map(({ id }) => id))
      for (const id of open.keys()) if (!ids.has(id)) settle(id, 'lapsed')
      for (const request of pending) asked(request)
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
