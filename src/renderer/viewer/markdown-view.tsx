// Rendered markdown. The renderer loads with the first document.
import { lazy, Suspense, useRef } from 'react'
import type { ArtifactOf } from '../../shared/artifacts.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { scrolledByKeys } from '../ui/keyboard.ts'
import { fullTitle } from './tab-labels.ts'
import { ViewHeader } from './view-header.tsx'
import { useReportedView } from './active-view.tsx'
import { useSections } from './use-sections.ts'

const loadDocument = () => import('./markdown-document.tsx')
const MarkdownDocument = lazy(async () => ({ default: (await loadDocument()).MarkdownDocument }))

/** Loads the renderer in advance. */
export function warmUpMarkdown(): void {
  // If this fails, opening a document fails too and shows the error.
  loadDocument().catch(() => {})
}

export function MarkdownView({ artifact }: { artifact: ArtifactOf<'markdown'> }) {
  const scroller = useRef<HTMLDivElement>(null)
  const { screen, here, isSelected } = useSections(scroller, { text: artifact.content, file: artifact.file })
  useReportedView({
    file: artifact.file,
    line: here?.line,
    endLine: isSelected ? here?.endLine : undefined,
    kind: 'markdown',
    screen,
  })
  return (
    <div className="view">
      <ViewHeader id={artifact.id} title={fullTitle(artifact)}>
        <CopyButton text={artifact.content} label="Copy the markdown" />
      </ViewHeader>
      <div ref={scroller} className="view-scroll" {...scrolledByKeys(fullTitle(artifact))}>
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
