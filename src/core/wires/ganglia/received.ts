// A message of `ganglia-events` in Parley's own terms, whichever dialect it came in.
import type { Artifact } from '../../../shared/artifacts.ts'
import type { StatusAction } from '../../../shared/conversation.ts'

interface About {
  /** The event's id, for resuming and for recognizing duplicates; null if the sender gave none. */
  id: string | null
  at: number | null
  turnId: string | null
  source: string | null
}

export type ReceivedMessage = About &
  (
    | { type: 'status'; action: StatusAction; detail: string | null; startedAt: number | null }
    | { type: 'artifact'; artifact: Artifact }
    | { type: 'content'; delta: string }
  )
