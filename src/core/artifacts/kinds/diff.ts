import { baseName } from '../../../base/base-name.ts'
import { artifactSchemas, type ArtifactOf } from '../../../shared/artifacts.ts'
import { summarizeDiff } from '../../understanding/replies/diff-summary.ts'
import { sentenceCase, spokenCount, spokenList } from '../../understanding/replies/spoken-count.ts'
import { spokenName } from '../../understanding/replies/spoken-name.ts'
import type { KindDefinition } from './kind.ts'

/** More file names than this are not read out. */
const MAX_SPOKEN_FILES = 3

export const diffKind: KindDefinition<ArtifactOf<'diff'>> = {
  kind: 'diff',
  name: 'Changes',
  schema: artifactSchemas.diff,
  title: ({ file }) => baseName(file),
  enveloped: ({ diff }) => ({ kind: 'diff', content: diff }),
  fromEnveloped: (base, content, path) => ({
    kind: 'diff',
    ...base,
    diff: content,
    file: path ?? base.title,
  }),
  readAloud({ diff }) {
    const { files, added, removed } = summarizeDiff(diff)
    const names = spokenList(files.slice(0, MAX_SPOKEN_FILES).map(spokenName))
    return `${sentenceCase(names)}: ${spokenCount(added, 'line')} added, ${removed} removed.`
  },
  showsBeginning: true,
}
