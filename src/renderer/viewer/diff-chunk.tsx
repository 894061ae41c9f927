// A chunk of a hunk. It reserves its height until its rows arrive from the worker.
import { memo, useLayoutEffect, useRef } from 'react'
import type { ChunkQueue } from './diff-chunk-queue.ts'
import { buildRows } from './diff-elements.ts'
import { BAR_HEIGHT } from './diff-items.ts'
import type { DiffRow } from './diff-rows.ts'
import type { DiffWindow } from './diff-window.ts'

interface Props {
  queue: ChunkQueue
  view: DiffWindow
  file: number
  chunk: number
  /** The index of its item in the list. */
  item: number
  digits: number
  underBar: boolean
}

export const DiffChunk = memo(function DiffChunk(props: Props) {
  const { queue, view, file, chunk, item, digits, underBar } = props
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(item)
  useLayoutEffect(() => {
    latest.current = item
  })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    // The rows of an earlier version of the diff keep their height themselves.
    const isBlank = element.childElementCount === 0
    const height = view.heightOf(latest.current) - (underBar ? BAR_HEIGHT : 0)
    if (isBlank) element.style.minHeight = `${height}px`
    const show = (rows: DiffRow[]): void => {
      element.replaceChildren(buildRows(rows, digits))
      element.style.minHeight = '0'
    }
    return queue.want({ file, chunk, item: latest.current, isBlank, show })
  }, [queue, view, file, chunk, digits, underBar])
  return <div ref={place} className="diff-chunk" />
})
