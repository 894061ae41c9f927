// Source code, read only. The editor is fetched late; until it is there the first lines stand in its place as text.
import { lazy, Suspense, useState, type ReactNode } from 'react'
import '../styles/code.css'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ViewHeader } from './view-header.tsx'

const loadEditor = () => import('./code-editor.tsx')
const CodeEditor = lazy(async () => ({ default: (await loadEditor()).CodeEditor }))

/** Fetches the editor while nobody waits for it. */
export function warmUpEditor(): void {
  // A failure here is met again, and shown, when a file is opened.
  loadEditor().catch(() => {})
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
}

export function CodeView({ id, title, content, detail, language, file, startLine, focusLine }: Props) {
  const [wrap, setWrap] = useState(false)
  return (
    <div className="view">
      <ViewHeader id={id} title={title} detail={detail}>
        <IconButton
          icon="wrap"
          label="Wrap long lines"
          aria-pressed={wrap}
          onClick={() => setWrap((now) => !now)}
        />
        <CopyButton text={content} label="Copy the text" />
      </ViewHeader>
      <div className="code-place">
        <Suspense fallback={<StandIn content={content} startLine={startLine ?? 1} />}>
          <CodeEditor
            label={title}
            content={content}
            language={language}
            file={file}
            startLine={startLine}
            focusLine={focusLine}
            wrap={wrap}
          />
        </Suspense>
      </div>
    </div>
  )
}
