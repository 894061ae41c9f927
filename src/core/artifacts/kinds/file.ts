import { baseName } from '../../../base/base-name.ts'
import { artifactSchemas, type ArtifactOf } from '../../../shared/artifacts.ts'
import { spokenName } from '../../understanding/replies/spoken-name.ts'
import { spokenText } from '../../understanding/replies/spoken-text.ts'
import { MAX_SPOKEN_SENTENCES } from './code.ts'
import type { KindDefinition } from './kind.ts'

export const fileKind: KindDefinition<ArtifactOf<'file'>> = {
  kind: 'file',
  name: 'File',
  schema: artifactSchemas.file,
  title: ({ file }) => baseName(file),
  enveloped: ({ content, note }) =>
    content === undefined
      ? { kind: 'markdown', content: note ?? 'This file has no text to show.' }
      : { kind: 'code', content },
  readAloud: ({ content, note, title }) =>
    spokenText(content ?? note ?? '', MAX_SPOKEN_SENTENCES) || `That is ${spokenName(title)}.`,
}
