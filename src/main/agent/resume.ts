// Answers a window that was away, or is new: what it missed comes again, to it alone, in order, as the same packets
// and streams it would have got. The answer to its call comes after the last of them, so it knows when it has caught up.
import type { EventInterceptor } from '../../core/interceptors/event-interceptor.ts'
import { parseJson } from '../../core/parse-json.ts'
import type { Journal, Room, Unsubscribe } from '../../core/ports.ts'
import type { RecordedEvent } from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'
import {
  earlierRequest,
  resumeRequest,
  type EarlierAnswer,
  type ResumeAnswer,
} from '../../shared/wire/room-calls.ts'
import { EARLIER_METHOD, RESUME_METHOD } from '../../shared/wire/transcription.ts'
import type { TranscriptPublisher } from './transcript-publisher.ts'

interface Deps {
  room: Room
  journal: Journal
  events: EventInterceptor
  transcripts: TranscriptPublisher
  session: string
  /** The agent turned to another conversation meanwhile. */
  isClosed(): boolean
  /** Whether kept speech was sent or let go in this run. */
  isSettled(takeId: string): boolean
  /** The status of the turn that is running, if one is. */
  currentStatus(): RecordedEvent | null
}

export function answerResume(deps: Deps): Unsubscribe[] {
  return [
    deps.room.onRpc(RESUME_METHOD, async ({ caller, payload }) =>
      JSON.stringify(await resume(deps, caller, payload)),
    ),
    deps.room.onRpc(EARLIER_METHOD, async ({ caller, payload }) =>
      JSON.stringify(await tellEarlier(deps, caller, payload)),
    ),
  ]
}

async function resume(deps: Deps, to: string, payload: string): Promise<ResumeAnswer> {
  const { journal, events, transcripts, session } = deps
  const request = resumeRequest.safeParse(parseJson(payload))
  if (!request.success) throw notAsked('That is not a request to resume.')
  const { after, limit } = request.data
  // First of all, before anything is waited for: a reply that ends meanwhile would be in neither.
  transcripts.joinOpenReply(to)
  const { found, records } = await journal.after(after)
  // The client must first forget what it has, then ask again for everything.
  if (!found) return { session, found: false, last: null, events: 0 }

  const wanted = worthTelling(records)
  const from = limit === undefined ? 0 : newestFrom(wanted, limit)
  // A question that waits for its answer is asked, however long ago it was put.
  const open = openQuestions(wanted.slice(0, from))
  let count = await tell(deps, [...open, ...wanted.slice(from)], to)
  const status = deps.currentStatus()
  if (status && events.replay(status, to)) count++
  return {
    session,
    found: true,
    last: records.at(-1)?.id ?? after,
    events: count,
    ...(from > 0 && { earlier: wanted[from]!.id }),
  }
}

async function tellEarlier(deps: Deps, to: string, payload: string): Promise<EarlierAnswer> {
  const request = earlierRequest.safeParse(parseJson(payload))
  if (!request.success) throw notAsked('That is not a request for earlier events.')
  const { records } = await deps.journal.after(null)
  const wanted = worthTelling(records)
  const before = wanted.findLastIndex(({ id }) => id === request.data.before)
  if (before < 0) return { found: false }
  const older = wanted.slice(0, before)
  const from = newestFrom(older, request.data.limit)
  await tell(deps, older.slice(from), to)
  return { found: true, ...(from > 0 && { earlier: older[from]!.id }) }
}

const notAsked = (message: string): FaultError =>
  new FaultError('bad_request', message, 'This is a fault of the client.')

/** Where the newest begin that are together no larger than the limit; one at least. */
function newestFrom(records: readonly RecordedEvent[], limit: number): number {
  let size = 0
  for (let at = records.length - 1; at >= 0; at--) {
    size += JSON.stringify(records[at]).length
    if (size > limit) return Math.min(at + 1, records.length - 1)
  }
  return 0
}

function openQuestions(records: readonly RecordedEvent[]): RecordedEvent[] {
  const settled = new Set(
    records.flatMap(({ event }) => (event.type === 'approval.settled' ? [event.approvalId] : [])),
  )
  return records.filter(({ event }) => event.type === 'approval.requested' && !settled.has(event.approval.id))
}

async function tell(deps: Deps, records: readonly RecordedEvent[], to: string): Promise<number> {
  let count = 0
  for (const record of records) {
    if (deps.isClosed()) break
    // Everybody was told of its end already, and hears of that only once.
    if (record.event.type === 'take.offered' && deps.isSettled(record.event.takeId)) continue
    if (replay(deps, record, to)) count++
    // As fast as it is read, and no faster: a long conversation would fill the memory otherwise.
    await deps.room.drained(to)
  }
  return count
}

/**
 * Old statuses and pieces of replies that come whole have become pointless. An artifact that was made anew later, such as
 * the output of a command, is told only as it ended.
 */
function worthTelling(records: readonly RecordedEvent[]): RecordedEvent[] {
  const newest = new Map<string, string>()
  for (const { id, event } of records)
    if (event.type === 'artifact.created') newest.set(event.artifact.id, id)
  return records.filter(({ id, event }) => {
    switch (event.type) {
      case 'artifact.created':
        return newest.get(event.artifact.id) === id
      case 'approval.requested':
      case 'approval.settled':
      case 'transcript.updated':
      case 'reply.ended':
      case 'words.corrected':
      case 'reply.voiced':
      case 'turn.timed':
      case 'take.offered':
      case 'take.settled':
      case 'hunk.restored':
        return true
      case 'view.requested':
      case 'control.heard':
      case 'reply.appended':
      case 'reply.replaced':
      case 'status.changed':
      case 'turn.started':
      case 'turn.ended':
      case 'state.changed':
        return false
    }
  })
}

/** Sends one kept event again. */
function replay({ events, transcripts }: Deps, record: RecordedEvent, to: string): boolean {
  const { event } = record
  if (event.type === 'transcript.updated') transcripts.userSaid(event, record, to)
  else if (event.type === 'reply.ended') transcripts.replayReply(event, record, to)
  else return events.replay(record, to)
  return true
}
