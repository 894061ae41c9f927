// "Read it out": what is in front, made fit for the ear. Code is told by what it is and what its comment says.
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { NOTHING_TO_READ, readAloud } from '../../../core/replies/read-aloud.ts'
import { sentenceCase, spokenCount } from '../../../core/replies/spoken-count.ts'
import { spokenSymbol, spokenText } from '../../../core/replies/spoken-text.ts'
import { fileSentence } from '../../../core/replies/summary-report.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import { symbolAtLine } from './change-files.ts'
import type { Turn } from './turn.ts'

export async function readOut(turn: Turn): Promise<string> {
  const { view, dialogue } = turn
  const { shown } = dialogue
  // What the agent showed last is what is in front, unless the window says otherwise.
  const inFront =
    shown !== null && (view.kind === undefined || shown.kind === view.kind) && sameFile(shown, view.file)
  if (inFront && (shown.kind !== 'code' || view.file === undefined)) return readAloud(shown)
  if (view.file !== undefined) return fileAloud(view.file, turn)
  return shown === null ? NOTHING_TO_READ : readAloud(shown)
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
  if (/\.(?:mdx?|txt|rst)$/i.test(file)) return spokenText(text) || NOTHING_TO_READ
  const symbol = turn.view.line === undefined ? null : await symbolAtLine(file, turn)
  if (symbol === null) return fileSentence(looked.value)
  const what = `${sentenceCase(symbol.kind)} ${spokenSymbol(symbol.name)}, ${spokenCount(symbol.endLine - symbol.startLine + 1, 'line')}.`
  return symbol.doc === null ? `${what} It has no comment.` : `${what} ${spokenText(symbol.doc, 2)}`
}
