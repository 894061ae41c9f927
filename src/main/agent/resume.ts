// Sends a window that is new or was away what it missed: to it alone, in order, as the same packets and streams. The
// answer to its call comes after the last of them, so it knows when it has caught up.
import type { EventInterceptor } from '../../core/artifacts/event-interceptor.ts'
import { parseJson } from '../../base/parse-json.ts'
import type { Unsubscribe } from '../../core/ports/clock.ts'
import type { Journal, JournalEntry } from '../../core/ports/journal.ts'
import type { Room } from '../../core/ports/room.ts'
import type { ConversationEvent, RecordedEvent } from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'
import {
  earlierRequest,
  resumeRequest,
  type EarlierAnswer,
  type ResumeAnswer,
} from '../../shared/wire/room-calls.ts'
import { EARLIER_METHOD, RESUME_METHOD } from '../../shared/wire/transcription.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { TranscriptPublisher } from './transcript-publisher.ts'

interface Deps {
  room: Room
  journal: Journal
  events: EventInterceptor
  transcripts: TranscriptPublisher
  conversationId: string
  recorder: Pick<EventRecorder, 'openApprovals' | 'currentStatus'>
  /** The conversation has ended. */
  isClosed(): boolean
  /** Whether an offered take was sent or discarded since Parley started. */
  isSettled(takeId: string): boolean
}

export function answerResume(deps: Deps): Unsubscribe[] {
  return [
    deps.room.onRpc(RESUME_METHOD, async ({ caller, payload }) =>
      JSON.stringify(await resume(deps, caller, payload)),
    ),
    deps.room.onRpc(EARLIER_METHOD, async ({ caller, payload }) =>
      JSON.stringify(await sendEarlier(deps, caller, payload)),
    ),
  ]
}

async function resume(deps: Deps, to: string, payload: string): Promise<ResumeAnswer> {
  const { journal, events, transcripts, recorder, conversationId: session } = deps
  const request = resumeRequest.safeParse(parseJson(payload))
  if (!request.success) throw badRequest('This is not a request to resume.')
  const { after } = request.data
  // Before anything is awaited: a reply that ends meanwhile would be missed.
  transcripts.joinOpenReply(to)
  const approvals = recorder.openApprovals()
  const reading = await journal.read({ after, only: replayed })
  const limit = Math.min(request.data.limit ?? MAX_SENT, MAX_SENT)
  const page = reading && (await newestOf(reading.events, limit))
  const isFound =
    after === null ||
    (page?.hasMore
      ? request.data.limit !== undefined && (await journal.read({ before: after })) !== null
      : reading?.foundAfter())
  // The client drops what it has and asks again for the newest. So does one that missed too much.
  if (!page || !isFound) return { session, found: false, last: null, events: 0 }

  const sent = new Set(page.events.map(({ id }) => id))
  // An open approval is sent however old it is.
  const older = page.hasMore ? approvals.filter(({ id }) => !sent.has(id)) : []
  let count = await sendAll(deps, older.map(alreadyRead), to)
  count += await sendAll(deps, page.events, to)
  const status = recorder.currentStatus()
  if (status && events.replay(status, to)) count++
  return {
    session,
    found: true,
    last: reading.newest ?? after,
    events: count,
    ...(page.hasMore && { earlier: page.events[0]!.id }),
  }
}

async function sendEarlier(deps: Deps, to: string, payload: string): Promise<EarlierAnswer> {
  const request = earlierRequest.safeParse(parseJson(payload))
  if (!request.success) throw badRequest('This is not a request for earlier events.')
  const { before, limit } = request.data
  const reading = await deps.journal.read({ before, only: replayed })
  if (!reading) return { found: false }
  const page = await newestOf(reading.events, Math.min(limit, MAX_SENT))
  await sendAll(deps, page.events, to)
  return { found: true, ...(page.hasMore && { earlier: page.events[0]!.id }) }
}

const alreadyRead = (record: RecordedEvent): Pick<JournalEntry, 'read'> => ({ read: async () => record })

const badRequest = (message: string): FaultError =>
  new FaultError('bad_request', message, 'The client has a bug; report it.')

/** At most this many bytes, as journaled, are sent at once. */
const MAX_SENT = 16_000_000

interface Page {
  /** Oldest first. */
  events: JournalEntry[]
  hasMore: boolean
}

/**
 * The newest events that fit into the limit, and at least one. Of an artifact with several versions, such as the output
 * of a command, only the last is sent.
 */
async function newestOf(events: AsyncIterable<JournalEntry>, limit: number): Promise<Page> {
  const newest: JournalEntry[] = []
  let size = 0
  for await (const event of events) {
    if (event.superseded) continue
    size += event.size
    if (size > limit && newest.length > 0) {
      newest.at(-1)!.remember()
      return { events: newest.toReversed(), hasMore: true }
    }
    newest.push(event)
  }
  return { events: newest.toReversed(), hasMore: false }
}

async function sendAll(
  deps: Deps,
  events: readonly Pick<JournalEntry, 'read'>[],
  to: string,
): Promise<number> {
  let count = 0
  for (const event of events) {
    const record = await event.read()
    if (deps.isClosed()) break
    // Everyone was sent `take.settled` already.
    if (!record || (record.event.type === 'take.offered' && deps.isSettled(record.event.takeId))) continue
    if (replay(deps, record, to)) count++
    // No faster than the window reads: a long conversation would fill the memory.
    await deps.room.drained(to)
  }
  return count
}

/** Old statuses are outdated, and replies are sent whole. */
const isReplayed: Record<ConversationEvent['type'], boolean> = {
  'artifact.created': true,
  'approval.requested': true,
  'approval.settled': true,
  'transcript.updated': true,
  'reply.ended': true,
  'words.corrected': true,
  'reply.voiced': true,
  'turn.timed': true,
  'take.offered': true,
  'take.settled': true,
  'hunk.restored': true,
  'hunks.decided': true,
  'hunk.commented': true,
  'review.moved': true,
  'notice.shown': true,
  'thought.updated': false,
  'lines.pointed': false,
  'view.requested': false,
  'control.heard': false,
  'reply.appended': false,
  'reply.replaced': false,
  'status.changed': false,
  'turn.started': true,
  'turn.ended': false,
  'state.changed': false,
}
const replayed = new Set(
  (Object.keys(isReplayed) as ConversationEvent['type'][]).filter((type) => isReplayed[type]),
)

function replay({ events, transcripts }: Deps, record: RecordedEvent, to: string): boolean {
  const { event } = record
  if (event.type === 'transcript.updated') transcripts.userSaid(event, record, to)
  else if (event.type === 'reply.ended') transcripts.replayReply(event, record, to)
  else return events.replay(record, to)
  return true
}
