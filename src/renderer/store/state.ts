// Everything the window shows of a room and its conversation, as one value. Only `reduce` makes the next one.
import type { Artifact } from '../../shared/artifacts.ts'
import type {
  AgentState,
  Approval,
  ConversationEventOf,
  Correction,
  StatusAction,
  TurnTiming,
  ViewAction,
} from '../../shared/conversation.ts'
import type { SpeechState } from '../../shared/wire/speech-state.ts'

/** One segment of speech or typing. A user's text is replaced as it grows, the agent's is appended to. */
export interface TranscriptEntry {
  id: string
  role: 'user' | 'agent'
  text: string
  isFinal: boolean
  timestamp: number
  turnId: string | null
  /** The name of the participant who said it, if it was not the owner. */
  speaker?: string
}

export interface ShownStatus {
  action: StatusAction
  detail: string | null
  startedAt: number
}

/** An artifact with the time and the turn it came from. */
export interface ShownArtifact {
  artifact: Artifact
  at: number
  turnId: string | null
  /** The wire client that caused it; null for this window's own conversation. */
  source: string | null
  /** Set while only its beginning has arrived. */
  arriving?: Arriving
}

export interface Arriving {
  /** About how many characters the whole artifact has. */
  length: number
}

/** How this window reached the agent; `instead`: over the local room, because the LiveKit room was unreachable. */
export type LinkWay = { tag: 'local' } | { tag: 'livekit' } | { tag: 'instead'; why: string }

export type Connection =
  | { tag: 'connecting' }
  /** `weak`: audio may drop out. */
  | { tag: 'connected'; way: LinkWay; weak?: boolean }
  /** Lost, and about to be tried again; `reason` is a plain sentence. */
  | { tag: 'reconnecting'; reason: string; attempt: number }

export interface Tab {
  id: string
  pinned: boolean
  /** It came from another client's conversation, and the user has not looked at it yet. */
  isNew?: boolean
}

/** An approval that the agent waits for. */
export interface ShownApproval {
  approval: Approval
  turnId: string
  at: number
}

/** A command for the views. Each is a new object, so that the same command twice is noticed twice. */
export interface ViewCommand {
  action: ViewAction
  line: number | null
  /** With `lines.select`: the last line, and the file if it is not the one of the view. */
  endLine?: number | undefined
  file?: string | undefined
}

/** How much of a reply the user heard, in characters. */
export interface Voiced {
  heard: number
  complete: boolean
}

/** A spoken command to the window, and what it did. */
export interface ShownCommand {
  phrase: string
  done: string
  at: number
}

/** A stored take; the user decides whether to send it. */
export interface OfferedTake {
  takeId: string
  startedAt: number
  durationMs: number
  text: string | null
}

export interface ShownThought {
  turnId: string
  text: string
}

/** A remark that belongs to a turn; a warning must not be missed. */
export interface ShownNotice {
  turnId: string
  text: string
  isWarning: boolean
  at: number
}

/** The lines the agent talks about. Each is a new object, so that the same lines twice are noticed twice. */
export interface PointedLines {
  file: string
  line: number
  endLine: number
  /** The user's words mean them, in the view in front. */
  said?: boolean
}

/** Who answers a turn, and the turn it runs beside. */
export interface Answerer {
  name: string
  beside: string | null
}

/** What the user decided about a hunk: `undecided` once they took it back. The turn is the one that did it. */
export interface HunkDecision {
  decision: 'kept' | 'reverted' | 'undecided'
  turnId: string
  at: number
}

/** By the key of the hunk. */
export type DiffDecisions = ReadonlyMap<string, HunkDecision>

/** A comment on a hunk; empty once it was removed. */
export interface HunkComment {
  text: string
  /** The agent has it. */
  sent: boolean
  at: number
}

/** By the key of the hunk. */
export type DiffComments = ReadonlyMap<string, HunkComment>

/** Where a guided review is. */
export type ReviewPlace = Omit<ConversationEventOf<'review.moved'>, 'type' | 'turnId'>

/** One conversation, as the window shows it. */
export interface Conversation {
  /** The agent's name for the conversation; null until the agent has sent it. */
  id: string | null
  status: ShownStatus | null
  subtitle: { segmentId: string; role: 'user' | 'agent'; text: string } | null
  transcript: readonly TranscriptEntry[]
  /** Code words that replaced misheard ones, by segment. */
  corrections: Readonly<Record<string, readonly Correction[]>>
  /** How much of each reply was heard, by segment. */
  voiced: Readonly<Record<string, Voiced>>
  /** How long each turn took, by turn. */
  timings: Readonly<Record<string, TurnTiming>>
  /** Who answers each turn, by turn. */
  answerers: Readonly<Record<string, Answerer>>
  thought: ShownThought | null
  notices: readonly ShownNotice[]
  pointed: PointedLines | null
  command: ShownCommand | null
  offeredTakes: readonly OfferedTake[]
  /** The turns that reverted a hunk which was restored later. */
  restoredHunks: readonly string[]
  /** What the user decided about the hunks of each diff, by the id of its artifact. */
  decisions: ReadonlyMap<string, DiffDecisions>
  /** What the user wrote about the hunks of each diff, by the id of its artifact. */
  comments: ReadonlyMap<string, DiffComments>
  /** Where the newest guided review is, since when, and whether the window goes there: not after a replay. */
  review: (ReviewPlace & { since: number; isFollowed: boolean }) | null
  /** Approvals the agent waits for, oldest first. */
  approvals: readonly ShownApproval[]
  /** The last command for the views; the reducer itself performs those about tabs. */
  viewCommand: ViewCommand | null
  /** Every artifact of the conversation, oldest first. Tabs show the ten most recent and the pinned ones. */
  artifacts: readonly ShownArtifact[]
  tabs: readonly Tab[]
  activeTab: string | null
  /** Closed tabs, the last one last, so that they can be reopened. */
  closedTabs: readonly string[]
  /** Tabs that were active before, the last one last. */
  visitedTabs: readonly string[]
  /** The oldest event here, if the agent has older ones. */
  earlier: string | null
}

export interface RoomState {
  connection: Connection
  agentState: AgentState
  /** Changes whenever another agent answers: it knows neither the take under way nor the view in front. */
  agentGeneration: number
  /** The recognizer and the voice; null until the agent has described them. */
  recognizer: SpeechState | null
  voice: SpeechState | null
  /** Changes whenever the agent's voice was stopped before its end. */
  voiceStopped: string | null
  conversation: Conversation
}

export const MAX_TABS = 10

export const emptyConversation: Conversation = {
  id: null,
  status: null,
  subtitle: null,
  transcript: [],
  corrections: {},
  voiced: {},
  timings: {},
  answerers: {},
  thought: null,
  notices: [],
  pointed: null,
  command: null,
  offeredTakes: [],
  restoredHunks: [],
  decisions: new Map(),
  comments: new Map(),
  review: null,
  approvals: [],
  viewCommand: null,
  artifacts: [],
  tabs: [],
  activeTab: null,
  closedTabs: [],
  visitedTabs: [],
  earlier: null,
}

export const initialState: RoomState = {
  connection: { tag: 'connecting' },
  agentState: 'initializing',
  agentGeneration: 0,
  recognizer: null,
  voice: null,
  voiceStopped: null,
  conversation: emptyConversation,
}

export interface HunksDecided {
  type: 'hunks.decided'
  artifactId: string
  hunks: readonly string[]
  decision: HunkDecision['decision']
  turnId: string
  /** Null in the window that decides: what the agent says about it comes later. */
  at: number | null
}

export interface HunkCommented {
  type: 'hunk.commented'
  artifactId: string
  hunk: string
  text: string
  sent?: boolean | undefined
  /** Null in the window where the user writes it. */
  at: number | null
}

export type ConversationAction =
  | { type: 'status.shown'; status: ShownStatus }
  | { type: 'status.cleared' }
  /** The whole new text of a segment: a user's speech, or a reply replayed to a window that was away. */
  | { type: 'segment.replaced'; entry: TranscriptEntry; replayed: boolean }
  /** More of a reply. */
  | { type: 'segment.appended'; entry: Omit<TranscriptEntry, 'isFinal'> }
  | { type: 'segment.closed'; id: string }
  /** What seemed to be speech was none. */
  | { type: 'segment.withdrawn'; id: string }
  | { type: 'subtitle.cleared'; segmentId: string }
  /** Reply text without a transcript: shown until a transcript of the same turn arrives. */
  | { type: 'content.appended'; turnId: string | null; delta: string; at: number }
  /**
   * Opens a new tab, active if it is the newest of this conversation or no other is open. `behind` puts the tab behind all
   * others; `history` opens no tab.
   */
  | { type: 'artifact.arrived'; shown: ShownArtifact; place?: 'behind' | 'history' }
  /** The beginning of an artifact; shown like one that arrived until the whole does. */
  | { type: 'artifact.started'; shown: ShownArtifact & { arriving: Arriving } }
  /** The artifacts that started will not arrive, or start again. */
  | { type: 'started.withdrawn' }
  /** The agent has more of the conversation, from before this event; null if everything is here. */
  | { type: 'earlier.changed'; before: string | null }
  | { type: 'tab.selected'; id: string }
  | { type: 'tab.closed'; id: string }
  | { type: 'tab.pinned'; id: string; pinned: boolean }
  /** Dragged before another tab, or to the end. */
  | { type: 'tab.moved'; id: string; before: string | null }
  | { type: 'tab.reopened' }
  | { type: 'approval.requested'; shown: ShownApproval }
  | { type: 'approval.settled'; approvalId: string; isDenied?: boolean }
  | ({ type: 'view.requested' } & ViewCommand)
  | { type: 'words.corrected'; segmentId: string; corrections: readonly Correction[] }
  | { type: 'reply.voiced'; segmentId: string; voiced: Voiced }
  | { type: 'turn.timed'; turnId: string; timing: TurnTiming }
  | { type: 'command.shown'; command: ShownCommand }
  | { type: 'take.offered'; take: OfferedTake }
  | { type: 'take.settled'; takeId: string }
  | { type: 'hunk.restored'; turnId: string }
  | HunksDecided
  | HunkCommented
  | { type: 'review.moved'; review: ReviewPlace; at: number; isReplayed?: boolean }
  /** The latest part of the agent's reasoning. */
  | { type: 'thought.shown'; thought: ShownThought }
  | { type: 'notice.shown'; notice: ShownNotice }
  | { type: 'lines.pointed'; pointed: PointedLines }
  /** The user has seen the lines, or the agent talks about them no more. */
  | { type: 'pointed.cleared' }
  | { type: 'answerer.shown'; turnId: string; answerer: Answerer }

export type RoomOnlyAction =
  | { type: 'connection.changed'; connection: Connection }
  | { type: 'agent.state.changed'; state: AgentState }
  /** Another agent continues the same conversation. */
  | { type: 'agent.replaced' }
  /** The agent starts a full snapshot: what follows replaces the conversation here. */
  | { type: 'conversation.opened'; id: string }
  | { type: 'recognizer.changed'; recognizer: SpeechState }
  | { type: 'voice.changed'; voice: SpeechState }
  | { type: 'voice.stopped'; mark: string }

export type RoomAction = ConversationAction | RoomOnlyAction
