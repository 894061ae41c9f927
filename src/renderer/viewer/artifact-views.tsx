// The view and icon of each kind of artifact.
import { memo, type ComponentType } from 'react'
import type { Artifact, ArtifactKind, ArtifactOf } from '../../shared/artifacts.ts'
import type { Arriving } from '../store/state.ts'
import type { IconName } from '../ui/icon.tsx'
import { ChecklistView } from './checklist-view.tsx'
import { CodeView } from './code-view.tsx'
import { DiffView } from './diff-view.tsx'
import { ErrorView } from './error-view.tsx'
import { FileView } from './file-view.tsx'
import { MarkdownView } from './markdown-view.tsx'
import { SearchResultsView } from './search-results-view.tsx'
import { fullTitle } from './tab-labels.ts'

interface ViewProps<A extends Artifact> {
  artifact: A
  /** Set while only the beginning of the artifact has arrived. */
  arriving?: Arriving | undefined
}

interface ArtifactViewDefinition<A extends Artifact> {
  icon: IconName
  View: ComponentType<ViewProps<A>>
}

const views: { [K in ArtifactKind]: ArtifactViewDefinition<ArtifactOf<K>> } = {
  diff: { icon: 'diff', View: DiffView },
  code: {
    icon: 'code',
    View: ({ artifact }) => <CodeView {...artifact} title={fullTitle(artifact)} />,
  },
  markdown: { icon: 'markdown', View: MarkdownView },
  file: { icon: 'file', View: FileView },
  search_results: { icon: 'search', View: SearchResultsView },
  checklist: { icon: 'list', View: ChecklistView },
  error: { icon: 'error', View: ErrorView },
}

const viewOf = ({ kind }: Artifact) => views[kind] as ArtifactViewDefinition<Artifact>

export const iconOf = (artifact: Artifact): IconName => viewOf(artifact).icon

export const ArtifactView = memo(function ArtifactView(props: ViewProps<Artifact>) {
  const { View } = viewOf(props.artifact)
  return <View {...props} />
})
