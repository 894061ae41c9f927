// The state of a brain, for the status bar and the card that helps to set it up.
import type { Fault } from './errors.ts'

export interface BrainStatus {
  name: string
  state: 'ready' | 'connecting' | 'lost' | 'refused'
  /** Its state in one or two words, to follow its name in the status bar; null while it works. */
  label: string | null
  /** Why it is not ready, and what to do about it. */
  fault: Fault | null
  /** What the user has to do before it can answer. */
  setup: SetupCard | null
  /** What and where it is: "OpenClaw 2026.9.6 at localhost:18789". */
  place: string | null
  /** The host outside this computer that receives the conversation and code; null if nothing leaves, or Parley cannot know. */
  sendsTo: string | null
  /** Something the user should know, although it works. */
  note: string | null
  /** Since when the current run has been silent, if that is too long. */
  quietSince: number | null
  /** What the user can choose, such as the agent's mode and model. */
  options: readonly BrainOption[]
  /** Commands of the agent itself, which the user types after a slash. */
  commands: readonly BrainCommand[]
  /** How much of the context and money the conversation has used; null if the brain does not say. */
  usage: BrainUsage | null
  /** What the user allowed for the rest of the conversation. */
  rules: readonly BrainRule[]
  /** The brain's own title of the conversation. */
  title: string | null
}

export interface BrainOption {
  id: string
  /** Such as "Mode". */
  name: string
  kind: 'mode' | 'model' | 'other'
  /** The value of the current choice. */
  value: string
  choices: readonly { value: string; name: string; description: string | null }[]
}

export interface BrainCommand {
  /** Without the slash. */
  name: string
  description: string
  /** What to type after the name, or null if it takes nothing. */
  hint: string | null
}

export interface BrainUsage {
  /** Tokens in the context, and how many fit. */
  usedTokens: number
  contextTokens: number
  /** What the conversation has cost so far. */
  cost: Cost | null
  /** The last request alone, if the brain says so. */
  lastTurn?: { tokens: number; cost: Cost | null }
  /** All tokens that were sent and received in the conversation. */
  allTokens?: number
}

export interface Cost {
  amount: number
  currency: string
}

export interface BrainRule {
  id: string
  /** Such as "Edits to files in this conversation". */
  label: string
}

/** The card a window shows while a brain needs something from the user. */
export interface SetupCard {
  heading: string
  explanation: string
  /** A command the user can copy and run. */
  command: string | null
  /** The label of the text box for the brain's token or key, if that is missing. */
  secretLabel: string | null
  /** Offers the dialog that connects an agent or a model. */
  connects?: boolean
  /** Ways to sign in; a click calls `signIn` with the id. */
  signIn?: readonly { id: string; label: string; description: string | null }[]
}

/** A brain's status, with what the window shows about the brain itself. */
export interface BrainView extends BrainStatus {
  id: string
  explanation: string
}

export const readyBrain = (name: string): BrainStatus => ({
  name,
  state: 'ready',
  label: null,
  fault: null,
  setup: null,
  place: null,
  sendsTo: null,
  note: null,
  quietSince: null,
  options: [],
  commands: [],
  usage: null,
  rules: [],
  title: null,
})
