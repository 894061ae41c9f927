// The right side of the window: a tab for each artifact and the view of the one that is chosen. A tab that has been
// looked at stays drawn, out of sight, so that coming back to it finds it as it was left.
import { useLayoutEffect, useMemo, useState } from 'react'
import '../styles/viewer.css'
import { useRoom } from '../store/use-room.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { ArtifactView } from './artifact-view.tsx'
import { EmptyViewer } from './empty-viewer.tsx'
import { panelDomId, tabDomId, TabStrip, type ShownTab } from './tab-strip.tsx'
import { useScrollWishes } from './scroll-wishes.ts'
import { ViewInFront } from './view-in-front.tsx'

export function Viewer() {
  const tabs = useRoom((state) => state.tabs)
  const artifacts = useRoom((state) => state.artifacts)
  const chosen = useRoom((state) => state.activeTab)
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
  useScrollWishes(active)
  useLayoutEffect(() => {
    // What had the focus is out of sight now; without this the next key would go to it, or nowhere.
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
              <ViewInFront value={artifact.id === active}>
                <ArtifactView artifact={artifact} arriving={arriving} />
              </ViewInFront>
            </ErrorBoundary>
          ) : null}
        </div>
      ))}
    </main>
  )
}
