import { baseName } from '../../../base/base-name.ts'
import { artifactSchemas, type ArtifactOf } from '../../../shared/artifacts.ts'
import { spokenName } from '../../understanding/replies/spoken-name.ts'
import { spokenText } from '../../understanding/replies/spoken-text.ts'
import type { KindDefinition } from './kind.ts'

/** Code is not pleasant to listen to: this many sentences of its comments are enough. */
export const MAX_SPOKEN_SENTENCES = 2

export const codeKind: KindDefinition<ArtifactOf<'code'>> = {
  kind: 'code',
  name: 'Code',
  schema: artifactSchemas.code,
  title: ({ file }) => (file ? baseName(file) : 'Code'),
  enveloped: ({ content }) => ({ kind: 'code', content }),
  fromEnveloped: (base, content, path) => ({
    kind: 'code',
    ...base,
    content,
    ...(path !== undefined && { file: path }),
  }),
  readAloud: ({ content, title }) =>
    spokenText(content, MAX_SPOKEN_SENTENCES) || `That is ${spokenName(title)}.`,
}
