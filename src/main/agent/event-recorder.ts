// Records the events of a conversation: first in its journal, then for everyone in the room, then for the agent's own
// parts. So no participant sees an event that a crash can lose.
import { createEmitter } from '../../base/emitter.ts'
import type { EventInterceptor } from '../../core/artifacts/event-interceptor.ts'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import type { Journal } from '../../core/ports/journal.ts'
import { isOnlyForOwner, type ConversationEvent, type RecordedEvent } from '../../shared/conversation.ts'
import type { Fault } from '../../shared/errors.ts'
import type { AgentContext } from './conversation.ts'
import type { Participants } from './participants.ts'
import type { TranscriptPublisher } from './transcript-publisher.ts'

interface Deps extends AgentContext {
  journal: Journal
  events: EventInterceptor
  transcripts: TranscriptPublisher
  participants: Participants
}

export interface EventRecorder {
  record(event: ConversationEvent): void
  /** Shows a fault that belongs to no turn. */
  recordFault(title: string, fault: Fault): void
  /** The listener is called after the event is in the journal and published. */
  onRecorded(listener: (event: ConversationEvent) => void): Unsubscribe
  /** The `approval.requested` events that have not been settled. */
  openApprovals(): RecordedEvent[]
  /** The status of the running turn, if it has one. */
  currentStatus(): RecordedEvent | null
  /** Resolves with whether everything recorded so far would survive a power cut. */
  sync(): Promise<boolean>
  /** Later events are dropped: what was under way when the conversation ended belongs to no other. */
  close(): void
}

export function createEventRecorder(deps: Deps): EventRecorder {
  const { journal, events, transcripts, participants, clock, newId } = deps
  const recorded = createEmitter<[ConversationEvent]>()
  const approvals = new Map<string, RecordedEvent>()
  const status = createStatusRepeater(clock, events.publish)
  let unwritten = 0
  let closed = false

  function record(happened: ConversationEvent): void {
    // A window reverts a hunk or changes a setting because its owner said so, never because another participant did.
    const isForeign =
      happened.type === 'view.requested' &&
      isOnlyForOwner(happened.action) &&
      participants.sourceOf(happened.turnId).role !== 'owner'
    if (closed || isForeign) return
    const event = happened.type === 'transcript.updated' ? participants.withSpeakerName(happened) : happened
    const stamped: RecordedEvent = { id: newId(), at: clock.now(), event }
    const isPartial = event.type === 'transcript.updated' && !event.final
    const failure = isPartial ? null : write(stamped)
    if (event.type === 'approval.requested') approvals.set(event.approval.id, stamped)
    if (event.type === 'approval.settled') approvals.delete(event.approvalId)
    status.follow(stamped)
    events.publish(stamped)
    if (event.type === 'transcript.updated') transcripts.userSaid(event, stamped)
    else if (event.type === 'reply.appended') transcripts.replyAppended(event, stamped)
    else if (event.type === 'reply.replaced') transcripts.replyReplaced(event, stamped)
    else if (event.type === 'reply.ended') transcripts.replyEnded(event, stamped)
    recorded.emit(event)
    if (failure) reportUnwritten(failure.error)
  }

  function write(stamped: RecordedEvent): { error: unknown } | null {
    try {
      journal.append(stamped)
      return null
    } catch (error) {
      unwritten++
      return { error }
    }
  }

  /** The user is told once; the conversation goes on. */
  function reportUnwritten(error: unknown): void {
    deps.onError('an event could not be written to the journal', error)
    if (unwritten > 1) return
    recordError('The conversation’s log cannot be written', `not-kept-${newId()}`, String(error), [
      'Parley will forget what is said from now on when it restarts.',
      'Check that the disk is not full.',
    ])
  }

  function recordError(title: string, id: string, stack: string, lines: readonly string[]): void {
    const artifact = { kind: 'error', id, title, message: lines.join('\n'), stack } as const
    record({ type: 'artifact.created', turnId: id, artifact })
  }

  return {
    record,
    recordFault: (title, { message, remedy, code }) =>
      recordError(title, `fault-${newId()}`, code, [message, remedy]),
    onRecorded: recorded.on,
    openApprovals: () => [...approvals.values()],
    currentStatus: status.current,
    async sync() {
      const before = unwritten
      try {
        await journal.sync()
        return unwritten === before
      } catch (error) {
        deps.onError('the journal could not be synced', error)
        return false
      }
    },
    close() {
      closed = true
      status.close()
    },
  }
}

/** Clients clear a status after five seconds. */
const REPEAT_STATUS_MS = 4_000

/** Publishes the status of the running turn again and again. Only the first is in the journal. */
function createStatusRepeater(clock: Clock, publish: (status: RecordedEvent) => void) {
  const running = new Set<string>()
  let current: RecordedEvent | null = null
  let cancel: Unsubscribe = () => {}

  function repeat(status: RecordedEvent | null): void {
    current = status
    cancel()
    if (!status) return
    cancel = clock.after(REPEAT_STATUS_MS, () => {
      // Under its own id: it is the same event, and one that a client can resume after.
      publish(status)
      repeat(status)
    })
  }

  /** A turn beside the running one leaves its status alone. */
  function clear(turnId: string): void {
    if (current && 'turnId' in current.event && current.event.turnId === turnId) repeat(null)
  }

  return {
    follow(stamped: RecordedEvent): void {
      const { event } = stamped
      if (event.type === 'turn.started') running.add(event.turnId)
      else if (event.type === 'status.changed' && running.has(event.turnId)) repeat(stamped)
      else if (event.type === 'reply.appended') clear(event.turnId)
      else if (event.type === 'turn.ended') {
        running.delete(event.turnId)
        clear(event.turnId)
      }
    },
    current: () => current,
    close: () => repeat(null),
  }
}
