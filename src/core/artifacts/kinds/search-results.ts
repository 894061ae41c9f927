import { artifactSchemas, type ArtifactOf } from '../../../shared/artifacts.ts'
import { sentenceCase, spokenCount, spokenList } from '../../understanding/replies/spoken-count.ts'
import { spokenName } from '../../understanding/replies/spoken-name.ts'
import { fenced, type KindDefinition } from './kind.ts'

/** More file names than this are counted instead of read out. */
const MAX_SPOKEN_FILES = 3
const MAX_CARD_HITS = 50
const MAX_CARD_HIT_TEXT = 300

export const searchResultsKind: KindDefinition<ArtifactOf<'search_results'>> = {
  kind: 'search_results',
  name: 'Search',
  schema: artifactSchemas.search_results,
  title: ({ query }) => query || 'Search',
  enveloped({ results, truncated }) {
    const lines = results.map((hit) => `${hit.file}:${hit.line}: ${hit.content}`)
    if (truncated) lines.push('… and more')
    return { kind: 'markdown', content: fenced(lines.join('\n') || 'Nothing was found.') }
  },
  readAloud({ results }) {
    const names = [...new Set(results.map(({ file }) => spokenName(file)))]
    if (names.length === 0) return 'Nothing was found.'
    const hits = sentenceCase(spokenCount(results.length, 'place'))
    if (names.length <= MAX_SPOKEN_FILES) return `${hits}, in ${spokenList(names)}.`
    const others = spokenCount(names.length - MAX_SPOKEN_FILES, 'other file')
    return `${hits}, in ${names.slice(0, MAX_SPOKEN_FILES).join(', ')} and ${others}.`
  },
  card: ({ results, truncated }, bound) => ({
    fields: {
      results: results.slice(0, MAX_CARD_HITS).map(({ file, line, content }) => ({
        file: bound(file, MAX_CARD_HIT_TEXT),
        line,
        content: bound(content, MAX_CARD_HIT_TEXT),
      })),
    },
    truncated: truncated === true || results.length > MAX_CARD_HITS,
  }),
}
