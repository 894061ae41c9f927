// "What does parse header do", "read it out", "where am I": tells about a symbol, or about what the user is looking at.
import { grepTool } from '../../../core/tools/search-files.ts'
import { findSymbolsTool } from '../../../core/tools/find-symbols.ts'
import { readTool } from '../../../core/tools/read-file.ts'
import { summarizeFileTool } from '../../../core/tools/summarize.ts'
import type { CodeSymbol, FoundSymbol } from '../../../core/tools/codebase.ts'
import type { Named } from '../../../core/understanding/intent.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { NOTHING_TO_READ, readAloud } from '../../../core/understanding/replies/read-aloud.ts'
import { sentenceCase, spokenCount } from '../../../core/understanding/replies/spoken-count.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { spokenSymbol, spokenText } from '../../../core/understanding/replies/spoken-text.ts'
import { fileSentence } from '../../../core/understanding/replies/summary-report.ts'
import { symbolReport, symbolSentence } from '../../../core/understanding/replies/symbol-report.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import { symbolAtLine } from './change-files.ts'
import { askWhichSymbol } from './open-file.ts'
import { fileNamed, shownFile } from './resolve-file.ts'
import { summarizeFile } from './summarize.ts'
import type { Turn } from './turn.ts'

const MAX_SOURCE_LINES = 80

export async function explain(what: Named, turn: Turn): Promise<string> {
  if (what === 'this') {
    const file = shownFile(turn)
    if (file === null) return 'You are not looking at a file. Open one, or name what you mean.'
    const symbol = await symbolAtLine(file, turn)
    return symbol === null ? summarizeFile(file, turn) : explainSymbol(symbol, turn)
  }
  const found = await turn.use(findSymbolsTool, { pattern: what.name })
  if (!found.ok) return faultSentence(found.fault?.code)
  const exact = found.value.filter((symbol) => symbol.exact)
  const likely: FoundSymbol[] = exact.length > 0 ? exact : found.value.slice(0, 5)
  const [first] = likely
  if (first && likely.length === 1) return explainSymbol(first, turn)
  if (likely.length > 1) return askWhichSymbol(likely, turn, explainSymbol)

  const file = await fileNamed(what.name, turn)
  if (file !== null) return summarizeFile(file, turn)
  return 'I found nothing of that name. Say it another way, or ask me to find the words.'
}

async function explainSymbol(symbol: CodeSymbol, turn: Turn): Promise<string> {
  const { name, file, startLine, endLine } = symbol
  const pattern = `\\b${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\b`
  const found = await turn.use(
    grepTool,
    { pattern: name, attempts: [{ pattern, regex: true }] },
    { hide: 'artifact' },
  )
  const hits = found.ok ? found.value.hits : []
  const lastLine = Math.min(endLine, startLine + MAX_SOURCE_LINES - 1)
  const read = await turn.use(readTool, { path: file, line: startLine, endLine: lastLine }, { hide: 'all' })
  const facts = {
    symbol,
    callers: hits.filter((hit) => hit.file !== file || hit.line < startLine || hit.line > endLine),
    truncated: found.ok && found.value.truncated,
    source: read.ok && read.value.kind === 'text' ? read.value.text : '',
  }
  turn.show(
    { kind: 'markdown', title: name, content: symbolReport(facts), file },
    `explain:${file}:${startLine}`,
  )
  turn.dialogue.lastFile = file
  return symbolSentence(facts)
}

export async function readOut(turn: Turn): Promise<string> {
  const { view, dialogue } = turn
  const { shown } = dialogue
  // The user looks at what the brain showed last, unless the window reports something else.
  const isInView =
    shown !== null && (view.kind === undefined || shown.kind === view.kind) && isOfFile(shown, view.file)
  if (isInView && (shown.kind !== 'code' || view.file === undefined)) return readAloud(shown)
  if (view.file !== undefined) return readFileAloud(view.file, turn)
  return shown === null ? NOTHING_TO_READ : readAloud(shown)
}

const isOfFile = (shown: Artifact, file: string | undefined): boolean =>
  file === undefined ||
  !('file' in shown) ||
  shown.file === undefined ||
  shown.file === '' ||
  shown.file === file

/** Code is not read out: the reply says what it is and what its comment says. */
async function readFileAloud(file: string, turn: Turn): Promise<string> {
  const found = await turn.use(summarizeFileTool, { path: file }, { hide: 'all' })
  if (!found.ok) return faultSentence(found.fault?.code)
  if (/\.(?:mdx?|txt|rst)$/i.test(file)) return spokenText(found.value.text) || NOTHING_TO_READ
  const symbol = turn.view.line === undefined ? null : await symbolAtLine(file, turn)
  if (symbol === null) return fileSentence(found.value)
  const what = `${sentenceCase(symbol.kind)} ${spokenSymbol(symbol.name)}, ${spokenCount(symbol.endLine - symbol.startLine + 1, 'line')}.`
  return symbol.doc === null ? `${what} It has no comment.` : `${what} ${spokenText(symbol.doc, 2)}`
}

export async function currentLocation(turn: Turn): Promise<string> {
  const { file, line } = turn.view
  if (file === undefined) return 'You are not looking at a file.'
  const symbol = await symbolAtLine(file, turn)
  const where = line === undefined ? '' : `, line ${line}`
  const inside = symbol === null ? '' : `, in the ${symbol.kind} ${spokenSymbol(symbol.name)}`
  return `${sentenceCase(spokenName(file))}${where}${inside}.`
}
