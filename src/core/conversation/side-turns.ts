// Turns beside the running one: the built-in agent or Parley itself answers while the brain works on. They only read, so
// they never wait for an approval, and the running turn never waits for them.
import type { ConversationEvent } from '../../shared/conversation.ts'
import type { Ask } from '../ports/brain.ts'
import {
  agentSegment,
  errorArtifact,
  record,
  unchanged,
  type Answerer,
  type ConversationEffect,
  type ConversationState,
  type ConversationStep,
  type RunEvent,
  type SideTurn,
} from './conversation-state.ts'

/** Who answers questions about Parley and the running turn itself. */
export const PARLEY = 'Parley'

/** Nobody asks for more at once; the oldest gives way. */
export const MAX_SIDES = 8

export function beginBeside(
  state: ConversationState,
  { turnId, text }: Ask,
  to: Exclude<Answerer, 'brain'>,
): ConversationStep {
  const { phase, sides } = state
  const beside = phase.tag === 'idle' ? null : phase.turnId
  const [oldest] = sides
  const room = oldest && sides.length >= MAX_SIDES ? endSide(state, oldest, 'interrupted') : unchanged(state)
  return {
    state: { ...state, sides: [...room.state.sides, { turnId, beside, reply: null }] },
    effects: [
      ...room.effects,
      record({
        type: 'turn.started',
        turnId,
        ...(to === 'parley' && { by: PARLEY }),
        ...(beside !== null && { beside }),
      }),
      { type: 'side.ask', runId: turnId, text, to },
    ],
  }
}

/** An event of a side turn. */
export function sideEvent(state: ConversationState, side: SideTurn, event: RunEvent): ConversationStep {
  const { turnId } = side
  const segmentId = agentSegment(turnId)
  const recorded = (happened: ConversationEvent, next = state): ConversationStep => ({
    state: next,
    effects: [record(happened)],
  })
  const replying = (reply: string): ConversationState => ({
    ...state,
    sides: state.sides.map((one) => (one === side ? { ...side, reply } : one)),
  })
  switch (event.type) {
    case 'text.appended': {
      const { delta } = event
      if (delta === '') return unchanged(state)
      return recorded(
        { type: 'reply.appended', turnId, segmentId, delta },
        replying((side.reply ?? '') + delta),
      )
    }
    case 'text.replaced':
      return recorded({ type: 'reply.replaced', turnId, segmentId, text: event.text }, replying(event.text))
    case 'tool.started':
    case 'tool.ended':
      return { state, effects: [{ type: 'tool.intercept', event, beside: true }] }
    case 'view.requested': {
      const { runId: _, ...request } = event
      return recorded({ ...request, turnId })
    }
    case 'artifact.made':
      return recorded({ type: 'artifact.created', turnId, artifact: event.artifact })
    case 'approval.requested':
      // Only what reads runs beside another turn, so this must not happen.
      return goOn(side, endSide(state, side, 'failed'))
    case 'run.ended': {
      const isComplete = event.outcome === 'completed'
      return goOn(side, endSide(state, side, isComplete ? 'completed' : 'interrupted', false))
    }
    case 'run.failed': {
      const failed = endSide(state, side, 'failed', false)
      const fault = errorArtifact(turnId, 'fault', 'The request failed', event.fault)
      return goOn(side, { ...failed, effects: [fault, ...failed.effects] })
    }
    // The status bar and the muted line belong to the turn it runs beside.
    case 'status.told':
    case 'thought.appended':
    case 'notice.told':
    case 'lines.pointed':
    case 'approval.settled':
      return unchanged(state)
  }
}

/** A side turn is being spoken, or was when the user began to talk, while another turn runs. */
export const isSideTalking = ({ phase, voice, listening }: ConversationState): boolean =>
  phase.tag !== 'idle' && (voice?.beside ?? listening?.overSide ?? false)

export const resumeVoice = (turnId: string, what: 'rest' | 'new'): ConversationEffect => ({
  type: 'voice.resume',
  turnId,
  what,
})

/** The reply that fell silent when the user began to talk goes on after this one. */
const goOn = ({ beside }: SideTurn, step: ConversationStep): ConversationStep =>
  beside === null ? step : { ...step, effects: [...step.effects, resumeVoice(beside, 'rest')] }

export function endSides(state: ConversationState): ConversationStep {
  let now = unchanged(state)
  for (const side of state.sides) {
    const next = endSide(now.state, side, 'interrupted')
    now = { state: next.state, effects: [...now.effects, ...next.effects] }
  }
  return now
}

function endSide(
  state: ConversationState,
  side: SideTurn,
  outcome: 'completed' | 'interrupted' | 'failed',
  abort = true,
): ConversationStep {
  const { turnId, reply } = side
  const events: ConversationEvent[] = [
    ...(reply === null
      ? []
      : [{ type: 'reply.ended', turnId, segmentId: agentSegment(turnId), text: reply } as const]),
    { type: 'turn.ended', turnId, outcome },
  ]
  return {
    state: { ...state, sides: state.sides.filter((one) => one.turnId !== turnId) },
    effects: [...events.map(record), ...(abort ? [{ type: 'side.abort', runId: turnId } as const] : [])],
  }
}
