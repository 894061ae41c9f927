// A diff of any size: a worker parses and renders it, and the page shows the chunks in view.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ArtifactOf } from '../../shared/artifacts.ts'
import { faultOf } from '../../shared/errors.ts'
import '../styles/diff.css'
import type { Arriving } from '../store/state.ts'
import { useApp } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { scrolledByKeys } from '../ui/keyboard.ts'
import { useSettings } from '../ui/settings-context.tsx'
import { useElementWidth } from '../ui/use-element-width.ts'
import { CodeView } from './code-view.tsx'
import { createChunkQueue, type ChunkQueue } from './diff-chunk-queue.ts'
import type { DiffLayout } from './diff-chunks.ts'
import { openDiff, type DiffClient, type DiffReader } from './diff-client.ts'
import type { FileSummary } from './diff-document.ts'
import { DiffFilesMenu } from './diff-files-menu.tsx'
import { chooseLayout, columnsIn, startsCollapsed } from './diff-layout.ts'
import { DiffList } from './diff-list.tsx'
import { hunkName, useHunkMarks } from './hunk-marks.ts'
import { fullTitle } from './tab-labels.ts'
import { ViewHeader } from './view-header.tsx'

interface Opened {
  client: DiffClient
  queue: ChunkQueue
  layout: DiffLayout
}

const NONE: FileSummary[] = []

type Reading = { tag: 'reading' } | { tag: 'failed'; message: string } | { tag: 'open'; opened: Opened }

/** A diff that is being parsed, in one layout. */
interface Session {
  layout: DiffLayout
  reader: DiffReader
  closing: AbortController
  /** The beginning, while that is all there is. */
  begunWith: string | null
}

function openSession(layout: DiffLayout, width: number, tell: (reading: Reading) => void): Session {
  const closing = new AbortController()
  let queue: ChunkQueue | null = null
  const shape = { layout, columns: columnsIn(layout, width) }
  const reader = openDiff(shape, closing.signal, {
    onRead(client) {
      if (closing.signal.aborted) return
      // The queue outlives the beginning of a long diff: what it has rendered stays on the page.
      queue ??= createChunkQueue((file, chunk) => client.draw(file, chunk), client.first)
      tell({ tag: 'open', opened: { client, queue, layout } })
    },
    onFailed(message) {
      if (!closing.signal.aborted) tell({ tag: 'failed', message })
    },
  })
  return { layout, reader, closing, begunWith: null }
}

interface Props {
  artifact: ArtifactOf<'diff'>
  /** Set while only the beginning of the artifact has arrived. */
  arriving?: Arriving | undefined
}

export function DiffView({ artifact, arriving }: Props) {
  const { commands } = useApp()
  const report = useReportFault()
  const { settings, change } = useSettings()
  const root = useRef<HTMLDivElement>(null)
  const width = useElementWidth(root)
  const wanted = settings?.diffLayout ?? 'side-by-side'
  const choice = width === null ? null : chooseLayout(wanted, width, arriving?.length ?? artifact.diff.length)
  const layout = choice?.layout ?? null
  const [reading, setReading] = useState<Reading>({ tag: 'reading' })
  const [marks, mark] = useHunkMarks(artifact)
  const [jump, setJump] = useState<{ file: number; n: number } | null>(null)

  const isArriving = arriving !== undefined
  const session = useRef<Session | null>(null)

  useEffect(() => {
    if (!layout) return
    const known = session.current
    const goesOn =
      known?.layout === layout && known.begunWith !== null && artifact.diff.startsWith(known.begunWith)
    const current = goesOn ? known : openSession(layout, root.current?.clientWidth ?? 0, setReading)
    if (current !== known) known?.closing.abort()
    session.current = current
    current.begunWith = isArriving ? artifact.diff : null
    if (isArriving) current.reader.begin(artifact.diff)
    else current.reader.read(artifact.diff)
  }, [artifact.diff, layout, isArriving])

  useEffect(
    () => () => {
      session.current?.closing.abort()
      session.current = null
    },
    [],
  )

  const client = reading.tag === 'open' ? reading.opened.client : null
  const files = client?.files ?? NONE
  const counts = useMemo(
    () => ({
      added: files.reduce((sum, file) => sum + file.added, 0),
      deleted: files.reduce((sum, file) => sum + file.deleted, 0),
      startClosed: startsCollapsed(files),
    }),
    [files],
  )
  if (reading.tag === 'failed' || (client?.complete && files.length === 0)) {
    return (
      <CodeView
        id={artifact.id}
        title={fullTitle(artifact)}
        detail={
          reading.tag === 'failed' ? reading.message : 'Shown as text, because it is not a unified diff.'
        }
        content={artifact.diff}
        language="plaintext"
      />
    )
  }
  const complete = client?.complete ?? false
  const keep = (file: number, hunk: number): void => {
    const name = hunkName(file, hunk)
    if (!isArriving && marks.get(name)?.tag !== 'reverted') mark(name, { tag: 'kept' })
  }
  const revert = (file: number, hunk: number): void => {
    const name = hunkName(file, hunk)
    const now = marks.get(name)?.tag
    if (!client || isArriving || now === 'reverted' || now === 'reverting') return
    mark(name, { tag: 'reverting' })
    const takeOut = async (): Promise<string> => {
      const patch = await client.patch(file, hunk)
      if (patch === null) throw new Error('This hunk cannot be reverted on its own.')
      return commands.revertHunk(patch)
    }
    takeOut().then(
      (turnId) => mark(name, { tag: 'reverted', turnId }),
      (error: unknown) => mark(name, { tag: 'refused', fault: faultOf(error) }),
    )
  }
  const actions = {
    keep,
    revert,
    copyHunk: async (file: number, hunk: number) => (await client?.patch(file, hunk)) ?? '',
    copyFile: async (file: number) => (await client?.text(file)) ?? '',
    openFile(file: string, line?: number) {
      commands.openFile(file, line).catch(report)
    },
  }
  const other: DiffLayout = wanted === 'unified' ? 'side-by-side' : 'unified'
  const otherName = other === 'unified' ? 'Show in one column' : 'Show side by side'
  return (
    <div className="view">
      <ViewHeader
        id={artifact.id}
        title={fullTitle(artifact)}
        detail={
          // The header of a single file says the same.
          complete && files.length > 1 ? (
            <>
              <span className="diff-added">+{counts.added}</span>{' '}
              <span className="diff-deleted">−{counts.deleted}</span>
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
        {isArriving ? null : <CopyButton text={artifact.diff} label="Copy the diff" />}
      </ViewHeader>
      <div ref={root} className="view-scroll diff-scroll" {...scrolledByKeys('Changes')}>
        {reading.tag === 'open' ? (
          <DiffList
            key={reading.opened.layout}
            scroller={root}
            diff={artifact.diff}
            files={files}
            queue={reading.opened.queue}
            complete={complete}
            startClosed={complete && counts.startClosed}
            marks={marks}
            jump={jump}
            actions={actions}
          />
        ) : (
          <p className="view-waiting">Reading the changes…</p>
        )}
      </div>
    </div>
  )
}
