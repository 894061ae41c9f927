// Everything the window shows of a conversation, as one value. `reduce` makes the next one; nothing else does.
import type { Artifact } from '../../shared/artifacts.ts'
import type {
  AgentState,
  Approval,
  Correction,
  StatusAction,
  TurnTiming,
  ViewAction,
} from '../../shared/conversation.ts'
import type { SpeechState } from '../../shared/wire/speech-state.ts'

/** One segment of speech or typing. A person's text is replaced as it grows, the agent's is added to. */
export interface TranscriptEntry {
  id: string
  role: 'user' | 'agent'
  text: string
  isFinal: boolean
  timestamp: number
  turnId: string | null
  /** What whoever said it is called, where that is somebody else. */
  speaker?: string
}

export interface ShownStatus {
  action: StatusAction
  detail: string | null
  startedAt: number
}

/** An artifact and the moment and turn it came from. */
export interface ShownArtifact {
  artifact: Artifact
  at: number
  turnId: string | null
  /** The wire client that caused it; null for this window's own conversation. */
  source: string | null
  /** Only its beginning is here so far; the rest is on its way. */
  arriving?: Arriving
}

export interface Arriving {
  /** About how many characters it will have. */
  length: number
}

/** How this window is in the room; `instead` is here, because it could not get to where the agent is. */
export type LinkWay = { tag: 'local' } | { tag: 'livekit' } | { tag: 'instead'; why: string }

export type Connection =
  | { tag: 'connecting' }
  /** `weak` where sound may break off. */
  | { tag: 'connected'; way: LinkWay; weak?: boolean }
  /** Lost and being tried again; `reason` is a plain sentence. */
  | { tag: 'reconnecting'; reason: string; attempt: number }

export interface Tab {
  id: string
  pinned: boolean
  /** It came from somebody else's conversation, and nobody here has looked at it yet. */
  isNew?: boolean
}

/** A question of the agent that waits for an answer. */
export interface ShownApproval {
  approval: Approval
  turnId: string
  at: number
}

/** A wish only the views can fulfil. Each is an object of its own, so that the same wish twice is two wishes. */
export interface ViewWish {
  action: ViewAction
  line: number | null
}

/** How much of a reply was said aloud, in characters. */
export interface Voiced {
  heard: number
  complete: boolean
}

/** A spoken command to the app itself, and what was done. */
export interface ShownControl {
  phrase: string
  done: string
  at: number
}

/** Speech that was kept, waiting for a word on what to do with it. */
export interface OfferedTake {
  takeId: string
  startedAt: number
  durationMs: number
  text: string | null
}

export interface RoomState {
  connection: Connection
  /** What listens and what speaks; null until the agent has said. */
  /** Counts the conversations this window has come to: another folder, another brain. */
  conversation: number
  ears: SpeechState | null
  voice: SpeechState | null
  /** Changes whenever the agent's voice was stopped before its end. */
  voiceStopped: string | null
  /** Names that words were taken for, by the segment of the words. */
  corrections: Readonly<Record<string, readonly Correction[]>>
  /** What was said aloud of each reply, by segment. */
  voiced: Readonly<Record<string, Voiced>>
  /** Where the time went, by turn. */
  timings: Readonly<Record<string, TurnTiming>>
  control: ShownControl | null
  offeredTakes: readonly OfferedTake[]
  /** The turns in which a hunk was taken out that is in its file again. */
  restoredHunks: readonly string[]
  /** Questions that wait for an answer, oldest first. */
  approvals: readonly ShownApproval[]
  /** The last wish for the views; those about tabs are already fulfilled here. */
  viewWish: ViewWish | null
  /** Tabs that were closed, the last one last, so that it can be opened again. */
  closedTabs: readonly string[]
  /** What was in front before, the last one last. */
  wayBack: readonly string[]
  agentState: AgentState
  status: ShownStatus | null
  subtitle: { segmentId: string; role: 'user' | 'agent'; text: string } | null
  transcript: readonly TranscriptEntry[]
  /** Every artifact of the session, oldest first; tabs are the ten most recent of them, and the pinned. */
  artifacts: readonly ShownArtifact[]
  tabs: readonly Tab[]
  activeTab: string | null
  /** The oldest event that is here, when there are older ones that can be asked for. */
  earlier: string | null
}

export const MAX_TABS = 10

export const initialState: RoomState = {
  connection: { tag: 'connecting' },
  conversation: 0,
  ears: null,
  voice: null,
  voiceStopped: null,
  corrections: {},
  voiced: {},
  timings: {},
  control: null,
  offeredTakes: [],
  restoredHunks: [],
  approvals: [],
  viewWish: null,
  closedTabs: [],
  wayBack: [],
  agentState: 'initializing',
  status: null,
  subtitle: null,
  transcript: [],
  artifacts: [],
  tabs: [],
  activeTab: null,
  earlier: null,
}

export type RoomAction =
  | { type: 'connection.changed'; connection: Connection }
  | { type: 'agent.state.changed'; state: AgentState }
  | { type: 'status.shown'; status: ShownStatus }
  | { type: 'status.cleared' }
  /** A whole new text for a segment: a person's words, or a reply told again to a window that was away. */
  | { type: 'segment.replaced'; entry: TranscriptEntry; replayed: boolean }
  /** More of a reply. */
  | { type: 'segment.appended'; entry: Omit<TranscriptEntry, 'isFinal'> }
  | { type: 'segment.closed'; id: string }
  /** What seemed to be words was none. */
  | { type: 'segment.withdrawn'; id: string }
  | { type: 'subtitle.cleared'; segmentId: string }
  /** Reply text that came without a transcript: shown only until one comes for the same turn. */
  | { type: 'content.appended'; turnId: string | null; delta: string; at: number }
  /**
   * In a tab of its own, and in front where it is the newest of this conversation or nothing else is open; or in one behind
   * all others; or only in the history.
   */
  | { type: 'artifact.arrived'; shown: ShownArtifact; place?: 'behind' | 'history' }
  /** The beginning of one that is still on its way: shown as one that arrived, until that does. */
  | { type: 'artifact.begun'; shown: ShownArtifact & { arriving: Arriving } }
  /** What was on its way will not come, or comes anew. */
  | { type: 'beginnings.withdrawn' }
  /** There is more of the conversation, from before this event; or all of it is here. */
  | { type: 'earlier.changed'; before: string | null }
  /** The agent begins a full snapshot: what follows replaces what is here. */
  | { type: 'session.reset' }
  /** Another agent goes on with the same conversation. */
  | { type: 'agent.replaced' }
  | { type: 'tab.selected'; id: string }
  | { type: 'tab.closed'; id: string }
  | { type: 'tab.pinned'; id: string; pinned: boolean }
  /** Dragged to stand before another one, or last. */
  | { type: 'tab.moved'; id: string; before: string | null }
  | { type: 'tab.reopened' }
  | { type: 'approval.requested'; shown: ShownApproval }
  | { type: 'approval.settled'; approvalId: string }
  | { type: 'view.wished'; action: ViewAction; line: number | null }
  | { type: 'ears.changed'; ears: SpeechState }
  | { type: 'voice.changed'; voice: SpeechState }
  | { type: 'voice.stopped'; mark: string }
  | { type: 'words.corrected'; segmentId: string; corrections: readonly Correction[] }
  | { type: 'reply.voiced'; segmentId: string; voiced: Voiced }
  | { type: 'turn.timed'; turnId: string; timing: TurnTiming }
  | { type: 'control.shown'; control: ShownControl }
  | { type: 'take.offered'; take: OfferedTake }
  | { type: 'take.settled'; takeId: string }
  | { type: 'hunk.restored'; turnId: string }
