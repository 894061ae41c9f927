// What is shown, made fit for the ear. Code is told by what it is; a document is read.
import type { Artifact } from '../../shared/artifacts.ts'
import { summarizeDiff } from './diff-summary.ts'
import { sentenceCase, spokenCount, spokenList } from './spoken-count.ts'
import { spokenName } from './spoken-name.ts'
import { spokenText } from './spoken-text.ts'

export const NOTHING_TO_READ = 'There is nothing in front of you to read out.'

export function readAloud(shown: Artifact): string {
  switch (shown.kind) {
    case 'markdown':
      return spokenText(shown.content) || NOTHING_TO_READ
    case 'code':
    case 'file':
      return (
        spokenText(shown.content ?? ('note' in shown ? (shown.note ?? '') : ''), 2) ||
        `That is ${spokenName(shown.title)}.`
      )
    case 'error':
      return spokenText(shown.message, 2)
    case 'search_results': {
      const names = [...new Set(shown.results.map(({ file }) => spokenName(file)))]
      if (names.length === 0) return 'Nothing was found.'
      const more = names.length > 3 ? ` and ${spokenCount(names.length - 3, 'other file')}` : ''
      return `${sentenceCase(spokenCount(shown.results.length, 'place'))}, in ${more === '' ? spokenList(names) : names.slice(0, 3).join(', ')}${more}.`
    }
    case 'diff': {
      const { files, added, removed } = summarizeDiff(shown.diff)
      return `${sentenceCase(spokenList(files.slice(0, 3).map(spokenName)))}: ${spokenCount(added, 'line')} added, ${removed} removed.`
    }
  }
}
