// An error: the message first, then the stack, with links to the files it names.
import { useMemo } from 'react'
import type { ArtifactOf } from '../../shared/artifacts.ts'
import '../styles/cards.css'
import { useWorkspaceRoot } from '../folders/use-workspace.ts'
import { useApp } from '../store/use-room.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { scrolledByKeys } from '../ui/keyboard.ts'
import { errorText } from './error-text.ts'
import { stackParts } from './stack-links.ts'
import { fullTitle } from './tab-labels.ts'
import { useReportedView } from './active-view.tsx'
import { ViewHeader } from './view-header.tsx'

function LinkedText({ text }: { text: string }) {
  const { commands } = useApp()
  const report = useReportFault()
  const root = useWorkspaceRoot()
  const parts = useMemo(() => stackParts(text, root), [text, root])
  return parts.map(({ at, text: part, target }) =>
    target ? (
      <button
        key={at}
        type="button"
        className="place-link"
        title={`Open ${target.file} at line ${target.line}`}
        onClick={() => {
          commands.openFile(target.file, target.line).catch(report)
        }}
      >
        <VisibleText text={part} kind="code" />
      </button>
    ) : (
      <span key={at}>
        <VisibleText text={part} kind="code" />
      </span>
    ),
  )
}

export function ErrorView({ artifact }: { artifact: ArtifactOf<'error'> }) {
  const { id, message, stack } = artifact
  const { text, output } = useMemo(() => errorText(message), [message])
  useReportedView({ kind: 'error' })
  return (
    <div className="view">
      <ViewHeader id={id} title={fullTitle(artifact)}>
        <CopyButton text={stack ? `${message}\n\n${stack}` : message} label="Copy the error" />
      </ViewHeader>
      <div className="view-scroll" {...scrolledByKeys('Error')}>
        <div className="error-card">
          <div className="error-message">
            <Icon name="error" size={20} />
            <p>
              <LinkedText text={text} />
            </p>
          </div>
          {output ? (
            <pre className="error-output">
              <LinkedText text={output} />
            </pre>
          ) : null}
          {stack ? (
            <details className="error-stack" open={stack.length < 4000}>
              <summary>Where it happened</summary>
              <pre>
                <LinkedText text={stack} />
              </pre>
            </details>
          ) : null}
        </div>
      </div>
    </div>
  )
}
