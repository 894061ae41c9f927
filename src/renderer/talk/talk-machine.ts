// The talk machine: (state, input) → (state, effects). Keys, buttons, the microphone and the link come in as inputs, in any
// order. There is never more than one take, and the microphone is never open without a reason that the window shows.
import {
  mayRest,
  TAP_MS,
  type Moment,
  type Take,
  type TalkChoices,
  type TalkInput,
  type TalkEffect,
  type TalkState,
  type TalkStep,
} from './talk-state.ts'
import { problemOf, type TalkProblem } from './talk-problems.ts'

const still = (state: TalkState): TalkStep => ({ state, effects: [] })

export function talk(state: TalkState, input: TalkInput, moment: Moment): TalkStep {
  switch (input.type) {
    case 'pressed':
      if (state.choices.mode === 'hands-free') return toggleHandsFree(state, moment)
      if (state.take) return state.take.latched ? end(state) : still(state)
      return begin(state, moment, { mode: 'hold', held: true, latched: state.choices.key === 'toggle' })
    case 'toggled':
      if (state.choices.mode === 'hands-free') return toggleHandsFree(state, moment)
      return state.take ? end(state) : begin(state, moment, { mode: 'hold', held: false, latched: true })
    case 'released':
      return released(state, moment.at)
    case 'blurred':
      // Like a release: what was said until then is sent, and the microphone does not stay open unnoticed.
      return state.take?.held ? released(state, Infinity) : still(state)
    case 'cancelled':
      return state.take ? drop(state) : takeBack(state)
    case 'mute.changed':
      return input.muted ? mute(state) : unmute(state)
    case 'choices.changed':
      return chosen(state, input.choices)
    case 'microphone.opened':
      return opened(state)
    case 'microphone.changed':
      return changed(state)
    case 'microphone.failed':
      return failed(state, input.problem)
    case 'sound.missed':
      return { state: { ...state, problem: input.problem }, effects: [{ type: 'cue', cue: 'error' }] }
    case 'sound.heard':
      return state.problem?.kind === 'silent' || state.problem?.kind === 'suspended'
        ? still({ ...state, problem: null })
        : still(state)
    case 'link.changed':
      return input.linked ? linkedAgain(state) : unlinked(state)
    case 'take.refused':
      if (state.take?.id === input.takeId)
        return still({ ...state, take: null, handsFree: false, problem: input.problem })
      // Refused at its end, the take is over here, and only the reason remains to be shown.
      return still(state.linked ? { ...state, problem: input.problem } : state)
    case 'limit.reached':
      return state.take?.id === input.takeId ? end(state) : still(state)
    case 'rested':
      return mayRest(state) ? closed(state) : still(state)
    case 'problem.dismissed':
      return still({ ...state, problem: null })
  }
}

function begin(
  state: TalkState,
  { at, takeId }: Moment,
  how: Pick<Take, 'mode' | 'held' | 'latched'>,
): TalkStep {
  const unable = !state.linked && !state.met ? 'offline' : state.muted ? 'muted' : null
  if (unable) return still({ ...state, problem: problemOf(unable) })
  const take: Take = { id: takeId, pressedAt: at, begun: false, ...how }
  const step = withOpenMicrophone({ ...state, take, problem: state.linked ? null : problemOf('cut') })
  // Hands-free, the agent speaks on until it hears a word; but this press has silenced it.
  const stop: TalkEffect[] = how.mode === 'hands_free' ? [{ type: 'voice.stop' }] : []
  return { ...step, effects: [{ type: 'voice.silence' }, ...stop, ...step.effects] }
}

/** A take that has not started has silenced the agent all the same, without telling it. */
const stopVoice = ({ mode, begun }: Take): TalkEffect[] =>
  mode === 'hold' && !begun ? [{ type: 'voice.stop' }] : []

/** Starts the take if the microphone is open, else opens the microphone for it. */
function withOpenMicrophone(state: TalkState): TalkStep {
  if (state.microphone === 'open') return opened(state)
  if (state.microphone === 'opening') return still(state)
  return { state: { ...state, microphone: 'opening' }, effects: [{ type: 'microphone.open' }] }
}

function opened(state: TalkState): TalkStep {
  if (state.microphone === 'closed') return still(state)
  const open: TalkState = { ...state, microphone: 'open' }
  if (!state.take || state.take.begun) return still(open)
  const { id, mode, held } = state.take
  // With the key held and the microphone open, the user talks at once and needs no cue.
  const needsNoCue = held && state.microphone === 'open'
  return {
    state: { ...open, take: { ...state.take, begun: true } },
    effects: [
      { type: 'take.begin', takeId: id, mode },
      ...(needsNoCue ? [] : [{ type: 'cue', cue: 'listening' } as const]),
    ],
  }
}

/** The microphone counts as opening until the other one delivers audio. */
function changed(state: TalkState): TalkStep {
  if (state.microphone === 'closed') return still(state)
  return { state: { ...state, microphone: 'opening' }, effects: [{ type: 'microphone.open' }] }
}

function released(state: TalkState, at: number): TalkStep {
  const { take, choices } = state
  if (!take?.held) return still(state)
  if (take.latched) return still({ ...state, take: { ...take, held: false } })
  const tapped = at - take.pressedAt < TAP_MS
  if (choices.key === 'both' && tapped) {
    return still({ ...state, take: { ...take, held: false, latched: true } })
  }
  return end(state)
}

/** Sends the take. */
function end(state: TalkState): TalkStep {
  const { take } = state
  if (!take) return still(state)
  if (!take.begun)
    return { state: { ...state, take: null, problem: problemOf('too_soon') }, effects: stopVoice(take) }
  return {
    state: { ...state, take: null, sent: take.id },
    effects: [
      { type: 'cue', cue: 'heard' },
      { type: 'take.end', takeId: take.id },
    ],
  }
}

/** Discards the take; hands-free talking ends with it. */
function drop(state: TalkState): TalkStep {
  const { take } = state
  if (!take) return still(state)
  const effects: TalkEffect[] = take.begun ? [{ type: 'take.drop', takeId: take.id }] : stopVoice(take)
  return { state: { ...state, take: null, handsFree: false }, effects }
}

/** Discards the take that was sent last. */
function takeBack(state: TalkState): TalkStep {
  const { sent } = state
  if (sent === null) return still(state)
  return { state: { ...state, sent: null }, effects: [{ type: 'take.drop', takeId: sent }] }
}

function toggleHandsFree(state: TalkState, moment: Moment): TalkStep {
  if (state.handsFree || state.take) return endHandsFree(state)
  const step = begin(state, moment, { mode: 'hands_free', held: false, latched: true })
  return { ...step, state: { ...step.state, handsFree: step.state.take !== null } }
}

function endHandsFree(state: TalkState): TalkStep {
  const { take } = state
  const without: TalkState = { ...state, handsFree: false, take: null }
  if (!take?.begun) return still(without)
  return { state: { ...without, sent: take.id }, effects: [{ type: 'take.end', takeId: take.id }] }
}

function closed(state: TalkState): TalkStep {
  if (state.microphone === 'closed') return still(state)
  return { state: { ...state, microphone: 'closed' }, effects: [{ type: 'microphone.close' }] }
}

/** Muting also discards the take under way. */
function mute(state: TalkState): TalkStep {
  const quiet = drop(state)
  const step = closed({ ...quiet.state, handsFree: false, muted: true, problem: null })
  return { state: step.state, effects: [...quiet.effects, ...step.effects] }
}

function unmute(state: TalkState): TalkStep {
  const heard: TalkState = { ...state, muted: false, problem: null }
  return state.choices.ready === 'always' && state.muted ? withOpenMicrophone(heard) : still(heard)
}

function chosen(state: TalkState, choices: TalkChoices): TalkStep {
  // A take that started in one mode does not end in another.
  const left = choices.mode === state.choices.mode ? still(state) : leave(state)
  const next: TalkState = { ...left.state, choices }
  const opens = choices.ready === 'always' && state.choices.ready !== 'always' && !state.muted
  const step = opens ? withOpenMicrophone(next) : still(next)
  return { state: step.state, effects: [...left.effects, ...step.effects] }
}

const leave = (state: TalkState): TalkStep => (state.take?.mode === 'hold' ? end(state) : endHandsFree(state))

function failed(state: TalkState, problem: TalkProblem): TalkStep {
  if (state.microphone === 'closed') return still(state)
  const { take } = state
  const sent = take?.begun ? take.id : state.sent
  return {
    state: { ...state, microphone: 'closed', take: null, handsFree: false, sent, problem },
    effects: [
      ...(take?.begun ? [{ type: 'take.end', takeId: take.id } as const] : take ? stopVoice(take) : []),
      { type: 'microphone.close' },
      { type: 'cue', cue: 'error' },
    ],
  }
}

/** A take under way goes on, and is sent when there is a link again. */
function unlinked(state: TalkState): TalkStep {
  return {
    state: { ...state, linked: false, problem: state.take ? problemOf('cut') : state.problem },
    effects: [{ type: 'takes.cut' }],
  }
}

function linkedAgain(state: TalkState): TalkStep {
  const isOver = state.problem?.kind === 'offline' || state.problem?.kind === 'cut'
  return {
    state: { ...state, linked: true, met: true, problem: isOver ? null : state.problem },
    effects: [{ type: 'takes.resume' }],
  }
}
