// What the running turn has done so far, gathered from the events of the conversation, so that questions about it are
// answered at once, without disturbing the brain.
import type { ArtifactOf } from '../../shared/artifacts.ts'
import type { ConversationEvent, StatusAction } from '../../shared/conversation.ts'
import { PARLEY } from './side-turns.ts'

export type Step = ArtifactOf<'checklist'>['entries'][number]

export interface Deed {
  action: StatusAction
  detail: string | null
}

export interface Progress {
  turnId: string
  startedAt: number
  /** Null while the turn runs. */
  endedAt: number | null
  /** When the brain last did or said something. */
  activeAt: number
  /** What it does now; null while it writes its reply, or before its first tool. */
  doing: (Deed & { title: string | null }) | null
  isReplying: boolean
  /** The brain's plan, as it is now. */
  steps: readonly Step[]
  /** What it did before, oldest first and each once. */
  done: readonly Deed[]
  /** Approvals that it waits for, with their titles. */
  waitsFor: readonly { id: string; title: string }[]
}

const MAX_DEEDS = 200

/** The progress after an event. The last turn stays until the next one starts. */
export function followProgress(
  progress: Progress | null,
  event: ConversationEvent,
  now: number,
): Progress | null {
  if (event.type === 'turn.started')
    return event.beside === undefined && event.by !== PARLEY ? begun(event.turnId, now) : progress
  if (!progress || !('turnId' in event) || event.turnId !== progress.turnId) return progress
  const active = { ...progress, activeAt: now }
  switch (event.type) {
    case 'status.changed': {
      const { action, detail = null, spoken = null } = event
      return { ...withDone(active), doing: { action, detail, title: spoken }, isReplying: false }
    }
    case 'reply.appended':
    case 'reply.replaced':
      return { ...withDone(active), doing: null, isReplying: true }
    case 'artifact.created':
      return event.artifact.kind === 'checklist' ? { ...active, steps: event.artifact.entries } : active
    case 'approval.requested': {
      const { id, title } = event.approval
      return { ...active, waitsFor: [...active.waitsFor, { id, title }] }
    }
    case 'approval.settled': {
      const waitsFor = active.waitsFor.filter(({ id }) => id !== event.approvalId)
      // What the user denied is never done.
      return { ...active, waitsFor, doing: event.decision === 'deny' ? null : active.doing }
    }
    case 'thought.updated':
    case 'notice.shown':
      return active
    case 'turn.ended':
      return { ...withDone(active), doing: null, isReplying: false, waitsFor: [], endedAt: now }
    // What the user and the window do is no progress.
    case 'transcript.updated':
    case 'words.corrected':
    case 'control.heard':
    case 'take.offered':
    case 'take.settled':
    case 'view.requested':
    case 'lines.pointed':
    case 'hunk.restored':
    case 'hunks.decided':
    case 'hunk.commented':
    case 'review.moved':
    case 'reply.ended':
    case 'reply.voiced':
    case 'turn.timed':
      return progress
  }
}

const begun = (turnId: string, now: number): Progress => ({
  turnId,
  startedAt: now,
  endedAt: null,
  activeAt: now,
  doing: null,
  isReplying: false,
  steps: [],
  done: [],
  waitsFor: [],
})

/** What it did until now becomes one of the things it has done. */
function withDone(progress: Progress): Progress {
  const { doing, done } = progress
  if (!doing || doing.action === 'thinking') return progress
  const { action, detail } = doing
  const others = done.filter((one) => one.action !== action || one.detail !== detail)
  return { ...progress, done: [...others, { action, detail }].slice(-MAX_DEEDS) }
}
