// The state machine of a conversation: (state, input) → (state, effects). It knows no sockets, clocks or speech
// engines; ids and times come in with the inputs.
import type { BusyPolicy } from '../../shared/conversation.ts'
import { isStopPhrase } from '../commands/match-command.ts'
import { answerApproval, answerByText, requestApproval, settleApproval } from './approvals/approval-steps.ts'
import { judgeAnswer } from './approvals/judge-answer.ts'
import { placed } from './approvals/open-approvals.ts'
import { brainEvent } from './brain-event.ts'
import {
  agentStateOf,
  andThen,
  prepend,
  record,
  unchanged,
  userSegment,
  waitsForAnswer,
  type ConversationEffect,
  type ConversationInput,
  type ConversationState,
  type ConversationStep,
} from './conversation-state.ts'
import { beginBeside, isSideTalking, resumeVoice } from './side-turns.ts'
import { askLater, begin, cutOff, interrupt, stopVoice } from './turns.ts'

export function converse(state: ConversationState, input: ConversationInput, now: number): ConversationStep {
  const decided = decide(state, input)
  const pending = placed(state.pending, decided.state.pending, now)
  const next = { ...decided.state, pending }
  const shown = agentStateOf(next)
  if (shown === agentStateOf(state)) return { state: next, effects: decided.effects }
  return { state: next, effects: [...decided.effects, record({ type: 'state.changed', state: shown })] }
}

function decide(state: ConversationState, input: ConversationInput): ConversationStep {
  switch (input.type) {
    case 'ask':
      return heard(state, input)
    case 'answer':
      return answerApproval(state, input.approvalId, input.decision)
    case 'answer.said':
      return answerByText(state, judgeAnswer(state.pending, input.text, input.by)) ?? unchanged(state)
    case 'guest.asked':
      return requestApproval(state, input.turnId, input.approval)
    case 'guest.settled':
      return settleApproval(state, input.approvalId, input.decision)
    case 'interrupt':
      return input.everything
        ? cutOff({ ...state, queue: [] }, input.playedMs)
        : interrupt(state, input.playedMs)
    case 'brain':
      return brainEvent(state, input.event)
    case 'talk.started':
      return talkStarted(state, input.turnId, input.whenBusy, input.playedMs)
    case 'talk.heard':
      return talkHeard(state, input.turnId, input.text)
    case 'talk.dropped':
      return talkDropped(state, input.turnId)
    case 'voice.started':
      return unchanged({
        ...state,
        voice: { turnId: input.turnId, ...(input.beside && { beside: true as const }) },
      })
    case 'voice.ended':
      return state.voice?.turnId === input.turnId ? unchanged({ ...state, voice: null }) : unchanged(state)
  }
}

const transcript = (turnId: string, text: string, final: boolean): ConversationEffect =>
  record({ type: 'transcript.updated', turnId, segmentId: userSegment(turnId), text, final })

function heard(
  before: ConversationState,
  { ask, whenBusy, by, to = 'brain', said: words = ask.text }: Extract<ConversationInput, { type: 'ask' }>,
): ConversationStep {
  const wasTalking = before.listening?.turnId === ask.turnId
  const state = doneListening(before, ask.turnId)
  // Recorded first, whatever becomes of the request.
  const said = transcript(ask.turnId, words, true)
  const answering = by && answerByText(state, judgeAnswer(state.pending, ask.text, by))
  if (answering) return prepend([said], answering)
  if (state.phase.tag === 'idle')
    return prepend(
      [said],
      andThen(stopVoice(state), (silent) =>
        to === 'parley' ? beginBeside(silent, ask, to) : begin(silent, ask),
      ),
    )
  if (to !== 'brain') return prepend([said], beginBeside(state, ask, to))
  // A queued "stop" would stop nothing.
  if (isStopPhrase(ask.text)) return prepend([said], interrupt(state))
  // The running turn goes on, and so does its voice, which fell silent for the user.
  const goesOn = wasTalking ? [resumeVoice(state.phase.turnId, 'rest')] : []
  if (whenBusy === 'steer')
    return {
      state,
      effects: [said, { type: 'brain.steer', runId: state.phase.turnId, message: ask }, ...goesOn],
    }
  if (whenBusy === 'followup') return prepend([said, ...goesOn], askLater(state, ask))
  const stopped = cutOff({ ...state, queue: [] })
  return andThen({ ...stopped, effects: [...stopped.effects, said] }, (free) => begin(free, ask))
}

/** Nobody is talked over. A running reply is interrupted too, unless new requests wait for it. */
function talkStarted(
  state: ConversationState,
  turnId: string,
  whenBusy: BusyPolicy,
  playedMs: number | undefined,
): ConversationStep {
  const interrupts = whenBusy === 'interrupt' && state.phase.tag === 'speaking' && !waitsForAnswer(state)
  const step = interrupts ? interrupt(state, playedMs) : stopVoice(state, playedMs)
  const listening = { turnId, heard: false, ...(isSideTalking(state) && { overSide: true as const }) }
  return { ...step, state: { ...step.state, listening } }
}

function talkHeard(state: ConversationState, turnId: string, text: string): ConversationStep {
  if (state.listening?.turnId !== turnId || text === '') return unchanged(state)
  return {
    state: { ...state, listening: { ...state.listening, heard: true } },
    effects: [transcript(turnId, text, false)],
  }
}

function talkDropped(state: ConversationState, turnId: string): ConversationStep {
  if (state.listening?.turnId !== turnId) return unchanged(state)
  // An empty final transcript removes the partial one from the screen.
  const effects = state.listening.heard ? [transcript(turnId, '', true)] : []
  const { phase } = state
  // Nothing was asked for, so the reply that fell silent for the user goes on.
  const goesOn = phase.tag === 'idle' ? [] : [resumeVoice(phase.turnId, 'rest')]
  return { state: { ...state, listening: null }, effects: [...effects, ...goesOn] }
}

const doneListening = (state: ConversationState, turnId: string): ConversationState =>
  state.listening?.turnId === turnId ? { ...state, listening: null } : state
