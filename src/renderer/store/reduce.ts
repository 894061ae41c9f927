// (state, action) → the next state. Pure; time comes in with the actions.
import {
  emptyConversation,
  type Conversation,
  type ConversationAction,
  type RoomAction,
  type RoomOnlyAction,
  type RoomState,
  type TranscriptEntry,
} from './state.ts'
import { withComment, withDecisions } from './decisions.ts'
import { moveReview } from './guided-review.ts'
import { pointAt } from './pointing.ts'
import {
  closeTab,
  moveTab,
  runViewCommand,
  reopenTab,
  selectTab,
  withArtifact,
  withoutStarted,
} from './tabs.ts'

const MAX_VISITED = 50
/** More remarks than anybody reads. */
const MAX_NOTICES = 500

const roomOnly: Record<RoomOnlyAction['type'], true> = {
  'connection.changed': true,
  'agent.state.changed': true,
  'agent.replaced': true,
  'conversation.opened': true,
  'recognizer.changed': true,
  'voice.changed': true,
  'voice.stopped': true,
}
const isRoomOnly = (action: RoomAction): action is RoomOnlyAction => action.type in roomOnly

export function reduce(state: RoomState, action: RoomAction): RoomState {
  if (isRoomOnly(action)) return reduceRoom(state, action)
  const conversation = reduceConversation(state.conversation, action)
  return conversation === state.conversation ? state : { ...state, conversation }
}

function reduceRoom(state: RoomState, action: RoomOnlyAction): RoomState {
  switch (action.type) {
    case 'connection.changed':
      return { ...state, connection: action.connection }
    case 'agent.state.changed':
      return { ...state, agentState: action.state }
    case 'agent.replaced':
      return { ...state, agentGeneration: state.agentGeneration + 1 }
    case 'conversation.opened':
      return {
        ...state,
        agentGeneration: state.agentGeneration + 1,
        conversation: { ...emptyConversation, id: action.id },
      }
    case 'recognizer.changed':
      return { ...state, recognizer: action.recognizer }
    case 'voice.changed':
      return { ...state, voice: action.voice }
    case 'voice.stopped':
      return { ...state, voiceStopped: action.mark }
  }
}

function reduceConversation(before: Conversation, action: ConversationAction): Conversation {
  const after = withActiveSeen(nextConversation(before, action))
  // Whatever activated another tab, the user can go back to the previous one; going back is not a step itself.
  const { activeTab, visitedTabs } = before
  if (activeTab === null || after.activeTab === activeTab || after.visitedTabs !== visitedTabs) return after
  return { ...after, visitedTabs: [...visitedTabs, activeTab].slice(-MAX_VISITED) }
}

/** The active tab is not new any more, whatever activated it. */
function withActiveSeen(conversation: Conversation): Conversation {
  const { tabs, activeTab } = conversation
  const at = tabs.findIndex(({ id, isNew }) => isNew && id === activeTab)
  const tab = tabs[at]
  return tab ? { ...conversation, tabs: tabs.with(at, { id: tab.id, pinned: tab.pinned }) } : conversation
}

function nextConversation(state: Conversation, action: ConversationAction): Conversation {
  switch (action.type) {
    case 'status.shown':
      return { ...state, status: action.status }
    case 'status.cleared':
      return { ...state, status: null }
    case 'segment.replaced':
      return withEntry(state, action.entry, !action.replayed)
    case 'segment.withdrawn':
      return {
        ...state,
        transcript: state.transcript.filter(({ id }) => id !== action.id),
        subtitle: state.subtitle?.segmentId === action.id ? null : state.subtitle,
      }
    case 'segment.appended': {
      const known = state.transcript.find((entry) => entry.id === action.entry.id)
      const text = (known?.text ?? '') + action.entry.text
      const timestamp = known?.timestamp ?? action.entry.timestamp
      return withEntry(state, { ...action.entry, timestamp, text, isFinal: false }, true)
    }
    case 'segment.closed':
      return {
        ...state,
        transcript: state.transcript.map((entry) =>
          entry.id === action.id ? { ...entry, isFinal: true } : entry,
        ),
      }
    case 'subtitle.cleared':
      return state.subtitle?.segmentId === action.segmentId ? { ...state, subtitle: null } : state
    case 'content.appended':
      return withContent(state, action)
    case 'artifact.arrived':
      return withArtifact(state, action.shown, action.place)
    case 'artifact.started':
      // A new version of an artifact that is here replaces it when it is complete.
      return state.artifacts.some(({ artifact }) => artifact.id === action.shown.artifact.id)
        ? state
        : withArtifact(state, action.shown)
    case 'started.withdrawn':
      return withoutStarted(state)
    case 'earlier.changed':
      return { ...state, earlier: action.before }
    case 'tab.selected':
      return selectTab(state, action.id)
    case 'tab.closed':
      return closeTab(state, action.id)
    case 'tab.pinned': {
      const { id, pinned } = action
      return { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, pinned } : tab)) }
    }
    case 'tab.moved':
      return moveTab(state, action.id, action.before)
    case 'tab.reopened':
      return reopenTab(state)
    case 'approval.requested':
      return { ...state, approvals: [...withoutApproval(state, action.shown.approval.id), action.shown] }
    case 'approval.settled':
      return {
        ...state,
        approvals: withoutApproval(state, action.approvalId),
        // The status said what the agent was about to do, and would stay as if it were done.
        status: action.isDenied ? null : state.status,
      }
    case 'view.requested': {
      const { type: _, ...command } = action
      return runViewCommand(state, command)
    }
    case 'words.corrected':
      return { ...state, corrections: { ...state.corrections, [action.segmentId]: action.corrections } }
    case 'reply.voiced':
      return { ...state, voiced: { ...state.voiced, [action.segmentId]: action.voiced } }
    case 'turn.timed':
      return { ...state, timings: { ...state.timings, [action.turnId]: action.timing } }
    case 'command.shown':
      return { ...state, command: action.command }
    case 'take.offered':
      return { ...state, offeredTakes: [...withoutTake(state, action.take.takeId), action.take] }
    case 'take.settled':
      return { ...state, offeredTakes: withoutTake(state, action.takeId) }
    case 'hunk.restored':
      return { ...state, restoredHunks: [...state.restoredHunks, action.turnId] }
    case 'hunks.decided':
      return { ...state, decisions: withDecisions(state.decisions, action) }
    case 'hunk.commented':
      return { ...state, comments: withComment(state.comments, action) }
    case 'review.moved':
      return moveReview(state, action)
    case 'thought.shown':
      return { ...state, thought: action.thought }
    case 'notice.shown':
      return { ...state, notices: [...state.notices, action.notice].slice(-MAX_NOTICES) }
    case 'lines.pointed':
      return pointAt(state, action.pointed)
    case 'pointed.cleared':
      return state.pointed === null ? state : { ...state, pointed: null }
    case 'answerer.shown':
      return { ...state, answerers: { ...state.answerers, [action.turnId]: action.answerer } }
  }
}

const withoutTake = ({ offeredTakes }: Conversation, takeId: string) =>
  offeredTakes.filter((take) => take.takeId !== takeId)

const withoutApproval = ({ approvals }: Conversation, id: string) =>
  approvals.filter(({ approval }) => approval.id !== id)

const contentEntryId = (turnId: string | null): string => `content:${turnId ?? 'unnamed'}`

/** `live` text is also the subtitle; replayed text is not. */
function withEntry(state: Conversation, entry: TranscriptEntry, live: boolean): Conversation {
  const standIn = entry.role === 'agent' ? contentEntryId(entry.turnId) : null
  const others = state.transcript.filter((known) => known.id !== standIn)
  return {
    ...state,
    transcript: insertEntry(others, entry),
    subtitle: live ? { segmentId: entry.id, role: entry.role, text: entry.text } : state.subtitle,
  }
}

/** Replaces a known entry and inserts a new one by its time: a replay may come after something newer. */
function insertEntry(
  entries: readonly TranscriptEntry[],
  entry: TranscriptEntry,
): readonly TranscriptEntry[] {
  const at = entries.findIndex((known) => known.id === entry.id)
  if (at >= 0) return entries.with(at, entry)
  const after = entries.findLastIndex((known) => !comesBefore(entry, known))
  return entries.toSpliced(after + 1, 0, entry)
}

/** By time; at the same time within a turn, the request comes before the reply. */
function comesBefore(one: TranscriptEntry, other: TranscriptEntry): boolean {
  if (one.timestamp !== other.timestamp) return one.timestamp < other.timestamp
  return one.turnId === other.turnId && one.role === 'user' && other.role === 'agent'
}

/** Shows reply text that came without a transcript, unless the turn has a transcript by now. */
function withContent(
  state: Conversation,
  { turnId, delta, at }: Extract<ConversationAction, { type: 'content.appended' }>,
): Conversation {
  const id = contentEntryId(turnId)
  const last = state.transcript.findLast((entry) => entry.role === 'agent' && entry.turnId === turnId)
  if (last && last.id !== id && (turnId !== null || !last.isFinal)) return state
  const text = (last?.id === id ? last.text : '') + delta
  const timestamp = last?.id === id ? last.timestamp : at
  return {
    ...state,
    transcript: insertEntry(state.transcript, { id, role: 'agent', text, isFinal: false, timestamp, turnId }),
  }
}
