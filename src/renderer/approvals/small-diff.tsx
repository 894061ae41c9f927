// The change that an approval is for, as a small diff: first its beginning, then all of it on request.
import { useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { countFiles, diffRows, type DiffRow } from './diff-rows.ts'

const FIRST_ROWS = 14
/** More than anybody reads on a card, and no burden for the window. */
const MAX_ROWS = 2000
const MAX_LINE = 1000

const lineKinds: Record<string, string> = {
  '+': 'approval-insert',
  '-': 'approval-delete',
  '@': 'approval-range',
}

function Row({ row }: { row: DiffRow }) {
  if (row.kind === 'file')
    return (
      <span className="approval-file">
        <VisibleText text={row.file} kind="line" />
        {'\n'}
      </span>
    )
  const { line } = row
  const left = line.length - MAX_LINE
  return (
    <span className={lineKinds[line[0] ?? ''] ?? ''}>
      <VisibleText text={left > 0 ? line.slice(0, MAX_LINE) : line} kind="code" />
      {left > 0 ? <em className="approval-cut"> … {left} more characters</em> : null}
      {'\n'}
    </span>
  )
}

export function SmallDiff({ diff }: { diff: string }) {
  const [all, setAll] = useState(false)
  const rows = useMemo(() => diffRows(diff), [diff])
  const files = countFiles(rows)
  // The title names a single file.
  const shown = files > 1 ? rows : rows.filter(({ kind }) => kind === 'line')
  const visible = shown.slice(0, all ? MAX_ROWS : FIRST_ROWS)
  const more = shown.length - visible.length
  const moreText = `${more} more ${more === 1 ? 'line' : 'lines'}`
  return (
    <div className="approval-change">
      {files > 1 ? <p className="approval-files">{files} files change</p> : null}
      <pre className="approval-diff">
        {visible.map((row, at) => (
          // A line has no identity besides its index.
          // oxlint-disable-next-line react/no-array-index-key
          <Row key={at} row={row} />
        ))}
      </pre>
      {more > 0 && !all ? (
        <Button look="quiet" onClick={() => setAll(true)}>
          {moreText}. Show all
        </Button>
      ) : null}
      {more > 0 && all ? <p className="approval-files">{moreText} are too many to show here.</p> : null}
    </div>
  )
}
