// The lines around the selected hit. It loads one preview at a time, and next only the newest one requested.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { faultOf, type Fault } from '../../shared/errors.ts'
import '../styles/preview.css'
import '../styles/syntax.css'
import type { RoomCommands } from '../app-props.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { createLatestOnly } from '../ui/latest-only.ts'
import { scrolledByKeys } from '../ui/keyboard.ts'
import { VisibleText } from '../ui/visible-text.ts'
import { PathName } from './path-name.tsx'
import { previewText, type PreviewLine, type PreviewText } from './preview-lines.ts'
import type { SearchRow } from './search-rows.ts'
import { useIsActive } from './active-view.tsx'

/** Lines above and below each. */
const AROUND = 40

const lineOf = (row: SearchRow): number => (row.type === 'hit' ? row.line : 1)

type Shown =
  | { tag: 'waiting' }
  | { tag: 'text'; row: SearchRow; text: PreviewText }
  | { tag: 'failed'; row: SearchRow; fault: Fault }

type Marker = (content: string) => RegExp | null

interface Wanted {
  row: SearchRow
  marker: Marker
  commands: RoomCommands
}

async function readPreview({ row, marker, commands }: Wanted): Promise<PreviewText> {
  const [answer, colours] = await Promise.all([
    commands.linesAround(row.file, lineOf(row), AROUND),
    import('./syntax-colour.ts'),
  ])
  const language = colours.highlighterFor(row.file)
  return previewText(answer, row, marker, (text) => colours.colourLines(text, language).lines)
}

/** The preview of a row; the previous preview stays until it has loaded. */
function usePreview(row: SearchRow, marker: Marker): Shown {
  const { commands } = useApp()
  const inFront = useIsActive()
  const [shown, setShown] = useState<Shown>({ tag: 'waiting' })
  const [latest] = useState(() =>
    createLatestOnly<Wanted, PreviewText>({
      load: readPreview,
      loaded: (wanted, text) => setShown({ tag: 'text', row: wanted.row, text }),
      failed: (wanted, error) => setShown({ tag: 'failed', row: wanted.row, fault: faultOf(error) }),
    }),
  )
  useEffect(() => () => latest.close(), [latest])
  useEffect(() => {
    if (inFront) latest.want({ row, marker, commands })
  }, [latest, inFront, row, marker, commands])
  return shown
}

function Line({ line }: { line: PreviewLine }) {
  return (
    <div className={line.found ? 'preview-line preview-found' : 'preview-line'}>
      <span className="preview-number">{line.number}</span>
      <code>
        {line.pieces.map(({ at, text, classes: colour, match }) =>
          match ? (
            <mark key={at} className={colour}>
              <VisibleText text={text} kind="code" />
            </mark>
          ) : (
            <span key={at} className={colour}>
              <VisibleText text={text} kind="code" />
            </span>
          ),
        )}
      </code>
    </div>
  )
}

function Lines({ row, text }: { row: SearchRow; text: PreviewText }) {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const at = text.lines.findIndex(({ found }) => found)
    const found = at < 0 ? null : box.querySelectorAll<HTMLElement>('.preview-line')[at]
    box.scrollTop = found ? found.offsetTop - (box.clientHeight - found.offsetHeight) / 2 : 0
    // Scrolls a match far to the right into view, with some text before it.
    const mark = found?.querySelector('mark')
    const past = mark ? mark.offsetLeft + mark.offsetWidth - box.clientWidth : 0
    box.scrollLeft = past > 0 && mark ? mark.offsetLeft - box.clientWidth / 3 : 0
  }, [text])
  if (text.lines.length === 0) return <p className="preview-note">This file is empty.</p>
  return (
    <div ref={scroller} className="preview-scroll" {...scrolledByKeys(`Around line ${lineOf(row)}`)}>
      <div className="preview-lines">
        {text.lines.map((line) => (
          <Line key={line.number} line={line} />
        ))}
      </div>
    </div>
  )
}

interface Props {
  row: SearchRow
  marker: Marker
  onOpen: () => void
}

export function SearchPreview({ row, marker, onOpen }: Props) {
  const shown = usePreview(row, marker)
  const behind = shown.tag !== 'waiting' && shown.row !== row
  return (
    <section className="search-preview" aria-label="Preview" aria-busy={shown.tag === 'waiting' || behind}>
      <header className="preview-header">
        <PathName path={row.file} />
        {row.type === 'hit' ? <span className="preview-place">line {row.line}</span> : null}
        {shown.tag === 'text' && shown.text.stale && !behind ? (
          <span className="preview-stale" role="status">
            changed since the search
          </span>
        ) : null}
        <Button look="quiet" className="preview-open" onClick={onOpen}>
          Open <kbd>Enter</kbd>
        </Button>
      </header>
      {shown.tag === 'waiting' ? <p className="preview-note preview-waiting">Reading…</p> : null}
      {shown.tag === 'text' ? <Lines row={shown.row} text={shown.text} /> : null}
      {shown.tag === 'failed' ? (
        <p className="preview-note" role="status">
          {shown.fault.message}
        </p>
      ) : null}
    </section>
  )
}
