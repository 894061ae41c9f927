// Something failed: the words first, the trace for those who want it.
import type { ArtifactOf } from '../../shared/artifacts.ts'
import '../styles/cards.css'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { fullTitle } from './tab-labels.ts'
import { ViewHeader } from './view-header.tsx'

export function ErrorView({ artifact }: { artifact: ArtifactOf<'error'> }) {
  const { id, message, stack } = artifact
  return (
    <div className="view">
      <ViewHeader id={id} title={fullTitle(artifact)}>
        <CopyButton text={stack ? `${message}\n\n${stack}` : message} label="Copy the error" />
      </ViewHeader>
      <div className="view-scroll">
        <div className="error-card">
          <div className="error-message">
            <Icon name="error" size={20} />
            <p>{message || 'Something failed without saying what.'}</p>
          </div>
          {stack ? (
            <details className="error-stack">
              <summary>Where it happened</summary>
              <pre>{stack}</pre>
            </details>
          ) : null}
        </div>
      </div>
    </div>
  )
}
