// Source code, read only. The editor loads late; until then the first lines are shown as text.
import { lazy, Suspense, useCallback, useRef, useState, type ReactNode } from 'react'
import '../styles/code.css'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useApp } from '../store/use-room.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useElementWidth } from '../ui/use-element-width.ts'
import type { LineRange } from '../../shared/screen.ts'
import { shownLine } from './code-language.ts'
import { useCodeScreen, type SelectedLines } from './code-screen.ts'
import { CodeOutline, useOutline } from './code-outline.tsx'
import { fetchEditorParts } from './editor-parts.ts'
import { useReportedView } from './active-view.tsx'
import { usePointedLines } from './pointed-lines.ts'
import { ViewHeader } from './view-header.tsx'

const loadEditor = () => import('./code-editor.tsx')
const CodeEditor = lazy(async () => ({ default: (await loadEditor()).CodeEditor }))

/** Loads the editor in advance. */
export function warmUpEditor(): void {
  // If this fails, opening a file fails too and shows the error.
  fetchEditorParts()
    .then(loadEditor)
    .then(
      ({ readySteps }) => runWhenIdle(readySteps()),
      () => {},
    )
}

function runWhenIdle([step, ...rest]: readonly (() => void)[]): void {
  if (!step) return
  requestIdleCallback(() => {
    step()
    runWhenIdle(rest)
  })
}

const STAND_IN_LINES = 120
const STAND_IN_LENGTH = 20_000

function StandIn({ content, startLine }: { content: string; startLine: number }) {
  const lines = content.slice(0, STAND_IN_LENGTH).split('\n', STAND_IN_LINES)
  return (
    <div className="code-stand-in" aria-hidden="true">
      <pre className="code-stand-in-numbers">{lines.map((_, index) => `${startLine + index}\n`)}</pre>
      <pre className="code-stand-in-text">{lines.join('\n')}</pre>
    </div>
  )
}

interface Props {
  id: string
  title: string
  content: string
  detail?: ReactNode
  language?: string | undefined
  file?: string | undefined
  startLine?: number | undefined
  focusLine?: number | undefined
  /** The artifact's kind, for the report to the agent. */
  kind?: string
}

/** In a narrower view, the text needs all the space. */
const OUTLINE_FROM_PX = 640

export function CodeView(props: Props) {
  const { id, title, content, detail, language, file, startLine = 1, focusLine, kind = 'code' } = props
  const { commands } = useApp()
  const report = useReportFault()
  const [wrap, setWrap] = useState(false)
  const [outlined, setOutlined] = useState(true)
  const [lines, setLines] = useState<SelectedLines>({
    from: focusLine ?? startLine,
    to: focusLine ?? startLine,
    isSelected: false,
  })
  const [seen, setSeen] = useState<LineRange | null>(null)
  const [goTo, setGoTo] = useState<{ line: number } | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const width = useElementWidth(place)
  const symbols = useOutline(file)
  const canOutline = symbols.length > 0 && (width ?? 0) >= OUTLINE_FROM_PX
  const pointed = usePointedLines(file)
  const screen = useCodeScreen({ content, startLine, file, language, symbols, seen, lines })
  useReportedView({
    file,
    line: lines.from,
    endLine: lines.isSelected ? lines.to : undefined,
    kind,
    screen,
  })

  const onLines = useCallback(
    (from: number, to: number, isSelected: boolean) => setLines({ from, to, isSelected }),
    [],
  )
  const onSight = useCallback((line: number, endLine: number) => setSeen({ line, endLine }), [])
  const go = (to: number): void => {
    // The view may show only a part of the file; other lines have to be opened.
    const known = shownLine(to, startLine, content.split('\n').length)
    if (known !== null) setGoTo({ line: to })
    else if (file) commands.openFile(file, to).catch(report)
  }
  return (
    <div className="view">
      <ViewHeader id={id} title={title} detail={detail}>
        {canOutline ? (
          <IconButton
            icon="outline"
            label="Outline"
            aria-pressed={outlined}
            onClick={() => setOutlined((now) => !now)}
          />
        ) : null}
        <IconButton
          icon="wrap"
          label="Wrap long lines"
          aria-pressed={wrap}
          onClick={() => setWrap((now) => !now)}
        />
        <CopyButton text={content} label="Copy the text" />
      </ViewHeader>
      <div ref={place} className="code-sides">
        <div className="code-place">
          <Suspense fallback={<StandIn content={content} startLine={startLine} />}>
            <CodeEditor
              label={title}
              content={content}
              language={language}
              file={file}
              startLine={startLine}
              focusLine={focusLine}
              wrap={wrap}
              goTo={goTo}
              pointed={pointed}
              onLines={onLines}
              onSight={onSight}
            />
          </Suspense>
        </div>
        {canOutline && outlined ? <CodeOutline symbols={symbols} line={lines.from} onGo={go} /> : null}
      </div>
    </div>
  )
}
