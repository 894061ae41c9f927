// "Read it out": what is in front, made fit for the ear. Code is told by what it is and what its comment says.
import { summarizeDiff } from '../../../core/replies/diff-summary.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { sentenceCase, spokenCount, spokenList } from '../../../core/replies/spoken-count.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import { spokenSymbol, spokenText } from '../../../core/replies/spoken-text.ts'
import { fileSentence } from '../../../core/replies/summary-report.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import { symbolAtLine } from './change-files.ts'
import type { Turn } from './turn.ts'

const NOTHING = 'There is nothing in front of you to read out.'

export async function readOut(turn: Turn): Promise<string> {
  const { view, dialogue } = turn
  const { shown } = dialogue
  // What the agent showed last is what is in front, unless the window says otherwise.
  const inFront =
    shown !== null && (view.kind === undefined || shown.kind === view.kind) && sameFile(shown, view.file)
  if (inFront && (shown.kind !== 'code' || view.file === undefined)) return artifactAloud(shown)
  if (view.file !== undefined) return fileAloud(view.file, turn)
  return shown === null ? NOTHING : artifactAloud(shown)
}

const sameFile = (shown: Artifact, file: string | undefined): boolean =>
  file === undefined ||
  !('file' in shown) ||
  shown.file === undefined ||
  shown.file === '' ||
  shown.file === file

async function fileAloud(file: string, turn: Turn): Promise<string> {
  const looked = await turn.quietly((signal) => turn.tools.glanceAtFile(file, { signal }))
  if (!looked.ok) return faultSentence(looked.fault?.code)
  const { text } = looked.value
  if (/\.(?:mdx?|txt|rst)$/i.test(file)) return spokenText(text) || NOTHING
  const symbol = turn.view.line === undefined ? null : await symbolAtLine(file, turn)
  if (symbol === null) return fileSentence(looked.value)
  const what = `${sentenceCase(symbol.kind)} ${spokenSymbol(symbol.name)}, ${spokenCount(symbol.endLine - symbol.startLine + 1, 'line')}.`
  return symbol.doc === null ? `${what} It has no comment.` : `${what} ${spokenText(symbol.doc, 2)}`
}

function artifactAloud(shown: Artifact): string {
  switch (shown.kind) {
    case 'markdown':
      return spokenText(shown.content) || NOTHING
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
