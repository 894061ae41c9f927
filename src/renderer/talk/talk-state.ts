// The state of the talk machine, its inputs and its effects.
import type { TalkProblem } from './talk-problems.ts'

export interface TalkChoices {
  /** Whether the key is for each utterance, or starts and ends hands-free talking. */
  mode: 'push' | 'hands-free'
  /** How the key works: held while talking, pressed to start and again to stop, or both. */
  key: 'both' | 'hold' | 'toggle'
  /** How long the microphone stays open after talking. */
  ready: 'talking' | 'minutes' | 'always'
  /** Whether short sounds confirm what happens. */
  sounds: boolean
}

export interface Take {
  id: string
  mode: 'hold' | 'hands_free'
  pressedAt: number
  /** The key is down. */
  held: boolean
  /** It continues without the key, until the next press. */
  latched: boolean
  /** The take has started; before that, the microphone is still opening. */
  begun: boolean
}

export interface TalkState {
  choices: TalkChoices
  linked: boolean
  /** There was a link before: takes without one wait for the next. */
  met: boolean
  muted: boolean
  /** `open` as soon as samples arrive, not when they were requested. */
  microphone: 'closed' | 'opening' | 'open'
  take: Take | null
  /** Hands-free talking is on until the user ends it. */
  handsFree: boolean
  /** The take that was sent last: Parley may still be transcribing it. */
  sent: string | null
  problem: TalkProblem | null
}

export type TalkInput =
  | { type: 'pressed' }
  | { type: 'released' }
  /** A press without a release, such as the global shortcut. */
  | { type: 'toggled' }
  | { type: 'cancelled' }
  /** The window lost the keyboard and would miss a release. */
  | { type: 'blurred' }
  | { type: 'mute.changed'; muted: boolean }
  | { type: 'choices.changed'; choices: TalkChoices }
  | { type: 'microphone.opened' }
  /** The user chose another microphone than the one open or opening. */
  | { type: 'microphone.changed' }
  | { type: 'microphone.failed'; problem: TalkProblem }
  | { type: 'sound.missed'; problem: TalkProblem }
  | { type: 'sound.heard' }
  | { type: 'link.changed'; linked: boolean }
  | { type: 'take.refused'; takeId: string; problem: TalkProblem }
  | { type: 'limit.reached'; takeId: string }
  /** The time for which the microphone stays open is over. */
  | { type: 'rested' }
  | { type: 'problem.dismissed' }

export type TalkEffect =
  /** Again, if it is open or opening already. */
  | { type: 'microphone.open' }
  | { type: 'microphone.close' }
  | { type: 'take.begin'; takeId: string; mode: Take['mode'] }
  | { type: 'take.end'; takeId: string }
  /** The user discarded it; also for a take that was sent and is not transcribed yet. */
  | { type: 'take.drop'; takeId: string }
  /** The link closed: takes wait for the next one. */
  | { type: 'takes.cut' }
  /** There is a link again: waiting takes are sent. */
  | { type: 'takes.resume' }
  /** Silences the agent's voice when the user starts to talk. */
  | { type: 'voice.silence' }
  /** Tells the agent that its voice was silenced, if no take starts from which it would know. */
  | { type: 'voice.stop' }
  | { type: 'cue'; cue: 'listening' | 'heard' | 'error' }

export interface TalkStep {
  state: TalkState
  effects: TalkEffect[]
}

export interface Moment {
  at: number
  /** For a take that may start now. */
  takeId: string
}

/** A press shorter than this is a tap. */
export const TAP_MS = 300

export const initialTalk: TalkState = {
  choices: { mode: 'push', key: 'both', ready: 'minutes', sounds: true },
  linked: false,
  met: false,
  muted: false,
  microphone: 'closed',
  take: null,
  handsFree: false,
  sent: null,
  problem: null,
}

/** Whether the microphone is open but not used: then it closes after a while. */
export const mayRest = ({ microphone, take, choices }: TalkState): boolean =>
  microphone !== 'closed' && !take && choices.ready !== 'always'
