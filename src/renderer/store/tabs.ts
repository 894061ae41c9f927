// What happens to the tabs of a conversation: artifacts open them, the user and view commands change them.
import type { Artifact } from '../../shared/artifacts.ts'
import type { ViewAction } from '../../shared/conversation.ts'
import { coveredTabs, coverTabs, showsAllChanges } from './covered-tabs.ts'
import { MAX_TABS, type Conversation, type ShownArtifact, type Tab, type ViewCommand } from './state.ts'

/** `behind` puts the tab behind all others; `history` opens no tab. */
export function withArtifact(
  state: Conversation,
  shown: ShownArtifact,
  place?: 'behind' | 'history',
): Conversation {
  const { id } = shown.artifact
  const known = state.artifacts.findIndex((other) => other.artifact.id === id)
  if (known >= 0) {
    const updated = { ...state, artifacts: state.artifacts.with(known, shown) }
    // Another turn has edited files; other changes on disk open no tab that was closed.
    const isOfTurn = showsAllChanges(shown) && state.artifacts[known]!.turnId !== shown.turnId
    return isOfTurn ? { ...updated, ...coverTabs(updated, id, coveredTabs(updated, shown)) } : updated
  }
  const after = state.artifacts.findLastIndex((other) => other.at <= shown.at)
  const artifacts = state.artifacts.toSpliced(after + 1, 0, shown)
  if (place === 'history') return { ...state, artifacts }
  if (place === 'behind') return { ...state, artifacts, tabs: withTabBehind(state.tabs, id) }
  if (shown.source !== null) return { ...state, artifacts, ...withTabOfAnother(state, id) }
  const covered = showsAllChanges(shown) ? coveredTabs(state, shown) : []
  if (covered.length > 0) return { ...state, artifacts, ...coverTabs(state, id, covered) }
  const isNewest = state.artifacts.slice(after + 1).every(({ source }) => source !== null)
  const same = isNewest ? tabOfSame(state, shown) : -1
  return {
    ...state,
    artifacts,
    tabs:
      same >= 0 ? state.tabs.with(same, { id, pinned: false }) : trim([...state.tabs, { id, pinned: false }]),
    activeTab: isNewest ? id : state.activeTab,
  }
}

/** The tab that shows an earlier state of the same: the same file, or the answer to the same question. */
function tabOfSame({ tabs, artifacts }: Conversation, { artifact }: ShownArtifact): number {
  const subject = subjectOf(artifact)
  if (subject === null) return -1
  return tabs.findIndex(({ id, pinned }) => {
    const shown = pinned ? undefined : artifacts.find((one) => one.artifact.id === id)
    return shown?.source === null && !shown.arriving && subjectOf(shown.artifact) === subject
  })
}

/** Null where nothing tells it apart: two diffs of several files with one title may be about different changes. */
function subjectOf(artifact: Artifact): string | null {
  const file = ('file' in artifact && artifact.file) || undefined
  const query = ('query' in artifact && artifact.query) || undefined
  const part = 'startLine' in artifact ? artifact.startLine : undefined
  const { kind, title } = artifact
  return file === undefined && query === undefined ? null : JSON.stringify([kind, title, file, part, query])
}

/** A tab from another client's conversation never hides what the user looks at: it waits, marked as new. */
function withTabOfAnother(
  { tabs, activeTab }: Conversation,
  id: string,
): Pick<Conversation, 'tabs' | 'activeTab'> {
  if (tabs.length === 0) return { tabs: [{ id, pinned: false }], activeTab: id }
  return { tabs: trim([...tabs, { id, pinned: false, isNew: true }], activeTab), activeTab }
}

/** Removes the artifacts of which only the beginning arrived. */
export function withoutStarted(state: Conversation): Conversation {
  const started = state.artifacts.filter(({ arriving }) => arriving)
  if (started.length === 0) return state
  const next = started.reduce(
    (now, { artifact: { id } }) => ({
      ...closeTab(now, id),
      artifacts: now.artifacts.filter(({ artifact }) => artifact.id !== id),
      // The user can neither reopen it nor go back to it.
      closedTabs: now.closedTabs.filter((closed) => closed !== id),
      visitedTabs: now.visitedTabs.filter((visited) => visited !== id),
    }),
    state,
  )
  return next.visitedTabs.at(-1) === next.activeTab
    ? { ...next, visitedTabs: next.visitedTabs.slice(0, -1) }
    : next
}

/** Adds an older tab at the start if there is room for it. */
function withTabBehind(tabs: readonly Tab[], id: string): readonly Tab[] {
  const loose = tabs.filter((tab) => !tab.pinned).length
  return loose < MAX_TABS ? [{ id, pinned: false }, ...tabs] : tabs
}

/** Leaves the ten most recent, all pinned ones and the one to `keep`; the others stay in the history. */
function trim(tabs: readonly Tab[], keep: string | null = null): readonly Tab[] {
  const loose = tabs.filter((tab) => !tab.pinned)
  const over = Math.max(0, loose.length - MAX_TABS)
  const oldest = loose.filter(({ id }) => id !== keep).slice(0, over)
  const dropped = new Set(oldest.map((tab) => tab.id))
  return dropped.size === 0 ? tabs : tabs.filter((tab) => !dropped.has(tab.id))
}

export function selectTab(state: Conversation, id: string): Conversation {
  if (!state.artifacts.some((shown) => shown.artifact.id === id)) return state
  if (state.tabs.some((tab) => tab.id === id)) return { ...state, activeTab: id }
  return { ...state, tabs: trim([...state.tabs, { id, pinned: false }]), activeTab: id }
}

export function closeTab(state: Conversation, id: string): Conversation {
  const at = state.tabs.findIndex((tab) => tab.id === id)
  if (at < 0) return state
  const tabs = state.tabs.toSpliced(at, 1)
  const closedTabs = [...state.closedTabs.filter((closed) => closed !== id), id]
  if (state.activeTab !== id) return { ...state, tabs, closedTabs }
  return { ...state, tabs, closedTabs, activeTab: (tabs[at] ?? tabs.at(-1))?.id ?? null }
}

export function reopenTab(state: Conversation): Conversation {
  const id = state.closedTabs.at(-1)
  return id === undefined ? state : selectTab({ ...state, closedTabs: state.closedTabs.slice(0, -1) }, id)
}

/** Activates the tab that was active before, and reopens it if it was closed. */
function goBack(state: Conversation): Conversation {
  const at = state.visitedTabs.findLastIndex(
    (id) => id !== state.activeTab && state.artifacts.some(({ artifact }) => artifact.id === id),
  )
  const id = state.visitedTabs[at]
  return id === undefined ? state : { ...selectTab(state, id), visitedTabs: state.visitedTabs.slice(0, at) }
}

export function moveTab(state: Conversation, id: string, before: string | null): Conversation {
  const tab = state.tabs.find((one) => one.id === id)
  if (!tab || before === id) return state
  const others = state.tabs.filter((one) => one.id !== id)
  const at = before === null ? others.length : others.findIndex((one) => one.id === before)
  return { ...state, tabs: others.toSpliced(at < 0 ? others.length : at, 0, tab) }
}

const activeIndex = ({ tabs, activeTab }: Conversation): number =>
  tabs.findIndex(({ id }) => id === activeTab)

function activateNeighbour(state: Conversation, step: 1 | -1): Conversation {
  const { tabs } = state
  const id = tabs[(activeIndex(state) + step + tabs.length) % tabs.length]?.id
  return id === undefined ? state : { ...state, activeTab: id }
}

/** Counted from 1. */
function selectNth(state: Conversation, number: number): Conversation {
  const tab = state.tabs[number - 1]
  return tab ? { ...state, activeTab: tab.id } : state
}

function closeOthers(state: Conversation): Conversation {
  return state.tabs
    .filter(({ id, pinned }) => id !== state.activeTab && !pinned)
    .reduce((now, { id }) => closeTab(now, id), state)
}

function togglePin(state: Conversation): Conversation {
  const at = activeIndex(state)
  const tab = state.tabs[at]
  return tab ? { ...state, tabs: state.tabs.with(at, { ...tab, pinned: !tab.pinned }) } : state
}

const tabCommands: Partial<Record<ViewAction, (state: Conversation) => Conversation>> = {
  'tab.next': (state) => activateNeighbour(state, 1),
  'tab.previous': (state) => activateNeighbour(state, -1),
  'tab.close': (state) => (state.activeTab === null ? state : closeTab(state, state.activeTab)),
  'tab.close_others': closeOthers,
  'tab.last': (state) => selectNth(state, state.tabs.length),
  'tab.reopen': reopenTab,
  'tab.back': goBack,
  'tab.pin': togglePin,
}

/** Performs commands about tabs; passes all others on to the views, the playback and the microphone. */
export function runViewCommand(state: Conversation, command: ViewCommand): Conversation {
  if (command.action === 'tab.nth') return selectNth(state, command.line ?? 0)
  return tabCommands[command.action]?.(state) ?? { ...state, viewCommand: command }
}
