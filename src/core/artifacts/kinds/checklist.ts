import { artifactSchemas, type ArtifactOf } from '../../../shared/artifacts.ts'
import { spokenText } from '../../understanding/replies/spoken-text.ts'
import type { KindDefinition } from './kind.ts'

const marks = { pending: '[ ]', in_progress: '[ ]', completed: '[x]' }

export const checklistKind: KindDefinition<ArtifactOf<'checklist'>> = {
  kind: 'checklist',
  name: 'Plan',
  schema: artifactSchemas.checklist,
  title: () => 'Plan',
  enveloped: ({ entries }) => ({
    kind: 'markdown',
    content: entries.map(({ text, state }) => `- ${marks[state]} ${text.replace(/\s+/g, ' ')}`).join('\n'),
  }),
  readAloud: ({ entries }) => spokenText(entries.map(({ text }) => `- ${text}`).join('\n')),
}
