// One file of a diff: a heading that stays in sight, and the chunks under it.
import { memo, useEffect, useRef, useState, type CSSProperties } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { ChunkLoader, ChunkPlace } from './diff-chunk-loader.ts'
import type { FileSummary } from './diff-document.ts'
import { PathName } from './path-name.tsx'

const ROW_HEIGHT = 20

function Chunk({ loader, place, rows }: { loader: ChunkLoader; place: ChunkPlace; rows: number }) {
  const ref = useRef<HTMLDivElement>(null)
  const { file, chunk, continued } = place
  useEffect(
    () => (ref.current ? loader.watch(ref.current, { file, chunk, continued }) : undefined),
    [loader, file, chunk, continued],
  )
  return <div ref={ref} className="diff-chunk" style={{ minHeight: rows * ROW_HEIGHT }} />
}

interface Props {
  file: FileSummary
  loader: ChunkLoader
  startOpen: boolean
  onOpenFile: (file: string) => void
}

export const DiffFile = memo(function DiffFile({ file, loader, startOpen, onOpenFile }: Props) {
  const [open, setOpen] = useState(startOpen)
  const digits = Math.max(3, String(file.lastLine).length)
  return (
    <section className="diff-file" style={{ '--digits': digits } as CSSProperties}>
      <div className="diff-file-header">
        <button
          type="button"
          className="diff-file-toggle"
          aria-expanded={open}
          onClick={() => setOpen((now) => !now)}
        >
          <span className={open ? 'chevron chevron-open' : 'chevron'}>
            <Icon name="chevron" size={12} />
          </span>
          <PathName path={file.name} />
          {file.oldName ? <span className="diff-old-name">was {file.oldName}</span> : null}
          {file.change === 'changed' ? null : (
            <span className={`badge badge-${file.change}`}>{file.change}</span>
          )}
        </button>
        {file.added + file.deleted > 0 ? (
          <span className="diff-counts">
            <span className="diff-added" title={`${file.added} lines added`}>
              +{file.added}
            </span>
            <span className="diff-deleted" title={`${file.deleted} lines removed`}>
              −{file.deleted}
            </span>
          </span>
        ) : null}
        {file.change === 'deleted' || file.change === 'binary' ? null : (
          <IconButton
            icon="file"
            size={14}
            label={`Open ${file.name}`}
            onClick={() => onOpenFile(file.name)}
          />
        )}
      </div>
      {open
        ? file.chunks.map(({ index: chunk, rows, continued }) => (
            <Chunk key={chunk} loader={loader} rows={rows} place={{ file: file.index, chunk, continued }} />
          ))
        : null}
      {open && file.chunks.length === 0 ? <p className="diff-nothing">No lines changed.</p> : null}
    </section>
  )
})
