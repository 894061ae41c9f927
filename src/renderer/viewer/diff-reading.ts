// Reads a diff in a worker, again for each layout, and goes on where the beginning of a long one ends.
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { ArtifactOf } from '../../shared/artifacts.ts'
import { createChunkQueue, type ChunkQueue } from './diff-chunk-queue.ts'
import type { DiffLayout } from './diff-chunks.ts'
import { openDiff, type DiffClient, type DiffReader } from './diff-client.ts'
import { columnsIn } from './diff-layout.ts'

interface Opened {
  client: DiffClient
  queue: ChunkQueue
  layout: DiffLayout
}

export type Reading =
  { tag: 'reading' } | { tag: 'failed'; message: string } | { tag: 'open'; opened: Opened }

/** A diff that is being parsed, in one layout. */
interface Session {
  layout: DiffLayout
  reader: DiffReader
  closing: AbortController
  /** The beginning, while that is all there is. */
  begunWith: string | null
}

function openSession(layout: DiffLayout, tell: (reading: Reading) => void): Session {
  const closing = new AbortController()
  let drawn: { version: number; queue: ChunkQueue } | null = null
  const reader = openDiff(closing.signal, {
    onRead(client) {
      if (closing.signal.aborted) return
      const { version } = client
      // The queue outlives the beginning of a long diff: what it has rendered stays on the page.
      if (drawn?.version !== version)
        drawn = { version, queue: createChunkQueue((file, chunk) => client.draw(file, chunk), client.first) }
      tell({ tag: 'open', opened: { client, queue: drawn.queue, layout } })
    },
    onFailed(message) {
      if (!closing.signal.aborted) tell({ tag: 'failed', message })
    },
  })
  return { layout, reader, closing, begunWith: null }
}

/** What has been read so far. Nothing is read before the layout is known; what is open stays so until more is. */
export function useDiffReading(
  { diff }: ArtifactOf<'diff'>,
  {
    root,
    layout,
    isArriving,
  }: { root: RefObject<HTMLElement | null>; layout: DiffLayout | null; isArriving: boolean },
): Reading {
  const [reading, setReading] = useState<Reading>({ tag: 'reading' })
  /** The newest one, and the one that is on the page. */
  const session = useRef<Session | null>(null)
  const open = useRef<Session | null>(null)

  useEffect(() => {
    if (!layout) return
    const known = session.current
    const goesOn = known?.layout === layout && known.begunWith !== null && diff.startsWith(known.begunWith)
    // Where a version is on the page already, the beginning of the next one would only hide the rest for a moment.
    const isUpdate = known?.layout === layout && known.begunWith === null && open.current === known
    if (!goesOn && !isUpdate && known !== open.current) known?.closing.abort()
    const current =
      goesOn || isUpdate
        ? known
        : openSession(layout, (next) => {
            if (open.current !== session.current) open.current?.closing.abort()
            open.current = session.current
            setReading(next)
          })
    session.current = current
    current.begunWith = isArriving ? diff : null
    const shape = { layout, columns: columnsIn(layout, root.current?.clientWidth ?? 0) }
    if (isArriving) current.reader.begin(diff, shape)
    else current.reader.read(diff, { shape, fromBeginning: !isUpdate })
  }, [diff, layout, isArriving, root])

  useEffect(
    () => () => {
      open.current?.closing.abort()
      session.current?.closing.abort()
      open.current = null
      session.current = null
    },
    [],
  )
  return reading
}
