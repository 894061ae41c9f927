// What there is to know of somebody talking, what can happen to it, and what it can ask for.
import type { Trouble } from './talk-troubles.ts'

export interface TalkChoices {
  /** Whether the key is for each thing said, or begins and ends a conversation without keys. */
  mode: 'push' | 'hands-free'
  /** What a press of the key means: held down while talking, pressed once and once again, or either. */
  key: 'both' | 'hold' | 'toggle'
  /** How long the microphone stays open when nobody talks. */
  ready: 'talking' | 'minutes' | 'always'
  /** Whether soft sounds say what happens. */
  sounds: boolean
}

export interface Take {
  id: string
  mode: 'hold' | 'hands_free'
  pressedAt: number
  /** The key is down. */
  held: boolean
  /** It goes on without the key, until the next press. */
  latched: boolean
  /** The agent has been told; before that, the microphone is still being opened. */
  begun: boolean
}

export interface TalkState {
  choices: TalkChoices
  linked: boolean
  /** There was a link before: what is said without one waits for the next. */
  met: boolean
  muted: boolean
  /** Open once samples arrive, not when they were asked for. */
  microphone: 'closed' | 'opening' | 'open'
  take: Take | null
  /** A conversation without keys is wanted, and goes on until it is ended. */
  handsFree: boolean
  /** The take that was sent last: its words may still be being made out. */
  sent: string | null
  trouble: Trouble | null
}

export type TalkInput =
  | { type: 'pressed' }
  | { type: 'released' }
  /** A press that has no release, as from a shortcut that works in other windows. */
  | { type: 'toggled' }
  | { type: 'cancelled' }
  /** The window lost the keyboard: a release would not be seen. */
  | { type: 'blurred' }
  | { type: 'mute.changed'; muted: boolean }
  | { type: 'choices.changed'; choices: TalkChoices }
  | { type: 'microphone.opened' }
  /** Another one is wanted than the one that is open or being opened. */
  | { type: 'microphone.changed' }
  | { type: 'microphone.failed'; trouble: Trouble }
  | { type: 'sound.missed'; trouble: Trouble }
  | { type: 'sound.heard' }
  | { type: 'link.changed'; linked: boolean }
  | { type: 'take.refused'; takeId: string; trouble: Trouble }
  | { type: 'limit.reached'; takeId: string }
  /** Nobody has talked for as long as the microphone stays open. */
  | { type: 'rested' }
  | { type: 'trouble.dismissed' }

export type TalkRequest =
  /** Anew, where it is open or being opened already. */
  | { type: 'microphone.open' }
  | { type: 'microphone.close' }
  | { type: 'take.begin'; takeId: string; mode: Take['mode'] }
  | { type: 'take.end'; takeId: string }
  /** Not meant; also of a take that was sent, as long as its words are not there. */
  | { type: 'take.drop'; takeId: string }
  /** The link is gone: what is being said waits for the next. */
  | { type: 'takes.cut' }
  /** There is a link again: what waits goes out. */
  | { type: 'takes.resume' }
  /** Who begins to talk is not talked over. */
  | { type: 'voice.silence' }
  /** The agent is told that it was silenced, where no take begins by which it would know. */
  | { type: 'voice.stop' }
  | { type: 'cue'; cue: 'listening' | 'heard' | 'error' }

export interface TalkStep {
  state: TalkState
  requests: TalkRequest[]
}

export interface Moment {
  at: number
  /** For a take that may begin now. */
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
  trouble: null,
}

/** Whether the microphone is open for nobody: then it is closed after a while. */
export const mayRest = ({ microphone, take, choices }: TalkState): boolean =>
  microphone !== 'closed' && !take && choices.ready !== 'always'
