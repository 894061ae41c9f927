// How a turn begins, waits in the queue, is interrupted and ends.
import type { ConversationEvent } from '../../shared/conversation.ts'
import type { Ask } from '../ports/brain.ts'
import { isOwn } from './approvals/open-approvals.ts'
import {
  agentSegment,
  prepend,
  record,
  unchanged,
  type ConversationEffect,
  type ConversationState,
  type ConversationStep,
  type Phase,
} from './conversation-state.ts'
import { endSides, isSideTalking, PARLEY, resumeVoice } from './side-turns.ts'

export type Running = Exclude<Phase, { tag: 'idle' }>

/** When more follow-ups than this wait, Parley refuses the next one aloud. */
export const MAX_QUEUE = 20

export function begin(state: ConversationState, { turnId, text }: Ask): ConversationStep {
  const started = adopt(state, turnId)
  return { ...started, effects: [...started.effects, { type: 'brain.ask', runId: turnId, text }] }
}

/** A run that nobody asked for here gets a turn as well, so that it can be seen and stopped. */
export const adopt = (state: ConversationState, turnId: string): ConversationStep => ({
  state: { ...state, phase: { tag: 'thinking', turnId } },
  effects: [record({ type: 'turn.started', turnId })],
})

/** Starts a separate turn: now, or after the running one. */
export function askLater(state: ConversationState, ask: Ask): ConversationStep {
  if (state.phase.tag === 'idle') return begin(state, ask)
  if (state.queue.length < MAX_QUEUE) return unchanged({ ...state, queue: [...state.queue, ask] })
  const { turnId } = ask
  const text = 'Too many requests are waiting. Stop me, or let me finish, and ask again.'
  const segmentId = agentSegment(turnId)
  return {
    state,
    effects: [
      record({ type: 'turn.started', turnId, by: PARLEY, beside: state.phase.turnId }),
      record({ type: 'reply.appended', turnId, segmentId, delta: text }),
      record({ type: 'reply.ended', turnId, segmentId, text }),
      record({ type: 'turn.ended', turnId, outcome: 'failed' }),
    ],
  }
}

/**
 * "Stop" means everything, queued follow-ups too. The exception: while the reply of a side turn is spoken, "stop" means
 * that reply, and the next "stop" means the rest.
 */
export const interrupt = (state: ConversationState, playedMs?: number): ConversationStep =>
  isSideTalking(state) ? hushSides(state, playedMs) : cutOff({ ...state, queue: [] }, playedMs)

/** Ends the turns that run and the voice without waiting for the brain, whose last events come later and are dropped. */
export function cutOff(state: ConversationState, playedMs?: number): ConversationStep {
  const { phase } = state
  const sides = endSides(state)
  const silent = stopVoice(sides.state, playedMs)
  if (phase.tag === 'idle') return prepend(sides.effects, silent)
  const { turnId } = phase
  return {
    state: { ...silent.state, phase: { tag: 'idle' }, pending: ofGuests(state) },
    // The reply ends before the voice stops: the voice then knows all of the text it was cut off in.
    effects: [
      ...sides.effects,
      ...ending(state, phase, 'interrupted'),
      ...silent.effects,
      { type: 'brain.abort', runId: turnId },
    ],
  }
}

/** Stops the side turns and their voice; the turn they ran beside goes on. */
function hushSides(state: ConversationState, playedMs: number | undefined): ConversationStep {
  const sides = endSides(state)
  const silent = stopVoice(sides.state, playedMs)
  const { phase } = state
  return {
    state: silent.state,
    effects: [
      ...sides.effects,
      ...silent.effects,
      ...(phase.tag === 'idle' ? [] : [resumeVoice(phase.turnId, 'new')]),
    ],
  }
}

/** Stops the voice only; the brain goes on. Always, because the machine does not know what is about to be played. */
export const stopVoice = (state: ConversationState, playedMs?: number): ConversationStep => ({
  state: { ...state, voice: null },
  effects: [{ type: 'voice.stop', ...(playedMs !== undefined && { playedMs }) }],
})

/** Ends the running turn and begins the next one in the queue. */
export function finish(
  state: ConversationState,
  phase: Running,
  outcome: 'completed' | 'interrupted' | 'failed',
): ConversationStep {
  const [next, ...queue] = state.queue
  const over: ConversationState = { ...state, phase: { tag: 'idle' }, pending: ofGuests(state), queue }
  return prepend(ending(state, phase, outcome), next ? begin(over, next) : unchanged(over))
}

/** The last events of a turn. Its approvals lapse with it. */
function ending(
  { pending }: ConversationState,
  phase: Running,
  outcome: 'completed' | 'interrupted' | 'failed',
): ConversationEffect[] {
  const lapsed = pending.filter(isOwn).map(({ approval: { id }, turnId }): ConversationEvent => ({
    type: 'approval.settled',
    turnId,
    approvalId: id,
    decision: 'lapsed',
  }))
  return [...lapsed, ...replyEnd(phase), { type: 'turn.ended', turnId: phase.turnId, outcome } as const].map(
    record,
  )
}

const ofGuests = ({ pending }: ConversationState): ConversationState['pending'] =>
  pending.filter((one) => !isOwn(one))

function replyEnd(phase: Running): ConversationEvent[] {
  if (phase.tag === 'thinking') return []
  const { turnId, reply } = phase
  return [{ type: 'reply.ended', turnId, segmentId: agentSegment(turnId), text: reply }]
}
