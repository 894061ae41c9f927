// What an event of the brain does to a conversation. Late events of old runs are dropped here, and nowhere else.
import { truncate } from '../../base/truncate.ts'
import type { ConversationEvent } from '../../shared/conversation.ts'
import type { BrainEvent } from '../ports/brain.ts'
import { requestApproval, settleByBrain } from './approvals/approval-steps.ts'
import {
  agentSegment,
  errorArtifact,
  prepend,
  record,
  unchanged,
  type ConversationState,
  type ConversationStep,
  type RunEvent,
} from './conversation-state.ts'
import { sideEvent } from './side-turns.ts'
import { adopt, askLater, finish, type Running } from './turns.ts'

export function brainEvent(state: ConversationState, event: BrainEvent): ConversationStep {
  const { phase } = state
  // These three matter whatever has become of their run.
  if (event.type === 'run.adopted') return phase.tag === 'idle' ? adopt(state, event.runId) : unchanged(state)
  if (event.type === 'abort.refused')
    return {
      state,
      effects: [errorArtifact(event.runId, 'not-stopped', 'The agent did not stop', event.fault)],
    }
  if (event.type === 'steer.refused') return askLater(state, event.request)
  const side = state.sides.find(({ turnId }) => turnId === event.runId)
  if (side) return sideEvent(state, side, event)
  const isLate = phase.tag === 'idle' || phase.turnId !== event.runId
  return isLate ? unchanged(state) : runEvent(state, phase, event)
}

/** An event of the running turn. */
function runEvent(state: ConversationState, phase: Running, event: RunEvent): ConversationStep {
  const { turnId } = phase
  const segmentId = agentSegment(turnId)
  const recorded = (happened: ConversationEvent, next = state): ConversationStep => ({
    state: next,
    effects: [record(happened)],
  })
  const replying = (reply: string): ConversationState => ({
    ...state,
    phase: { tag: 'speaking', turnId, reply },
  })
  switch (event.type) {
    case 'text.appended': {
      const { delta } = event
      if (delta === '') return unchanged(state)
      const reply = phase.tag === 'thinking' ? delta : phase.reply + delta
      return recorded({ type: 'reply.appended', turnId, segmentId, delta }, replying(reply))
    }
    case 'text.replaced':
      return recorded({ type: 'reply.replaced', turnId, segmentId, text: event.text }, replying(event.text))
    case 'thought.appended':
      return think(state, phase, event.delta)
    case 'notice.told': {
      const { text, isWarning } = event
      return recorded({
        type: 'notice.shown',
        turnId,
        text: truncate(text, MAX_NOTICE),
        ...(isWarning && { warning: true }),
      })
    }
    case 'lines.pointed': {
      const { file, line, endLine } = event
      return recorded({ type: 'lines.pointed', turnId, file, line, endLine })
    }
    case 'status.told':
    case 'tool.started':
    case 'tool.ended':
      return { state, effects: [{ type: 'tool.intercept', event }] }
    case 'approval.requested':
      return requestApproval(state, turnId, event.approval)
    case 'approval.settled':
      return settleByBrain(state, event.approvalId, event.decision)
    case 'view.requested': {
      const { runId: _, ...request } = event
      return recorded({ ...request, turnId })
    }
    case 'artifact.made':
      return recorded({ type: 'artifact.created', turnId, artifact: event.artifact })
    case 'run.ended':
      return finish(state, phase, event.outcome === 'completed' ? 'completed' : 'interrupted')
    case 'run.failed':
      return prepend(
        [errorArtifact(turnId, 'fault', 'The agent failed', event.fault)],
        finish(state, phase, 'failed'),
      )
  }
}

const MAX_NOTICE = 1000
/** A thought is one muted line; more is of no use there. */
const MAX_THOUGHT = 600
/** A thought without a sentence's end is shown after this many new characters. */
const SHOW_THOUGHT_AFTER = 200

/** Shows reasoning sentence by sentence: each piece by itself would flood the journal. */
function think(state: ConversationState, phase: Running, delta: string): ConversationStep {
  const before = phase.thought ?? { text: '', shown: 0 }
  const paragraph = `${before.text}${delta}`.split(/\n\s*\n/).at(-1) ?? ''
  const text = paragraph.slice(-MAX_THOUGHT)
  const isNew = !text.startsWith(before.text)
  const shown = isNew ? 0 : before.shown
  const isDue = text.trim() !== '' && (/[.!?:\n]\s*$/.test(text) || text.length - shown >= SHOW_THOUGHT_AFTER)
  const next = { ...state, phase: { ...phase, thought: { text, shown: isDue ? text.length : shown } } }
  if (!isDue) return unchanged(next)
  const { turnId } = phase
  return { state: next, effects: [record({ type: 'thought.updated', turnId, text: text.trim() })] }
}
