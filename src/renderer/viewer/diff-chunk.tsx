// A piece of a hunk on the page. Its height is kept free until its rows come from the worker.
import { memo, useLayoutEffect, useRef } from 'react'
import type { ChunkQueue } from './diff-chunk-queue.ts'
import { buildRows } from './diff-elements.ts'

export const ROW_HEIGHT = 20

interface Props {
  queue: ChunkQueue
  file: number
  chunk: number
  rows: number
}

export const DiffChunk = memo(function DiffChunk({ queue, file, chunk, rows }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () =>
      queue.want(file, chunk, (drawn) => {
        const element = place.current
        if (!element) return
        element.replaceChildren(buildRows(drawn))
        element.style.minHeight = '0'
      }),
    [queue, file, chunk],
  )
  return <div ref={place} className="diff-chunk" style={{ minHeight: rows * ROW_HEIGHT }} />
})
