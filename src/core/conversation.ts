// The conversation: (state, input) → (state, events, requests). It knows nothing of sockets, clocks or speech engines;
// ids come in with the inputs. A late frame of an old run is dropped here, and nowhere else.
import type { BusyPolicy, ConversationEvent } from '../shared/conversation.ts'
import type { Fault } from '../shared/errors.ts'
import { approvalAnswer } from './approval-words.ts'
import {
  agentSegment,
  agentStateOf,
  prepend,
  andThen,
  unchanged,
  userSegment,
  type ConversationInput,
  type ConversationState,
  type ConversationStep,
} from './conversation-state.ts'
import { adopt, answer, begin, cutOff, finish, hush, interrupt, without } from './conversation-turns.ts'
import type { Ask, BrainEvent } from './ports.ts'
import { meansStop } from './stop-words.ts'

/** More waiting follow-ups than this and the oldest kept ones stay, the newcomer is turned away aloud. */
export const MAX_QUEUE = 20

export function converse(state: ConversationState, input: ConversationInput): ConversationStep {
  const step = decide(state, input)
  const now = agentStateOf(step.state)
  if (now === agentStateOf(state)) return step
  return { ...step, events: [...step.events, { type: 'state.changed', state: now }] }
}

function decide(state: ConversationState, input: ConversationInput): ConversationStep {
  switch (input.type) {
    case 'ask':
      return heard(doneListening(state, input.ask.turnId), input.ask, input.whenBusy)
    case 'answer':
      return answer(state, input.approvalId, input.decision)
    case 'interrupt':
      return interrupt(state)
    case 'brain':
      return brain(state, input.event)
    case 'talk.started':
      return talkStarted(state, input.turnId, input.whenBusy)
    case 'talk.heard':
      return talkHeard(state, input.turnId, input.text)
    case 'talk.dropped':
      return talkDropped(state, input.turnId)
    case 'voice.started':
      return unchanged({ ...state, voice: { turnId: input.turnId } })
    case 'voice.ended':
      return state.voice?.turnId === input.turnId ? unchanged({ ...state, voice: null }) : unchanged(state)
  }
}

const said = (turnId: string, text: string, final: boolean): ConversationEvent => ({
  type: 'transcript.updated',
  turnId,
  segmentId: userSegment(turnId),
  text,
  final,
})

function heard(state: ConversationState, ask: Ask, whenBusy: BusyPolicy): ConversationStep {
  // What was said is on record at once, whatever becomes of it.
  const record = said(ask.turnId, ask.text, true)
  if (state.phase.tag === 'idle')
    return prepend(
      [record],
      andThen(hush(state), (silent) => begin(silent, ask)),
    )
  const question = state.pending.at(-1)
  const decision = question === undefined ? null : approvalAnswer(ask.text)
  // Said while the agent waits for an answer, a yes or no is that answer.
  if (question !== undefined && decision) return prepend([record], answer(state, question.id, decision))
  // A stop is meant now, and not after what it is meant to stop.
  if (meansStop(ask.text)) return prepend([record], interrupt(state))
  if (whenBusy === 'steer') {
    return {
      state,
      events: [record],
      requests: [{ type: 'brain.steer', runId: state.phase.turnId, words: ask }],
    }
  }
  if (whenBusy === 'followup') return prepend([record], askBeside(state, ask))
  const stopped = cutOff({ ...state, queue: [] })
  return andThen({ ...stopped, events: [...stopped.events, record] }, (free) => begin(free, ask))
}

/** Words that are a turn of their own: now, or after the one that is going on. */
function askBeside(state: ConversationState, ask: Ask): ConversationStep {
  if (state.phase.tag === 'idle') return begin(state, ask)
  if (state.queue.length < MAX_QUEUE) return unchanged({ ...state, queue: [...state.queue, ask] })
  const segmentId = agentSegment(ask.turnId)
  const text = 'Too much is waiting already. Stop me, or let me finish, and say it again.'
  return {
    state,
    events: [
      { type: 'turn.started', turnId: ask.turnId },
      { type: 'reply.ended', turnId: ask.turnId, segmentId, text },
      { type: 'turn.ended', turnId: ask.turnId, outcome: 'failed' },
    ],
    requests: [],
  }
}

/** Who begins to talk is not talked over. A reply under way is cut off too, unless new words are to wait for it. */
function talkStarted(state: ConversationState, turnId: string, whenBusy: BusyPolicy): ConversationStep {
  const interrupts = whenBusy === 'interrupt' && state.phase.tag === 'speaking' && state.pending.length === 0
  const step = interrupts ? interrupt(state) : hush(state)
  return { ...step, state: { ...step.state, listening: { turnId, heard: false } } }
}

function talkHeard(state: ConversationState, turnId: string, text: string): ConversationStep {
  if (state.listening?.turnId !== turnId || text === '') return unchanged(state)
  return {
    state: { ...state, listening: { turnId, heard: true } },
    events: [said(turnId, text, false)],
    requests: [],
  }
}

function talkDropped(state: ConversationState, turnId: string): ConversationStep {
  if (state.listening?.turnId !== turnId) return unchanged(state)
  // Words that were shown are taken back.
  const events = state.listening.heard ? [said(turnId, '', true)] : []
  return { state: { ...state, listening: null }, events, requests: [] }
}

const doneListening = (state: ConversationState, turnId: string): ConversationState =>
  state.listening?.turnId === turnId ? { ...state, listening: null } : state

function notStopped(state: ConversationState, turnId: string, fault: Fault): ConversationStep {
  const artifact = {
    kind: 'error',
    id: `${turnId}:not-stopped`,
    title: 'It was not stopped',
    message: `${fault.message}\n${fault.remedy}`,
    stack: fault.code,
  } as const
  return { state, events: [{ type: 'artifact.created', turnId, artifact }], requests: [] }
}

function brain(state: ConversationState, event: BrainEvent): ConversationStep {
  const { phase } = state
  if (event.type === 'run.adopted' && phase.tag === 'idle') return adopt(state, event.runId)
  // It is shown though the turn is over here: there it goes on.
  if (event.type === 'abort.refused') return notStopped(state, event.runId, event.fault)
  // Whatever has become of the run they were meant for, these words are not lost.
  if (event.type === 'steer.refused') return askBeside(state, event.words)
  if (phase.tag === 'idle' || phase.turnId !== event.runId) return unchanged(state)
  const { turnId } = phase
  const tell = (...events: ConversationEvent[]): ConversationStep => ({ state, events, requests: [] })
  switch (event.type) {
    case 'text.appended': {
      if (event.delta === '') return unchanged(state)
      const reply = phase.tag === 'thinking' ? event.delta : phase.reply + event.delta
      return {
        state: { ...state, phase: { tag: 'speaking', turnId, reply } },
        events: [{ type: 'reply.appended', turnId, segmentId: agentSegment(turnId), delta: event.delta }],
        requests: [],
      }
    }
    case 'text.replaced':
      return {
        state: { ...state, phase: { tag: 'speaking', turnId, reply: event.text } },
        events: [{ type: 'reply.replaced', turnId, segmentId: agentSegment(turnId), text: event.text }],
        requests: [],
      }
    case 'run.adopted':
      return unchanged(state)
    case 'status.told':
    case 'tool.started':
    case 'tool.ended':
      return { state, events: [], requests: [{ type: 'tool.intercept', event }] }
    case 'approval.requested':
      if (state.pending.some(({ id }) => id === event.approval.id)) return unchanged(state)
      return {
        state: { ...state, pending: [...state.pending, event.approval] },
        events: [{ type: 'approval.requested', turnId, approval: event.approval }],
        requests: [],
      }
    case 'approval.settled': {
      const { approvalId, decision } = event
      if (!state.pending.some(({ id }) => id === approvalId)) return unchanged(state)
      return {
        state: { ...state, pending: without(state, approvalId) },
        events: [{ type: 'approval.settled', turnId, approvalId, decision }],
        requests: [],
      }
    }
    case 'view.requested': {
      const { action, line } = event
      return tell({ type: 'view.requested', turnId, action, ...(line !== undefined && { line }) })
    }
    case 'artifact.made':
      return tell({ type: 'artifact.created', turnId, artifact: event.artifact })
    case 'run.ended':
      return finish(state, phase, event.outcome === 'completed' ? 'completed' : 'interrupted', [])
    case 'run.failed': {
      const { message, remedy, code } = event.fault
      const artifact = {
        kind: 'error',
        id: `${turnId}:fault`,
        title: 'The agent failed',
        message: `${message}\n${remedy}`,
        stack: code,
      } as const
      return finish(state, phase, 'failed', [{ type: 'artifact.created', turnId, artifact }])
    }
  }
}
