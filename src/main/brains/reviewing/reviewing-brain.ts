// A brain that reviews: what a guided review takes is carried out here, and the rest goes to the brain behind it.
import { createEmitter } from '../../../base/emitter.ts'
import type { Brain, BrainEvent, BrainRequest } from '../../../core/ports/brain.ts'
import type { PassedOn, Reviewer } from '../../../core/ports/reviewer.ts'
import type { ConversationEvent } from '../../../shared/conversation.ts'
import { replyPieces } from '../../../core/understanding/replies/spoken-text.ts'
import { faultOf } from '../../../shared/errors.ts'
import type { ConnectedBrain } from '../brain-definition.ts'
import { createOpenApprovals } from '../open-approvals.ts'

interface Deps {
  /** The built-in agent, for requests that need no other; null if it is the brain itself. */
  builtin: Brain | null
  reviewer: Reviewer
  /** Shows elsewhere what the review decided. */
  record?(event: ConversationEvent): void
  newId(): string
}

export function createReviewingBrain(
  brain: ConnectedBrain,
  { builtin, reviewer, newId, record = () => {} }: Deps,
): ConnectedBrain {
  const events = createEmitter<[event: BrainEvent]>()
  /** Runs of the review itself. */
  const own = new Map<string, AbortController>()
  /** Runs whose reply goes on once they were answered. */
  const passed = new Map<string, PassedOn>()
  const approvals = createOpenApprovals(emit)

  function emit(event: BrainEvent): void {
    if (event.type === 'run.ended' || event.type === 'run.failed') own.delete(event.runId)
    events.emit(event)
  }

  // An agent with a window connects the review to that instead.
  reviewer.connect(
    { record, show: (runId, artifact) => emit({ type: 'artifact.made', runId, artifact }) },
    async () => null,
  )

  function follow(event: BrainEvent): void {
    const { runId: turnId } = event
    const artifact = event.type === 'tool.ended' || event.type === 'artifact.made' ? event.artifact : null
    if (artifact) reviewer.note({ type: 'artifact.created', turnId, artifact })
    if (event.type === 'run.failed') passed.delete(event.runId)
    if (event.type !== 'run.ended') return events.emit(event)
    const { runId } = event
    const waiting = passed.get(runId)
    passed.delete(runId)
    if (!waiting || event.outcome === 'aborted') return events.emit(event)
    void waiting
      .answered()
      .then((more) => {
        if (more !== '') events.emit({ type: 'text.appended', runId, delta: ` ${more}` })
      })
      // The agent's own answer is complete; what it changed can still be looked at.
      .catch(() => {})
      .then(() => events.emit(event))
  }

  async function carryOut({ runId, text, view, askedBy = 'participant' }: BrainRequest): Promise<void> {
    const stop = new AbortController()
    own.set(runId, stop)
    try {
      const said = await reviewer.carryOut(text, {
        turnId: runId,
        view,
        role: askedBy,
        async approve({ title, action, diff }) {
          const asked = await approvals.ask(
            runId,
            { id: newId(), kind: 'edit', title, action, diff, decisions: ['allow', 'deny'] },
            stop.signal,
          )
          return asked !== 'deny'
        },
      })
      for (const delta of replyPieces(said)) if (own.has(runId)) emit({ type: 'text.appended', runId, delta })
      if (own.has(runId)) emit({ type: 'run.ended', runId, outcome: 'completed' })
    } catch (error) {
      if (own.has(runId)) emit({ type: 'run.failed', runId, fault: faultOf(error) })
    }
  }

  /** The request as whoever answers it gets it. */
  function passOn(runId: string, text: string): { to: Brain; text: string } | null {
    const request = reviewer.passOn(text)
    if (!request) return null
    passed.set(runId, request)
    return { to: request.to === 'builtin' ? (builtin ?? brain) : brain, text: request.text }
  }

  const unsubscribe = [brain.onEvent(follow), builtin?.onEvent(follow) ?? (() => {})]

  return {
    ...brain,
    get name() {
      return brain.name
    },
    ask(request) {
      const taken = reviewer.takes(request.text)
      // No event arrives before ask() has returned.
      if (taken === 'command' || taken === 'words') return void setImmediate(() => void carryOut(request))
      const passedOn = taken === 'request' ? passOn(request.runId, request.text) : null
      if (passedOn) passedOn.to.ask({ ...request, text: passedOn.text })
      else brain.ask({ ...request, text: reviewer.passBy(request.text) })
    },
    answerApproval(approvalId, decision) {
      approvals.answer(approvalId, decision)
      builtin?.answerApproval(approvalId, decision)
      brain.answerApproval(approvalId, decision)
    },
    abort(runId) {
      const mine = own.get(runId)
      if (mine) {
        mine.abort()
        return emit({ type: 'run.ended', runId, outcome: 'aborted' })
      }
      builtin?.abort(runId)
      brain.abort(runId)
    },
    ...(brain.steer && {
      steer(runId, message, view) {
        const request = reviewer.takes(message.text) === 'request' ? reviewer.passOn(message.text) : null
        brain.steer?.(runId, request?.to === 'brain' ? { ...message, text: request.text } : message, view)
      },
    }),
    onEvent: events.on,
    async close() {
      for (const stop of own.values()) stop.abort()
      own.clear()
      for (const end of unsubscribe) end()
      await builtin?.close()
      await brain.close()
    },
  }
}
