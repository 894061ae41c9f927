import { artifactSchemas, type ArtifactOf } from '../../../shared/artifacts.ts'
import { spokenText } from '../../understanding/replies/spoken-text.ts'
import { fenced, type KindDefinition } from './kind.ts'

const MAX_SPOKEN_SENTENCES = 2

export const errorKind: KindDefinition<ArtifactOf<'error'>> = {
  kind: 'error',
  name: 'Error',
  schema: artifactSchemas.error,
  title: () => 'Error',
  enveloped: ({ message, stack }) => ({
    kind: 'markdown',
    content: fenced(stack ? `${message}\n\n${stack}` : message),
  }),
  readAloud: ({ message }) => spokenText(message, MAX_SPOKEN_SENTENCES),
}
