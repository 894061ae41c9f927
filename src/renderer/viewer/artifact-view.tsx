// One artifact, drawn by the view of its kind.
import { memo } from 'react'
import type { Artifact, ArtifactKind } from '../../shared/artifacts.ts'
import type { Arriving } from '../store/state.ts'
import type { IconName } from '../ui/icon.tsx'
import { CodeView } from './code-view.tsx'
import { DiffView } from './diff-view.tsx'
import { ErrorView } from './error-view.tsx'
import { FileView } from './file-view.tsx'
import { MarkdownView } from './markdown-view.tsx'
import { SearchResultsView } from './search-results-view.tsx'
import { fullTitle } from './tab-labels.ts'

export const kindIcons: Record<ArtifactKind, IconName> = {
  diff: 'diff',
  code: 'code',
  markdown: 'markdown',
  file: 'file',
  search_results: 'search',
  error: 'error',
}

export const kindNames: Record<ArtifactKind, string> = {
  diff: 'Changes',
  code: 'Code',
  markdown: 'Document',
  file: 'File',
  search_results: 'Search',
  error: 'Error',
}

interface Props {
  artifact: Artifact
  /** Set as long as only its beginning is here. */
  arriving?: Arriving | undefined
}

export const ArtifactView = memo(function ArtifactView({ artifact, arriving }: Props) {
  switch (artifact.kind) {
    case 'diff':
      return <DiffView artifact={artifact} arriving={arriving} />
    case 'code':
      return <CodeView {...artifact} title={fullTitle(artifact)} />
    case 'markdown':
      return <MarkdownView artifact={artifact} />
    case 'file':
      return <FileView artifact={artifact} />
    case 'search_results':
      return <SearchResultsView artifact={artifact} />
    case 'error':
      return <ErrorView artifact={artifact} />
  }
})
