// The right side of the window: a tab for each artifact and the view of the active one. A view stays mounted but hidden
// when another tab is active, so that it keeps its state.
import { useLayoutEffect, useMemo, useState } from 'react'
import '../styles/viewer.css'
import { useConversation } from '../store/use-room.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { ArtifactView } from './artifact-views.tsx'
import { EmptyViewer } from './empty-viewer.tsx'
import { panelDomId, tabDomId, TabStrip, type ShownTab } from './tab-strip.tsx'
import { ActiveView, useReportedTabs, useViewCommand } from './active-view.tsx'
import { useClickClearsPointed } from './pointed-lines.ts'

/** A scroll by a page keeps a little of the old text in view. */
const PAGE_SHARE = 0.85

/** Scrolls the active view by command, unless it is the editor, which scrolls itself. */
function useScrollCommands(active: string | null): void {
  useViewCommand(({ action }) => {
    if (active === null || !action.startsWith('scroll.')) return
    const box = document.getElementById(panelDomId(active))?.querySelector('.view-scroll')
    if (!box) return
    const page = box.clientHeight * PAGE_SHARE
    if (action === 'scroll.down') box.scrollBy({ top: page })
    else if (action === 'scroll.up') box.scrollBy({ top: -page })
    else box.scrollTop = action === 'scroll.top' ? 0 : box.scrollHeight
  })
}

export function Viewer() {
  const tabs = useConversation((conversation) => conversation.tabs)
  const artifacts = useConversation((conversation) => conversation.artifacts)
  const chosen = useConversation((conversation) => conversation.activeTab)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())

  const shown = useMemo(() => {
    const byId = new Map(artifacts.map((one) => [one.artifact.id, one]))
    return tabs.flatMap(({ id, pinned, isNew = false }): ShownTab[] => {
      const { artifact, arriving, source = null } = byId.get(id) ?? {}
      return artifact ? [{ artifact, pinned, arriving, source, isNew }] : []
    })
  }, [tabs, artifacts])

  const active = shown.some(({ artifact }) => artifact.id === chosen)
    ? chosen
    : (shown.at(-1)?.artifact.id ?? null)
  useScrollCommands(active)
  useReportedTabs(shown)
  useClickClearsPointed()
  useLayoutEffect(() => {
    // The focused element is hidden now; without this the next key would be lost.
    if (active === null || !document.activeElement?.closest('.panel[hidden]')) return
    document.getElementById(tabDomId(active))?.focus()
  }, [active])
  if (active !== null && !seen.has(active)) setSeen(new Set(seen).add(active))

  if (shown.length === 0) {
    return (
      <main className="viewer" aria-label="Viewer">
        <EmptyViewer />
      </main>
    )
  }
  return (
    <main className="viewer" aria-label="Viewer">
      <TabStrip tabs={shown} active={active} />
      {shown.map(({ artifact, arriving }) => (
        <div
          key={artifact.id}
          role="tabpanel"
          id={panelDomId(artifact.id)}
          aria-labelledby={tabDomId(artifact.id)}
          className="panel"
          hidden={artifact.id !== active}
        >
          {seen.has(artifact.id) ? (
            <ErrorBoundary what="This tab">
              <ActiveView value={artifact.id === active}>
                <ArtifactView artifact={artifact} arriving={arriving} />
              </ActiveView>
            </ErrorBoundary>
          ) : null}
        </div>
      ))}
    </main>
  )
}
