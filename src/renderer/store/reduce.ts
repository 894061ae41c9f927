// (state, action) → the next state. Pure; time comes in with the actions.
import type { ViewAction } from '../../shared/conversation.ts'
import {
  initialState,
  MAX_TABS,
  type RoomAction,
  type RoomState,
  type ShownArtifact,
  type Tab,
  type TranscriptEntry,
} from './state.ts'

/** As far as anybody goes back. */
const MAX_WAY_BACK = 50

export function reduce(state: RoomState, action: RoomAction): RoomState {
  const next = withFrontSeen(nextState(state, action))
  if (action.type === 'session.reset') return next
  // Whatever brings something else to the front, what was there can be gone back to; going back itself cannot.
  if (state.activeTab === null || next.activeTab === state.activeTab || next.wayBack !== state.wayBack)
    return next
  return { ...next, wayBack: [...state.wayBack, state.activeTab].slice(-MAX_WAY_BACK) }
}

/** Whatever brought it to the front, what is in front is looked at. */
function withFrontSeen(state: RoomState): RoomState {
  const at = state.tabs.findIndex(({ id, isNew }) => isNew && id === state.activeTab)
  const tab = state.tabs[at]
  return tab ? { ...state, tabs: state.tabs.with(at, { id: tab.id, pinned: tab.pinned }) } : state
}

function nextState(state: RoomState, action: RoomAction): RoomState {
  switch (action.type) {
    case 'connection.changed':
      return { ...state, connection: action.connection }
    case 'agent.state.changed':
      return { ...state, agentState: action.state }
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
    case 'artifact.begun':
      // A newer state of one that is here takes its place when it is whole.
      return state.artifacts.some(({ artifact }) => artifact.id === action.shown.artifact.id)
        ? state
        : withArtifact(state, action.shown, undefined)
    case 'beginnings.withdrawn':
      return withoutBeginnings(state)
    case 'earlier.changed':
      return { ...state, earlier: action.before }
    case 'session.reset':
      return {
        ...initialState,
        connection: state.connection,
        agentState: state.agentState,
        conversation: state.conversation + 1,
        ears: state.ears,
        voice: state.voice,
        voiceStopped: state.voiceStopped,
      }
    case 'agent.replaced':
      return { ...state, conversation: state.conversation + 1 }
    case 'tab.selected':
      return selectTab(state, action.id)
    case 'tab.closed':
      return closeTab(state, action.id)
    case 'tab.pinned':
      return {
        ...state,
        tabs: state.tabs.map((tab) => (tab.id === action.id ? { ...tab, pinned: action.pinned } : tab)),
      }
    case 'tab.moved':
      return moveTab(state, action.id, action.before)
    case 'tab.reopened':
      return reopenTab(state)
    case 'approval.requested':
      return { ...state, approvals: [...withoutApproval(state, action.shown.approval.id), action.shown] }
    case 'approval.settled':
      return { ...state, approvals: withoutApproval(state, action.approvalId) }
    case 'view.wished':
      return withWish(state, action.action, action.line)
    case 'ears.changed':
      return { ...state, ears: action.ears }
    case 'voice.changed':
      return { ...state, voice: action.voice }
    case 'voice.stopped':
      return { ...state, voiceStopped: action.mark }
    case 'words.corrected':
      return { ...state, corrections: { ...state.corrections, [action.segmentId]: action.corrections } }
    case 'reply.voiced':
      return { ...state, voiced: { ...state.voiced, [action.segmentId]: action.voiced } }
    case 'turn.timed':
      return { ...state, timings: { ...state.timings, [action.turnId]: action.timing } }
    case 'control.shown':
      return { ...state, control: action.control }
    case 'take.offered':
      return { ...state, offeredTakes: [...withoutTake(state, action.take.takeId), action.take] }
    case 'take.settled':
      return { ...state, offeredTakes: withoutTake(state, action.takeId) }
    case 'hunk.restored':
      return { ...state, restoredHunks: [...state.restoredHunks, action.turnId] }
  }
}

const withoutTake = (state: RoomState, takeId: string) =>
  state.offeredTakes.filter((take) => take.takeId !== takeId)

const contentEntryId = (turnId: string | null): string => `content:${turnId ?? 'unnamed'}`

/** `spoken` now, so that it belongs in the subtitle; what is told again does not. */
function withEntry(state: RoomState, entry: TranscriptEntry, spoken: boolean): RoomState {
  const standIn = entry.role === 'agent' ? contentEntryId(entry.turnId) : null
  const others = state.transcript.filter((known) => known.id !== standIn)
  return {
    ...state,
    transcript: placed(others, entry),
    subtitle: spoken ? { segmentId: entry.id, role: entry.role, text: entry.text } : state.subtitle,
  }
}

/** Puts an entry where it was, or by its time where it is new: a replay may come after something newer. */
function placed(entries: readonly TranscriptEntry[], entry: TranscriptEntry): readonly TranscriptEntry[] {
  const at = entries.findIndex((known) => known.id === entry.id)
  if (at >= 0) return entries.with(at, entry)
  const after = entries.findLastIndex((known) => !comesBefore(entry, known))
  return entries.toSpliced(after + 1, 0, entry)
}

/** By time; within one moment of one turn, words come before the answer to them. */
function comesBefore(one: TranscriptEntry, other: TranscriptEntry): boolean {
  if (one.timestamp !== other.timestamp) return one.timestamp < other.timestamp
  return one.turnId === other.turnId && one.role === 'user' && other.role === 'agent'
}

/** Reply text that came without a transcript; as soon as the turn has a transcript, that is what counts. */
function withContent(state: RoomState, action: Extract<RoomAction, { type: 'content.appended' }>): RoomState {
  const { turnId, delta, at } = action
  const id = contentEntryId(turnId)
  const last = state.transcript.findLast((entry) => entry.role === 'agent' && entry.turnId === turnId)
  if (last && last.id !== id && (turnId !== null || !last.isFinal)) return state
  const text = (last?.id === id ? last.text : '') + delta
  const timestamp = last?.id === id ? last.timestamp : at
  return {
    ...state,
    transcript: placed(state.transcript, { id, role: 'agent', text, isFinal: false, timestamp, turnId }),
  }
}

function withArtifact(
  state: RoomState,
  shown: ShownArtifact,
  place: 'behind' | 'history' | undefined,
): RoomState {
  const { id } = shown.artifact
  const known = state.artifacts.findIndex((other) => other.artifact.id === id)
  if (known >= 0) return { ...state, artifacts: state.artifacts.with(known, shown) }
  const after = state.artifacts.findLastIndex((other) => other.at <= shown.at)
  const artifacts = state.artifacts.toSpliced(after + 1, 0, shown)
  if (place === 'history') return { ...state, artifacts }
  if (place === 'behind') return { ...state, artifacts, tabs: withTabBehind(state.tabs, id) }
  if (shown.source !== null) return { ...state, artifacts, ...withTabOfAnother(state, id) }
  const isNewest = state.artifacts.slice(after + 1).every(({ source }) => source !== null)
  return {
    ...state,
    artifacts,
    tabs: trimmed([...state.tabs, { id, pinned: false }]),
    activeTab: isNewest ? id : state.activeTab,
  }
}

/** What somebody asked for elsewhere takes nothing out of anybody's sight here: it waits with a mark. */
function withTabOfAnother({ tabs, activeTab }: RoomState, id: string): Pick<RoomState, 'tabs' | 'activeTab'> {
  if (tabs.length === 0) return { tabs: [{ id, pinned: false }], activeTab: id }
  return { tabs: trimmed([...tabs, { id, pinned: false, isNew: true }], activeTab), activeTab }
}

function withoutBeginnings(state: RoomState): RoomState {
  const gone = state.artifacts.filter(({ arriving }) => arriving)
  if (gone.length === 0) return state
  const next = gone.reduce(
    (now, { artifact: { id } }) => ({
      ...closeTab(now, id),
      artifacts: now.artifacts.filter(({ artifact }) => artifact.id !== id),
      // It cannot be opened again, nor gone back to.
      closedTabs: now.closedTabs.filter((closed) => closed !== id),
      wayBack: now.wayBack.filter((before) => before !== id),
    }),
    state,
  )
  return next.wayBack.at(-1) === next.activeTab ? { ...next, wayBack: next.wayBack.slice(0, -1) } : next
}

/** An older one, as long as there is room for it. */
function withTabBehind(tabs: readonly Tab[], id: string): readonly Tab[] {
  const loose = tabs.filter((tab) => !tab.pinned).length
  return loose < MAX_TABS ? [{ id, pinned: false }, ...tabs] : tabs
}

/** The ten most recent, all that are pinned, and the one to `keep`; the rest stay in the history. */
function trimmed(tabs: readonly Tab[], keep: string | null = null): readonly Tab[] {
  const loose = tabs.filter((tab) => !tab.pinned)
  const over = Math.max(0, loose.length - MAX_TABS)
  const oldest = loose.filter(({ id }) => id !== keep).slice(0, over)
  const dropped = new Set(oldest.map((tab) => tab.id))
  return dropped.size === 0 ? tabs : tabs.filter((tab) => !dropped.has(tab.id))
}

function selectTab(state: RoomState, id: string): RoomState {
  if (!state.artifacts.some((shown) => shown.artifact.id === id)) return state
  if (state.tabs.some((tab) => tab.id === id)) return { ...state, activeTab: id }
  return { ...state, tabs: trimmed([...state.tabs, { id, pinned: false }]), activeTab: id }
}

function closeTab(state: RoomState, id: string): RoomState {
  const at = state.tabs.findIndex((tab) => tab.id === id)
  if (at < 0) return state
  const tabs = state.tabs.toSpliced(at, 1)
  const closedTabs = [...state.closedTabs.filter((closed) => closed !== id), id]
  if (state.activeTab !== id) return { ...state, tabs, closedTabs }
  return { ...state, tabs, closedTabs, activeTab: (tabs[at] ?? tabs.at(-1))?.id ?? null }
}

function reopenTab(state: RoomState): RoomState {
  const id = state.closedTabs.at(-1)
  return id === undefined ? state : selectTab({ ...state, closedTabs: state.closedTabs.slice(0, -1) }, id)
}

/** To what was in front before, in a tab of its own again where it was closed. */
function goBack(state: RoomState): RoomState {
  const at = state.wayBack.findLastIndex(
    (id) => id !== state.activeTab && state.artifacts.some(({ artifact }) => artifact.id === id),
  )
  const id = state.wayBack[at]
  return id === undefined ? state : { ...selectTab(state, id), wayBack: state.wayBack.slice(0, at) }
}

function moveTab(state: RoomState, id: string, before: string | null): RoomState {
  const tab = state.tabs.find((one) => one.id === id)
  if (!tab || before === id) return state
  const others = state.tabs.filter((one) => one.id !== id)
  const at = before === null ? others.length : others.findIndex((one) => one.id === before)
  return { ...state, tabs: others.toSpliced(at < 0 ? others.length : at, 0, tab) }
}

const withoutApproval = (state: RoomState, id: string) =>
  state.approvals.filter(({ approval }) => approval.id !== id)

/** What is about tabs is done here and now; the rest is for the view in front, or for what sounds and hears. */
function withWish(state: RoomState, action: ViewAction, line: number | null): RoomState {
  const at = state.tabs.findIndex(({ id }) => id === state.activeTab)
  const tab = state.tabs[at]
  const beside = (step: number): string | undefined =>
    state.tabs[(at + step + state.tabs.length) % state.tabs.length]?.id
  switch (action) {
    case 'tab.next':
    case 'tab.previous': {
      const id = beside(action === 'tab.next' ? 1 : -1)
      return id === undefined ? state : { ...state, activeTab: id }
    }
    case 'tab.close':
      return tab ? closeTab(state, tab.id) : state
    case 'tab.close_others':
      return state.tabs
        .filter(({ id, pinned }) => id !== tab?.id && !pinned)
        .reduce((now, { id }) => closeTab(now, id), state)
    case 'tab.reopen':
      return reopenTab(state)
    case 'tab.back':
      return goBack(state)
    case 'tab.pin':
      return tab ? reduce(state, { type: 'tab.pinned', id: tab.id, pinned: !tab.pinned }) : state
    case 'hunk.next':
    case 'hunk.previous':
    case 'hunk.keep':
    case 'hunk.revert':
    case 'file.next':
    case 'file.previous':
    case 'scroll.up':
    case 'scroll.down':
    case 'scroll.top':
    case 'scroll.end':
    case 'line.reveal':
    case 'voice.louder':
    case 'voice.softer':
    case 'voice.mute':
    case 'voice.unmute':
    case 'microphone.mute':
      return { ...state, viewWish: { action, line } }
  }
}
