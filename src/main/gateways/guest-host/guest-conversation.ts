// A guest's conversation. Performs what core decides: asks the brain, and sends the events to the guest, the log and the
// desktop.
import { guestTurn } from '../../../core/conversation/guest-turns.ts'
import {
  noTurns,
  openTurn,
  type GuestInput,
  type GuestRequest,
} from '../../../core/conversation/guest-turn-state.ts'
import { createToolInterceptor } from '../../../core/artifacts/tool-interceptor.ts'
import { agentSegment, userSegment } from '../../../core/conversation/conversation-state.ts'
import type { Brain, BrainEvent } from '../../../core/ports/brain.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import type { AskOwner, GuestConversation, GuestEvent, OwnerAnswer } from '../../../core/ports/guests.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import type { Approval, ConversationEvent } from '../../../shared/conversation.ts'
import { FaultError, faultOf, type Fault } from '../../../shared/errors.ts'
import { quotaNotice } from './guest-quota.ts'

interface Deps {
  /** Opens a brain for this conversation. Throws a FaultError if there is none. */
  openBrain(): Brain
  /** Logs the event. False if this guest has reached its daily quota. */
  record(event: ConversationEvent): boolean
  /** Shows the artifact on the desktop. */
  show(turnId: string, artifact: Artifact): void
  askOwner: AskOwner
  hasWindow(): boolean
  mayApprove(): boolean
  source: string
  newId(): string
  clock: Clock
  onError(what: string, error: unknown): void
}

/** How long the owner has to answer an approval. It must be shorter than a guest's wire waits for a silent agent. */
export const OWNER_ANSWERS_WITHIN_MS = 90_000

export interface HostedConversation extends GuestConversation {
  /** The current brain is no longer available. The next request opens another. */
  leaveBrain(fault: Fault): void
}

export function createGuestConversation(deps: Deps): HostedConversation {
  const listeners = new Set<(event: GuestEvent) => void>()
  let state = noTurns
  let brain: { brain: Brain; unsubscribe: Unsubscribe } | null = null
  let closed = false
  let toldQuota = false
  /** Open questions on the desktop, by the brain's id of the approval. */
  const onDesktop = new Map<string, { settle(decision: OwnerAnswer): void }>()

  const tools = createToolInterceptor({
    emit(event) {
      if (event.type === 'artifact.created') return made(event.artifact)
      if (event.type !== 'status.changed') return
      const turnId = openTurn(state)
      const { action, detail } = event
      if (turnId !== null)
        tell({ type: 'status.changed', turnId, action, ...(detail !== undefined && { detail }) })
    },
    now: () => deps.clock.now(),
    onError: (error) => deps.onError('A tool call of a guest failed', error),
  })

  /** A tool of the current run created it. The guest's turn may have ended already, while the run waits for an approval. */
  function made(artifact: Artifact): void {
    const turnId = state.run?.turnId
    if (turnId === undefined) return
    shown(turnId, artifact)
    if (openTurn(state) === turnId) tell({ type: 'artifact.created', turnId, artifact })
  }

  function shown(turnId: string, artifact: Artifact): void {
    deps.show(turnId, artifact)
    const isKept = deps.record({ type: 'artifact.created', turnId, artifact })
    if (isKept || toldQuota || openTurn(state) !== turnId) return
    toldQuota = true
    tell({ type: 'artifact.created', turnId, artifact: quotaNotice(deps.newId()) })
  }

  function tell(event: GuestEvent): void {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        deps.onError('A guest could not receive an event', error)
      }
    }
  }

  function keep(event: GuestEvent): void {
    const { turnId } = event
    switch (event.type) {
      case 'artifact.created':
        return shown(turnId, event.artifact)
      case 'turn.started':
        return void deps.record({ type: 'turn.started', turnId })
      case 'turn.ended':
      case 'turn.failed': {
        deps.record({ type: 'reply.ended', turnId, segmentId: agentSegment(turnId), text: event.reply })
        const outcome = event.type === 'turn.failed' ? 'failed' : event.outcome
        return void deps.record({ type: 'turn.ended', turnId, outcome })
      }
      // The log gets the complete reply at the end, and no statuses.
      case 'reply.appended':
      case 'status.changed':
      case 'tools.changed':
        return
    }
  }

  function take(input: GuestInput): void {
    const step = guestTurn(state, input, { guest: deps.mayApprove(), desktop: deps.hasWindow() })
    state = step.state
    for (const event of step.events) {
      keep(event)
      tell(event)
    }
    for (const { turnId, artifact } of step.aside) shown(turnId, artifact)
    for (const request of step.requests) {
      try {
        passOn(request)
      } catch (error) {
        const asked = request.type === 'brain.ask'
        if (!asked || !(error instanceof FaultError))
          deps.onError('The brain refused a request of a guest', error)
        if (asked)
          take({ type: 'brain', event: { type: 'run.failed', runId: request.runId, fault: faultOf(error) } })
      }
    }
  }

  function passOn(request: GuestRequest): void {
    switch (request.type) {
      case 'brain.ask':
        return theBrain().ask({
          runId: request.runId,
          text: request.text,
          // A guest that may no longer approve also loses what it allowed "always".
          askedBy: deps.mayApprove() ? 'approver' : 'participant',
        })
      case 'brain.abort':
        return brain?.brain.abort(request.runId)
      case 'brain.answer':
        return brain?.brain.answerApproval(request.approvalId, request.decision)
      case 'desktop.ask':
        return askDesktop(request.turnId, request.approval)
      case 'desktop.settle': {
        const { approvalId, decision } = request
        const asked = onDesktop.get(approvalId)
        onDesktop.delete(approvalId)
        return asked?.settle(decision)
      }
      case 'tool.intercept': {
        const { event } = request
        if (event.type === 'status.told') return tools.thinking(event.runId, event.detail)
        if (event.type === 'tool.started') return tools.started(event.runId, event.call)
        return tools.ended(event.runId, event.artifact)
      }
    }
  }

  function askDesktop(turnId: string, approval: Approval): void {
    const { id: approvalId } = approval
    const { clock } = deps
    const answered = (decision: OwnerAnswer): void => {
      cancelLapse()
      if (onDesktop.delete(approvalId)) take({ type: 'desktop.answered', approvalId, decision })
    }
    const lapsesAt = clock.now() + OWNER_ANSWERS_WITHIN_MS
    const expiresAt = Math.min(approval.expiresAt ?? lapsesAt, lapsesAt)
    const question: Approval & { source: string } = {
      ...approval,
      // Ids of different brains may be equal.
      id: deps.newId(),
      source: deps.source.slice(0, 64),
      expiresAt,
      // "Always" is offered only for this exact command, not for everything the guest may ask for.
      ...(approval.alwaysMeans === undefined && !approval.choices && { decisions: ['allow', 'deny'] }),
    }
    const asked = deps.askOwner(turnId, question, answered)
    const cancelLapse = clock.after(expiresAt - clock.now(), () => {
      asked.settle('lapsed')
      answered('lapsed')
    })
    onDesktop.set(approvalId, {
      settle(decision) {
        cancelLapse()
        asked.settle(decision)
      },
    })
  }

  function theBrain(): Brain {
    if (!brain) {
      const opened = deps.openBrain()
      const unsubscribe = opened.onEvent((event) =>
        take({ type: 'brain', event: opened.revokeRule ? withoutAlways(event) : event }),
      )
      brain = { brain: opened, unsubscribe }
    }
    return brain.brain
  }

  function letBrainGo(): void {
    const left = brain
    brain = null
    left?.unsubscribe()
    left?.brain
      .close()
      .catch((error: unknown) => deps.onError('The brain of a guest could not be closed', error))
  }

  return {
    ask(turnId, text) {
      if (closed) return
      deps.record({
        type: 'transcript.updated',
        turnId,
        segmentId: userSegment(turnId),
        text,
        final: true,
      })
      take({ type: 'ask', turnId, text })
    },
    interrupt: () => take({ type: 'interrupt' }),
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    leaveBrain(fault) {
      const { run } = state
      if (run) take({ type: 'brain', event: { type: 'run.failed', runId: run.runId, fault } })
      letBrainGo()
    },
    close() {
      if (closed) return
      take({ type: 'interrupt' })
      closed = true
      listeners.clear()
      letBrainGo()
    },
  }
}

/** The window lists the rules of its own conversation only: nobody could take back an "always" of a guest's. */
function withoutAlways(event: BrainEvent): BrainEvent {
  if (event.type !== 'approval.requested' || event.approval.choices) return event
  const { alwaysMeans: _, ...approval } = event.approval
  return { ...event, approval: { ...approval, decisions: ['allow', 'deny'] } }
}
