// How somebody talks: (state, input) → (state, requests). Keys, buttons, the microphone and the link come in as inputs, in
// any order; there is never more than one take, and the microphone is never open without a reason that is shown.
import {
  mayRest,
  TAP_MS,
  type Moment,
  type Take,
  type TalkChoices,
  type TalkInput,
  type TalkRequest,
  type TalkState,
  type TalkStep,
} from './talk-state.ts'
import { troubleOf, type Trouble } from './talk-troubles.ts'

const still = (state: TalkState): TalkStep => ({ state, requests: [] })

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
      // As if let go: what was said until then is not lost, and the microphone does not stay open unseen.
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
      return failed(state, input.trouble)
    case 'sound.missed':
      return { state: { ...state, trouble: input.trouble }, requests: [{ type: 'cue', cue: 'error' }] }
    case 'sound.heard':
      return state.trouble?.kind === 'silent' || state.trouble?.kind === 'suspended'
        ? still({ ...state, trouble: null })
        : still(state)
    case 'link.changed':
      return input.linked ? linkedAgain(state) : unlinked(state)
    case 'take.refused':
      if (state.take?.id !== input.takeId) return still(state)
      return still({ ...state, take: null, handsFree: false, trouble: input.trouble })
    case 'limit.reached':
      return state.take?.id === input.takeId ? end(state) : still(state)
    case 'rested':
      return mayRest(state) ? closed(state) : still(state)
    case 'trouble.dismissed':
      return still({ ...state, trouble: null })
  }
}

function begin(
  state: TalkState,
  { at, takeId }: Moment,
  how: Pick<Take, 'mode' | 'held' | 'latched'>,
): TalkStep {
  const unable = !state.linked && !state.met ? 'offline' : state.muted ? 'muted' : null
  if (unable) return still({ ...state, trouble: troubleOf(unable) })
  const take: Take = { id: takeId, pressedAt: at, begun: false, ...how }
  const step = withOpenMicrophone({ ...state, take, trouble: state.linked ? null : troubleOf('cut') })
  // Without keys, the agent speaks on until it hears a word; but this press has silenced it.
  const told: TalkRequest[] = how.mode === 'hands_free' ? [{ type: 'voice.stop' }] : []
  return { ...step, requests: [{ type: 'voice.silence' }, ...told, ...step.requests] }
}

/** A take that has not begun silenced the agent all the same, and would not have told it. */
const untold = ({ mode, begun }: Take): TalkRequest[] =>
  mode === 'hold' && !begun ? [{ type: 'voice.stop' }] : []

/** With the microphone open the take begins; else the microphone is opened for it. */
function withOpenMicrophone(state: TalkState): TalkStep {
  if (state.microphone === 'open') return opened(state)
  if (state.microphone === 'opening') return still(state)
  return { state: { ...state, microphone: 'opening' }, requests: [{ type: 'microphone.open' }] }
}

function opened(state: TalkState): TalkStep {
  if (state.microphone === 'closed') return still(state)
  const open: TalkState = { ...state, microphone: 'open' }
  if (!state.take || state.take.begun) return still(open)
  const { id, mode, held } = state.take
  // Who holds the key of an open microphone begins to talk at once and needs no sign; others wait for one.
  const unsaid = held && state.microphone === 'open'
  return {
    state: { ...open, take: { ...state.take, begun: true } },
    requests: [
      { type: 'take.begin', takeId: id, mode },
      ...(unsaid ? [] : [{ type: 'cue', cue: 'listening' } as const]),
    ],
  }
}

/** Until the other one gives sound, nobody is heard. */
function changed(state: TalkState): TalkStep {
  if (state.microphone === 'closed') return still(state)
  return { state: { ...state, microphone: 'opening' }, requests: [{ type: 'microphone.open' }] }
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

/** What was said is sent. */
function end(state: TalkState): TalkStep {
  const { take } = state
  if (!take) return still(state)
  if (!take.begun)
    return { state: { ...state, take: null, trouble: troubleOf('too_soon') }, requests: untold(take) }
  return {
    state: { ...state, take: null, sent: take.id },
    requests: [
      { type: 'cue', cue: 'heard' },
      { type: 'take.end', takeId: take.id },
    ],
  }
}

/** It was not meant. Without keys, it would only be heard on; so nobody is listened to any more. */
function drop(state: TalkState): TalkStep {
  const { take } = state
  if (!take) return still(state)
  const requests: TalkRequest[] = take.begun ? [{ type: 'take.drop', takeId: take.id }] : untold(take)
  return { state: { ...state, take: null, handsFree: false }, requests }
}

/** It was not meant, and is already sent. */
function takeBack(state: TalkState): TalkStep {
  const { sent } = state
  if (sent === null) return still(state)
  return { state: { ...state, sent: null }, requests: [{ type: 'take.drop', takeId: sent }] }
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
  return { state: { ...without, sent: take.id }, requests: [{ type: 'take.end', takeId: take.id }] }
}

function closed(state: TalkState): TalkStep {
  if (state.microphone === 'closed') return still(state)
  return { state: { ...state, microphone: 'closed' }, requests: [{ type: 'microphone.close' }] }
}

/** Whoever mutes wants not to be heard: words half said are not acted on. */
function mute(state: TalkState): TalkStep {
  const quiet = drop(state)
  const step = closed({ ...quiet.state, handsFree: false, muted: true, trouble: null })
  return { state: step.state, requests: [...quiet.requests, ...step.requests] }
}

function unmute(state: TalkState): TalkStep {
  const heard: TalkState = { ...state, muted: false, trouble: null }
  return state.choices.ready === 'always' && state.muted ? withOpenMicrophone(heard) : still(heard)
}

function chosen(state: TalkState, choices: TalkChoices): TalkStep {
  // What was begun in one way is not ended in another.
  const left = choices.mode === state.choices.mode ? still(state) : leave(state)
  const next: TalkState = { ...left.state, choices }
  const opens = choices.ready === 'always' && state.choices.ready !== 'always' && !state.muted
  const step = opens ? withOpenMicrophone(next) : still(next)
  return { state: step.state, requests: [...left.requests, ...step.requests] }
}

const leave = (state: TalkState): TalkStep => (state.take?.mode === 'hold' ? end(state) : endHandsFree(state))

function failed(state: TalkState, trouble: Trouble): TalkStep {
  if (state.microphone === 'closed') return still(state)
  const { take } = state
  const sent = take?.begun ? take.id : state.sent
  return {
    state: { ...state, microphone: 'closed', take: null, handsFree: false, sent, trouble },
    requests: [
      ...(take?.begun ? [{ type: 'take.end', takeId: take.id } as const] : take ? untold(take) : []),
      { type: 'microphone.close' },
      { type: 'cue', cue: 'error' },
    ],
  }
}

/** Who talks goes on: what they say is kept, and goes out when there is a link again. */
function unlinked(state: TalkState): TalkStep {
  return {
    state: { ...state, linked: false, trouble: state.take ? troubleOf('cut') : state.trouble },
    requests: [{ type: 'takes.cut' }],
  }
}

function linkedAgain(state: TalkState): TalkStep {
  const isOver = state.trouble?.kind === 'offline' || state.trouble?.kind === 'cut'
  return {
    state: { ...state, linked: true, met: true, trouble: isOver ? null : state.trouble },
    requests: [{ type: 'takes.resume' }],
  }
}
