// Carries out a guest's conversation: core decides, the brain is asked, what comes of it goes to the guest, to the log and
// to the desktop.
import {
  guestTurn,
  noTurns,
  openTurn,
  type GuestInput,
  type GuestRequest,
} from '../../../core/guests/guest-turns.ts'
import { createToolInterceptor } from '../../../core/interceptors/tool-interceptor.ts'
import { agentSegment, userSegment } from '../../../core/conversation-state.ts'
import type { Brain, Unsubscribe } from '../../../core/ports.ts'
import type { GuestConversation, GuestEvent } from '../../../core/ports/guests.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import type { ConversationEvent } from '../../../shared/conversation.ts'
import { FaultError, faultOf, type Fault } from '../../../shared/errors.ts'

interface Deps {
  /** A brain for this conversation; throws a FaultError where there is none. */
  openBrain(): Brain
  record(event: ConversationEvent): void
  /** Lets the desktop see it too. */
  show(turnId: string, artifact: Artifact): void
  now(): number
  onError(what: string, error: unknown): void
}

export interface HousedConversation extends GuestConversation {
  /** The brain it talks to is not there any more; the next words go to another. */
  leaveBrain(fault: Fault): void
}

export function createGuestConversation(deps: Deps): HousedConversation {
  const listeners = new Set<(event: GuestEvent) => void>()
  let state = noTurns
  let brain: { brain: Brain; deaf: Unsubscribe } | null = null
  let closed = false

  const tools = createToolInterceptor({
    emit(event) {
      if (event.type === 'artifact.created') return made(event.artifact)
      if (event.type !== 'status.changed') return
      const turnId = openTurn(state)
      const { action, detail } = event
      if (turnId !== null)
        tell({ type: 'status.changed', turnId, action, ...(detail !== undefined && { detail }) })
    },
    now: deps.now,
    onError: (error) => deps.onError('a tool of a guest', error),
  })

  /** By a tool of the run that is going on. While that waits for an answer, the guest's turn is over. */
  function made(artifact: Artifact): void {
    const turnId = state.run?.turnId
    if (turnId === undefined) return
    shown(turnId, artifact)
    if (openTurn(state) === turnId) tell({ type: 'artifact.created', turnId, artifact })
  }

  function shown(turnId: string, artifact: Artifact): void {
    deps.show(turnId, artifact)
    deps.record({ type: 'artifact.created', turnId, artifact })
  }

  function tell(event: GuestEvent): void {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        deps.onError('a guest could not be told', error)
      }
    }
  }

  function keep(event: GuestEvent): void {
    const { turnId } = event
    switch (event.type) {
      case 'artifact.created':
        return shown(turnId, event.artifact)
      case 'turn.started':
        return deps.record({ type: 'turn.started', turnId })
      case 'turn.ended':
      case 'turn.failed': {
        deps.record({ type: 'reply.ended', turnId, segmentId: agentSegment(turnId), text: event.reply })
        const outcome = event.type === 'turn.failed' ? 'failed' : event.outcome
        return deps.record({ type: 'turn.ended', turnId, outcome })
      }
      // A reply is kept whole, and what it was doing meanwhile is not.
      case 'reply.appended':
      case 'status.changed':
      case 'tools.changed':
        return
    }
  }

  function take(input: GuestInput): void {
    const step = guestTurn(state, input)
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
        if (!asked || !(error instanceof FaultError)) deps.onError('the brain refused a guest', error)
        if (asked)
          take({ type: 'brain', event: { type: 'run.failed', runId: request.runId, fault: faultOf(error) } })
      }
    }
  }

  function passOn(request: GuestRequest): void {
    switch (request.type) {
      case 'brain.ask':
        return theBrain().ask({ runId: request.runId, text: request.text })
      case 'brain.abort':
        return brain?.brain.abort(request.runId)
      case 'brain.answer':
        return brain?.brain.answerApproval(request.approvalId, request.decision)
      case 'tool.intercept': {
        const { event } = request
        if (event.type === 'status.told') return tools.told(event.runId, event.detail)
        if (event.type === 'tool.started') return tools.started(event.runId, event.call)
        return tools.ended(event.runId, event.call, event.outcome)
      }
    }
  }

  function theBrain(): Brain {
    if (!brain) {
      const opened = deps.openBrain()
      brain = { brain: opened, deaf: opened.onEvent((event) => take({ type: 'brain', event })) }
    }
    return brain.brain
  }

  function letBrainGo(): void {
    const left = brain
    brain = null
    left?.deaf()
    left?.brain.close().catch((error: unknown) => deps.onError('a brain of a guest', error))
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
