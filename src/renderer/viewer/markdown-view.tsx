// Markdown, rendered. The renderer is fetched when the first document is opened.
import { lazy, Suspense } from 'react'
import type { ArtifactOf } from '../../shared/artifacts.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { scrolledByKeys } from '../ui/scrolled-by-keys.ts'
import { fullTitle } from './tab-labels.ts'
import { ViewHeader } from './view-header.tsx'
import { useReportedView } from './view-in-front.tsx'

const loadDocument = () => import('./markdown-document.tsx')
const MarkdownDocument = lazy(async () => ({ default: (await loadDocument()).MarkdownDocument }))

/** Fetches the renderer while nobody waits for it. */
export function warmUpMarkdown(): void {
  // A failure here is met again, and shown, when a document is opened.
  loadDocument().catch(() => {})
}

export function MarkdownView({ artifact }: { artifact: ArtifactOf<'markdown'> }) {
  useReportedView({ file: artifact.file, kind: 'markdown' })
  return (
    <div className="view">
      <ViewHeader id={artifact.id} title={fullTitle(artifact)}>
        <CopyButton text={artifact.content} label="Copy the markdown" />
      </ViewHeader>
      <div className="view-scroll" {...scrolledByKeys(fullTitle(artifact))}>
        {artifact.content.trim() === '' ? (
          <p className="view-waiting">This document is empty.</p>
        ) : (
          <Suspense fallback={null}>
            <MarkdownDocument text={artifact.content} file={artifact.file} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
