// "What does parse header do": its signature, its comment and who calls it, on the screen; the gist of it aloud.
import type { CodeSymbol, FoundSymbol } from '../../../core/codebase.ts'
import type { Named } from '../../../core/intents/intent.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { symbolReport, symbolSentence } from '../../../core/replies/symbol-report.ts'
import { symbolAtLine } from './change-files.ts'
import { askWhichSymbol } from './open-file.ts'
import { summariseFile } from './summarise.ts'
import type { Turn } from './turn.ts'
import { fileInFront } from './which-file.ts'

const MAX_SOURCE_LINES = 80

export async function explain(what: Named, turn: Turn): Promise<string> {
  if (what === 'this') {
    const file = fileInFront(turn)
    if (file === null) return 'Nothing is in front of you. Open a file, or name what you mean.'
    const symbol = await symbolAtLine(file, turn)
    return symbol === null ? summariseFile(file, turn) : explainSymbol(symbol, turn)
  }
  const found = await turn.use('Grep', { pattern: what.name }, (signal) =>
    turn.tools.symbols(what.name, { signal }),
  )
  if (!found.ok) return faultSentence(found.fault?.code)
  const exact = found.value.filter((symbol) => symbol.exact)
  const likely: FoundSymbol[] = exact.length > 0 ? exact : found.value.slice(0, 5)
  const [first] = likely
  if (first && likely.length === 1) return explainSymbol(first, turn)
  if (likely.length > 1) return askWhichSymbol(likely, turn, explainSymbol)

  const files = await turn.quietly((signal) => turn.tools.glob(what.name, { signal }))
  if (files.ok && files.value.best !== null) return summariseFile(files.value.best, turn)
  return 'I found nothing of that name. Say it another way, or ask me to find the words.'
}

async function explainSymbol(symbol: CodeSymbol, turn: Turn): Promise<string> {
  const { name, file, startLine, endLine } = symbol
  const word = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const found = await turn.use('Grep', { pattern: name }, (signal) =>
    turn.tools.grep(`\\b${word}\\b`, { regex: true, quiet: true, signal }),
  )
  const hits = found.ok ? found.value.hits : []
  const read = await turn.quietly((signal) =>
    turn.tools.read(file, {
      lines: { from: startLine, to: Math.min(endLine, startLine + MAX_SOURCE_LINES - 1) },
      signal,
    }),
  )
  const facts = {
    symbol,
    callers: hits.filter((hit) => hit.file !== file || hit.line < startLine || hit.line > endLine),
    truncated: found.ok && found.value.truncated,
    source: read.ok ? read.output.text : '',
  }
  turn.show(
    { kind: 'markdown', title: name, content: symbolReport(facts), file },
    `explain:${file}:${startLine}`,
  )
  turn.dialogue.lastFile = file
  return symbolSentence(facts)
}
