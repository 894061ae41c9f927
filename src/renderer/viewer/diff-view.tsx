// A diff, however large: read and drawn in a worker, put on the page chunk by chunk as it is scrolled to.
import { useEffect, useRef, useState } from 'react'
import type { ArtifactOf } from '../../shared/artifacts.ts'
import '../styles/diff.css'
import { useApp } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { useElementWidth } from '../ui/use-element-width.ts'
import { CodeView } from './code-view.tsx'
import { createChunkLoader, type ChunkLoader } from './diff-chunk-loader.ts'
import type { DiffLayout } from './diff-chunks.ts'
import { openDiff, type DiffClient } from './diff-client.ts'
import { DiffFile } from './diff-file.tsx'
import { chooseLayout, startsCollapsed } from './diff-layout.ts'
import { fullTitle } from './tab-labels.ts'
import { ViewHeader } from './view-header.tsx'

interface Opened {
  client: DiffClient
  loader: ChunkLoader
  layout: DiffLayout
}

type Reading = { tag: 'reading' } | { tag: 'failed'; message: string } | { tag: 'open'; opened: Opened }

export function DiffView({ artifact }: { artifact: ArtifactOf<'diff'> }) {
  const { commands } = useApp()
  const report = useReportFault()
  const { settings, change } = useSettings()
  const root = useRef<HTMLDivElement>(null)
  const width = useElementWidth(root)
  const wanted = settings?.diffLayout ?? 'side-by-side'
  const choice = width === null ? null : chooseLayout(wanted, width, artifact.diff.length)
  const layout = choice?.layout ?? null
  const [reading, setReading] = useState<Reading>({ tag: 'reading' })

  useEffect(() => {
    if (!layout || !root.current) return
    const scroller = root.current
    const closing = new AbortController()
    let loader: ChunkLoader | null = null
    openDiff(artifact.diff, layout, closing.signal).then(
      (client) => {
        if (closing.signal.aborted) return
        loader = createChunkLoader(scroller, (file, chunk) => client.draw(file, chunk))
        setReading({ tag: 'open', opened: { client, loader, layout } })
      },
      (error: unknown) => {
        if (closing.signal.aborted) return
        setReading({ tag: 'failed', message: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => {
      closing.abort()
      loader?.close()
    }
  }, [artifact.diff, layout])

  const [openFile] = useState(() => (file: string) => {
    commands.openFile(file).catch(report)
  })

  const files = reading.tag === 'open' ? reading.opened.client.files : []
  if (reading.tag === 'failed' || (reading.tag === 'open' && files.length === 0)) {
    return (
      <CodeView
        id={artifact.id}
        title={fullTitle(artifact)}
        detail={reading.tag === 'failed' ? reading.message : 'Shown as text: this is no unified diff.'}
        content={artifact.diff}
        language="plaintext"
      />
    )
  }
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const deleted = files.reduce((sum, file) => sum + file.deleted, 0)
  const collapsed = startsCollapsed(files)
  const other: DiffLayout = wanted === 'unified' ? 'side-by-side' : 'unified'
  const otherName = other === 'unified' ? 'Show in one column' : 'Show side by side'
  return (
    <div className="view">
      <ViewHeader
        id={artifact.id}
        title={fullTitle(artifact)}
        detail={
          // A single file says the same in its own heading.
          files.length > 1 ? (
            <>
              {files.length} files <span className="diff-added">+{added}</span>{' '}
              <span className="diff-deleted">−{deleted}</span>
            </>
          ) : null
        }
      >
        <IconButton
          icon={other === 'unified' ? 'rows' : 'columns'}
          label={otherName}
          disabled={choice?.forced !== null}
          title={choice?.forced ?? otherName}
          onClick={() => change({ diffLayout: other })}
        />
      </ViewHeader>
      <div ref={root} className="view-scroll diff-scroll">
        {reading.tag === 'reading' ? <p className="view-waiting">Reading the changes…</p> : null}
        {reading.tag === 'open'
          ? files.map((file) => (
              <DiffFile
                key={`${reading.opened.layout} ${file.index}`}
                file={file}
                loader={reading.opened.loader}
                startOpen={!collapsed}
                onOpenFile={openFile}
              />
            ))
          : null}
      </div>
    </div>
  )
}
