// After a turn that edited files, the tab with all working changes takes the place of the tabs with single edits.
import { changesShown } from '../../core/tools/changes-title.ts'
import { baseName } from '../../base/base-name.ts'
import type { Artifact } from '../../shared/artifacts.ts'
import type { Conversation, ShownArtifact, Tab } from './state.ts'

/** The diff of all working changes, of this window's own conversation. */
export function showsAllChanges({ artifact, source }: ShownArtifact): boolean {
  const changes = artifact.kind === 'diff' && source === null ? changesShown(artifact) : null
  return changes !== null && changes.file === undefined && !changes.staged
}

/** A diff of one edit is called like its file. */
function isEditIn(artifact: Artifact, diff: string): boolean {
  if (artifact.kind !== 'diff' || artifact.file === '') return false
  const name = artifact.file.replaceAll('\\', '/')
  // The file may have an absolute path; the last part of it still has to fit.
  return (
    baseName(artifact.title) === baseName(name) && diff.split('\n').some((line) => isNameLine(line, name))
  )
}

const isNameLine = (line: string, file: string): boolean => {
  const name = /^(?:\+\+\+|---) [ab]\/(.+)$/.exec(line)?.[1]
  return name !== undefined && (name === file || file.endsWith(`/${name}`))
}

/** The tabs with single edits that these changes contain; the user wants to keep a pinned one. */
export function coveredTabs(
  { tabs, artifacts }: Pick<Conversation, 'tabs' | 'artifacts'>,
  { artifact, at }: ShownArtifact,
): Tab[] {
  if (artifact.kind !== 'diff') return []
  return tabs.filter(({ id, pinned }) => {
    const shown = pinned || id === artifact.id ? undefined : artifacts.find((one) => one.artifact.id === id)
    return shown?.source === null && shown.at <= at && isEditIn(shown.artifact, artifact.diff)
  })
}

/** Opens the tab of all changes where the first of the covered tabs was. It is in front if one of those was. */
export function coverTabs(
  state: Conversation,
  id: string,
  covered: readonly Tab[],
): Pick<Conversation, 'tabs' | 'activeTab'> {
  const gone = new Set(covered.map((tab) => tab.id))
  const isOpen = state.tabs.some((tab) => tab.id === id)
  const wasInFront = state.activeTab === null || gone.has(state.activeTab)
  const first = state.tabs.findIndex((tab) => gone.has(tab.id))
  const place = first < 0 ? state.tabs.length : first
  const tabs = isOpen ? state.tabs : state.tabs.toSpliced(place, 0, { id, pinned: false })
  return {
    tabs: tabs.filter((tab) => !gone.has(tab.id)),
    activeTab: wasInFront ? id : state.activeTab,
  }
}
