// Answers a window that was away, or is new: what it missed comes again, to it alone, in order, as the same packets
// and streams it would have got. The answer to its call comes after the last of them, so it knows when it has caught up.
import type { EventInterceptor } from '../../core/interceptors/event-interceptor.ts'
import { parseJson } from '../../core/parse-json.ts'
import type { Journal, Room, Unsubscribe } from '../../core/ports.ts'
import type { RecordedEvent } from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'
import { resumeRequest, type ResumeAnswer } from '../../shared/wire/room-calls.ts'
import { RESUME_METHOD } from '../../shared/wire/transcription.ts'
import type { TranscriptPublisher } from './transcript-publisher.ts'

interface Deps {
  room: Room
  journal: Journal
  events: EventInterceptor
  transcripts: TranscriptPublisher
  session: string
  /** The agent turned to another conversation meanwhile. */
  isClosed(): boolean
  /** The status of the turn that is running, if one is. */
  currentStatus(): RecordedEvent | null
}

export function answerResume(deps: Deps): Unsubscribe {
  return deps.room.onRpc(RESUME_METHOD, async ({ caller, payload }) => {
    const answer = await resume(deps, caller, payload)
    return JSON.stringify(answer)
  })
}

async function resume(deps: Deps, to: string, payload: string): Promise<ResumeAnswer> {
  const { room, journal, events, transcripts, session } = deps
  const request = resumeRequest.safeParse(parseJson(payload))
  if (!request.success) {
    throw new FaultError(
      'bad_request',
      'That is not a request to resume.',
      'Send the last event id seen, or null.',
    )
  }
  // First of all, before anything is waited for: a reply that ends meanwhile would be in neither.
  transcripts.joinOpenReply(to)
  const { found, records } = await journal.after(request.data.after)
  // The client must first forget what it has, then ask again for everything.
  if (!found) return { session, found: false, last: null, events: 0 }

  let count = 0
  for (const record of withoutSuperseded(records)) {
    if (deps.isClosed()) break
    if (replay(deps, record, to)) count++
    // As fast as it is read, and no faster: a long conversation would fill the memory otherwise.
    await room.drained(to)
  }
  const status = deps.currentStatus()
  if (status && events.replay(status, to)) count++
  return { session, found: true, last: records.at(-1)?.id ?? request.data.after, events: count }
}

/** An artifact that was made anew later, such as the output of a command, is told only as it ended. */
function withoutSuperseded(records: readonly RecordedEvent[]): RecordedEvent[] {
  const newest = new Map<string, string>()
  for (const { id, event } of records)
    if (event.type === 'artifact.created') newest.set(event.artifact.id, id)
  return records.filter(
    ({ id, event }) => event.type !== 'artifact.created' || newest.get(event.artifact.id) === id,
  )
}

/** Sends one kept event again, unless it has become pointless: old statuses, and pieces of replies that come whole. */
function replay({ events, transcripts }: Deps, record: RecordedEvent, to: string): boolean {
  const { event } = record
  switch (event.type) {
    case 'artifact.created':
    case 'approval.requested':
    case 'approval.settled':
      return events.replay(record, to)
    case 'transcript.updated':
      transcripts.userSaid(event, record, to)
      return true
    case 'reply.ended':
      transcripts.replayReply(event, record, to)
      return true
    case 'view.requested':
    case 'reply.appended':
    case 'reply.replaced':
    case 'status.changed':
    case 'turn.started':
    case 'turn.ended':
    case 'state.changed':
      return false
  }
}
