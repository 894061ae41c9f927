import { baseName } from '../../../base/base-name.ts'
import { artifactSchemas, type ArtifactOf } from '../../../shared/artifacts.ts'
import { spokenText } from '../../understanding/replies/spoken-text.ts'
import type { KindDefinition } from './kind.ts'

export const markdownKind: KindDefinition<ArtifactOf<'markdown'>> = {
  kind: 'markdown',
  name: 'Document',
  schema: artifactSchemas.markdown,
  title: ({ file }) => (file ? baseName(file) : 'Document'),
  enveloped: ({ content }) => ({ kind: 'markdown', content }),
  fromEnveloped: (base, content, path) => ({
    kind: 'markdown',
    ...base,
    content,
    ...(path !== undefined && { file: path }),
  }),
  readAloud: ({ content }) => spokenText(content),
}
