// A diff, however large: read and drawn in a worker, put on the page piece by piece as it is scrolled to.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ArtifactOf } from '../../shared/artifacts.ts'
import { faultOf } from '../../shared/errors.ts'
import '../styles/diff.css'
import { useApp } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { scrolledByKeys } from '../ui/scrolled-by-keys.ts'
import { useSettings } from '../ui/settings-context.tsx'
import { useElementWidth } from '../ui/use-element-width.ts'
import { CodeView } from './code-view.tsx'
import { createChunkQueue, type ChunkQueue } from './diff-chunk-queue.ts'
import type { DiffLayout } from './diff-chunks.ts'
import { openDiff, type DiffClient } from './diff-client.ts'
import { DiffFilesMenu } from './diff-files-menu.tsx'
import { chooseLayout, startsCollapsed } from './diff-layout.ts'
import { DiffList } from './diff-list.tsx'
import { hunkName, useHunkMarks } from './hunk-marks.ts'
import { fullTitle } from './tab-labels.ts'
import { ViewHeader } from './view-header.tsx'

interface Opened {
  client: DiffClient
  queue: ChunkQueue
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
  const [marks, mark] = useHunkMarks(artifact)
  const [jump, setJump] = useState<{ file: number; n: number } | null>(null)

  useEffect(() => {
    if (!layout) return
    const closing = new AbortController()
    let queue: ChunkQueue | null = null
    const show = (client: DiffClient): void => {
      if (closing.signal.aborted) return
      // The queue outlives the beginning of a long diff: what it has drawn stays on the page.
      queue ??= createChunkQueue((file, chunk) => client.draw(file, chunk), client.first)
      setReading({ tag: 'open', opened: { client, queue, layout } })
    }
    openDiff(artifact.diff, layout, closing.signal, show).then(show, (error: unknown) => {
      if (closing.signal.aborted) return
      setReading({ tag: 'failed', message: error instanceof Error ? error.message : String(error) })
    })
    return () => closing.abort()
  }, [artifact.diff, layout])

  const openFile = useCallback(
    (file: string, line?: number) => {
      commands.openFile(file, line).catch(report)
    },
    [commands, report],
  )

  const client = reading.tag === 'open' ? reading.opened.client : null
  const files = client?.files ?? []
  if (reading.tag === 'failed' || (client?.complete && files.length === 0)) {
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
  const complete = client?.complete ?? false
  const keep = (file: number, hunk: number): void => {
    const name = hunkName(file, hunk)
    if (marks.get(name)?.tag !== 'reverted') mark(name, { tag: 'kept' })
  }
  const revert = (file: number, hunk: number): void => {
    const name = hunkName(file, hunk)
    const now = marks.get(name)?.tag
    if (!client || now === 'reverted' || now === 'reverting') return
    mark(name, { tag: 'reverting' })
    const takeOut = async (): Promise<void> => {
      const patch = await client.patch(file, hunk)
      if (patch === null) throw new Error('This hunk cannot be taken out by itself.')
      await commands.revertHunk(patch)
    }
    takeOut().then(
      () => mark(name, { tag: 'reverted' }),
      (error: unknown) => mark(name, { tag: 'refused', fault: faultOf(error) }),
    )
  }
  const copyHunk = async (file: number, hunk: number): Promise<string> =>
    (await client?.patch(file, hunk)) ?? ''

  const added = files.reduce((sum, file) => sum + file.added, 0)
  const deleted = files.reduce((sum, file) => sum + file.deleted, 0)
  const other: DiffLayout = wanted === 'unified' ? 'side-by-side' : 'unified'
  const otherName = other === 'unified' ? 'Show in one column' : 'Show side by side'
  return (
    <div className="view">
      <ViewHeader
        id={artifact.id}
        title={fullTitle(artifact)}
        detail={
          // A single file says the same in its own heading.
          complete && files.length > 1 ? (
            <>
              <span className="diff-added">+{added}</span> <span className="diff-deleted">−{deleted}</span>
            </>
          ) : null
        }
      >
        {complete && files.length > 1 ? (
          <DiffFilesMenu files={files} onGo={(file) => setJump((now) => ({ file, n: (now?.n ?? 0) + 1 }))} />
        ) : null}
        <IconButton
          icon={other === 'unified' ? 'rows' : 'columns'}
          label={otherName}
          disabled={choice?.forced !== null}
          title={choice?.forced ?? otherName}
          onClick={() => change({ diffLayout: other })}
        />
        <CopyButton text={artifact.diff} label="Copy the diff" />
      </ViewHeader>
      <div ref={root} className="view-scroll diff-scroll" {...scrolledByKeys('Changes')}>
        {reading.tag === 'open' ? (
          <DiffList
            key={reading.opened.layout}
            scroller={root}
            files={files}
            queue={reading.opened.queue}
            complete={complete}
            startClosed={complete && startsCollapsed(files)}
            marks={marks}
            jump={jump}
            copyHunk={copyHunk}
            onKeep={keep}
            onRevert={revert}
            onOpenFile={openFile}
          />
        ) : (
          <p className="view-waiting">Reading the changes…</p>
        )}
      </div>
    </div>
  )
}
