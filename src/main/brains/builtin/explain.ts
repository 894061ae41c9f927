// "What does parse header do", "read it out", "where am I": tells about a symbol, or about what the user is looking at.
import type { Relations } from '../../../core/tools/find-relations.ts'
import { findSymbolsTool } from '../../../core/tools/find-symbols.ts'
import { summarizeFileTool } from '../../../core/tools/summarize.ts'
import type { CodeSymbol, FoundSymbol } from '../../../core/tools/codebase.ts'
import type { IntentOf, Named } from '../../../core/understanding/intent.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { NOTHING_TO_READ, readAloud } from '../../../core/understanding/replies/read-aloud.ts'
import { callsSentence } from '../../../core/understanding/replies/relations-report.ts'
import { sentenceCase, spokenCount } from '../../../core/understanding/replies/spoken-count.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { spokenSymbol, spokenText } from '../../../core/understanding/replies/spoken-text.ts'
import { fileSentence } from '../../../core/understanding/replies/summary-report.ts'
import { type SymbolFacts, symbolSentence } from '../../../core/understanding/replies/symbol-report.ts'
import { isTestFile } from '../../../core/artifacts/file-language.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import { answerQuestion, findAnswer } from './answer-question.ts'
import { symbolAtLine } from './change-files.ts'
import { askWhichSymbol } from './open-file.ts'
import { fileNamed, shownFile } from './resolve-file.ts'
import { help } from './help.ts'
import { showRelations } from './relations.ts'
import { summarize, summarizeFile } from './summarize.ts'
import { symbolInFocus, symbolsMeant } from './symbol-in-focus.ts'
import type { Turn } from './turn.ts'

/** With less of the question, similar names are more likely meant than what a passage says. */
const ABOUT = 0.5

export async function explain(what: Named, question: string, turn: Turn): Promise<string> {
  if (what === 'this') {
    const file = shownFile(turn)
    const symbol = await symbolInFocus(turn)
    if (file === null && symbol === null) {
      // Nothing is in front: "how does this work" asks about Parley.
      if (/^how\b/i.test(question)) return help(turn)
      // The first question of many: what they have opened.
      if (/^what(?:'s| is)\b/i.test(question)) return summarize({ kind: 'summarise', of: 'repository' }, turn)
      return 'You are not looking at a file. Open one, or name what you mean.'
    }
    return symbol === null ? summarizeFile(file ?? '', turn) : explainSymbol(symbol, turn)
  }
  const found = await turn.use(findSymbolsTool, { pattern: what.name })
  if (!found.ok) return faultSentence(found.fault?.code)
  const exact = found.value.filter((symbol) => symbol.exact)
  const likely: FoundSymbol[] = preferred(exact)
  const [first] = likely
  if (first && likely.length === 1) return explainSymbol(first, turn)
  if (likely.length > 1) return askWhichSymbol(likely, turn, explainSymbol)

  const file = await fileNamed(what.name, turn)
  if (file !== null) return summarizeFile(file, turn)
  const answered = await findAnswer(question, turn, ABOUT)
  if (answered !== null) return answered
  const similar = found.value.slice(0, 5)
  const [only] = similar
  if (only)
    return similar.length === 1 ? explainSymbol(only, turn) : askWhichSymbol(similar, turn, explainSymbol)
  return answerQuestion(question, turn)
}

/** Tests often declare the same name for themselves. */
function preferred<S extends CodeSymbol>(symbols: S[]): S[] {
  const code = symbols.filter(({ file }) => !isTestFile(file))
  return code.length > 0 ? code : symbols
}

/** "What happens when I call it": what a symbol calls. Behaviour in plain words is looked up instead. */
export async function explainFlow({ what }: IntentOf<'flow'>, question: string, turn: Turn): Promise<string> {
  const [symbol] = what === 'question' ? [] : preferred(await symbolsMeant(what, turn))
  if (!symbol)
    return what === 'this' ? 'I cannot tell what you mean. Say its name.' : answerQuestion(question, turn)
  const relations = await showRelations(symbol, turn)
  if (relations === null) return 'I could not search for it.'
  return `${symbolSentence(factsOf(relations))}${callsSentence(relations)}`
}

async function explainSymbol(symbol: CodeSymbol, turn: Turn): Promise<string> {
  const relations = await showRelations(symbol, turn)
  if (relations === null) return 'I could not search for it.'
  // Without a comment, what it calls says most about it.
  const calls = symbol.doc === null ? callsSentence(relations) : ''
  return `${symbolSentence(factsOf(relations))}${calls}`
}

const factsOf = ({ symbol, uses, truncated, moreTests }: Relations): SymbolFacts => ({
  symbol,
  uses: uses.filter(({ isComment, isDocument }) => !isComment && !isDocument).length,
  truncated: truncated || moreTests,
})

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
