// "Open the session manager", "go to line 42", "jump to the definition of": finds what is meant and shows it, or asks.
import { baseName } from '../../../core/base-name.ts'
import type { FoundSymbol } from '../../../core/codebase.ts'
import type { IntentOf } from '../../../core/intents/intent.ts'
import { rankFiles } from '../../../core/intents/rank-files.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { spokenFiles, whichOne } from '../../../core/replies/spoken-choices.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import { spokenSymbol } from '../../../core/replies/spoken-text.ts'
import { sentenceCase } from '../../../core/replies/spoken-count.ts'
import { findText } from './find-text.ts'
import { showFile } from './show-file.ts'
import type { Turn } from './turn.ts'
import { askWhichFile, fileInFront, leadsElsewhere, lookUp, noFile } from './which-file.ts'

/** From here up, a file's name has all the words that were said. */
const ALIKE = 45

export async function openFile(intent: IntentOf<'open'>, turn: Turn): Promise<string> {
  const { target, line, endLine } = intent
  const show = (file: string, next: Turn): Promise<string> => showFile(file, { line, endLine }, next)
  if (target === 'this') {
    const file = fileInFront(turn)
    if (file === null) return 'Nothing is in front of you that could be opened. Name it.'
    return showFile(file, { line: turn.view.line }, turn)
  }
  if (leadsElsewhere(target)) return show(target, turn)

  const found = await lookUp(target, turn)
  if (typeof found === 'string') return found
  if (found.best !== null) return show(found.best, turn)
  // A name that is hardly any file's may be something a file declares.
  const [likeliest] = rankFiles(found.files, target, 1)
  if (line === undefined && (likeliest === undefined || likeliest.score < ALIKE)) {
    const symbols = await symbolsNamed(target, turn)
    const exact = symbols.filter((symbol) => symbol.exact)
    const likely = exact.length > 0 ? exact : likeliest === undefined ? symbols.slice(0, 5) : []
    if (likely.length > 0) return openSymbols(likely, turn)
  }
  return found.files.length === 0 ? noFile(target) : askWhichFile(found.files, found.more, turn, show)
}

/** What tests a file is called like it. */
export async function openTestOfThis(turn: Turn): Promise<string> {
  const file = fileInFront(turn)
  if (file === null) return 'No file is in front of you. Open one first, or name it.'
  const [stem = '', ...endings] = baseName(file).split('.')
  if (endings.some((ending) => /^(?:test|spec)$/i.test(ending)) || /^test_|_(?:test|spec)$/i.test(stem)) {
    return `${sentenceCase(spokenName(file))} is a test itself.`
  }
  return openFile({ kind: 'open', target: `${stem} test` }, turn)
}

export async function revealLine({ line, endLine }: IntentOf<'line'>, turn: Turn): Promise<string> {
  const file = fileInFront(turn)
  if (file === null) return 'No file is in front of you. Open one first, then name the line.'
  if (endLine === undefined && turn.view.file !== undefined) {
    turn.wish('line.reveal', line)
    return `Line ${line}.`
  }
  return showFile(file, { line, endLine }, turn)
}

export async function openDefinition(name: string, turn: Turn): Promise<string> {
  if (name === 'this') return 'I cannot see which word you mean. Say its name.'
  const found = await turn.use('Grep', { pattern: name }, (signal) => turn.tools.symbols(name, { signal }))
  if (!found.ok) return faultSentence(found.fault?.code)
  const exact = found.value.filter((symbol) => symbol.exact)
  if (exact.length > 0) return openSymbols(exact, turn)
  if (found.value.length > 0) return openSymbols(found.value.slice(0, 5), turn)
  return findText({ kind: 'find', text: name }, turn)
}

async function symbolsNamed(name: string, turn: Turn): Promise<FoundSymbol[]> {
  const found = await turn.quietly((signal) => turn.tools.symbols(name, { signal }))
  return found.ok ? found.value : []
}

/** One is shown; several are listed and asked about. */
async function openSymbols(symbols: readonly FoundSymbol[], turn: Turn): Promise<string> {
  const [first] = symbols
  if (first && symbols.length === 1) return openSymbol(first, turn)
  return askWhichSymbol(symbols, turn, openSymbol)
}

async function openSymbol(symbol: FoundSymbol, turn: Turn): Promise<string> {
  const shown = await showFile(symbol.file, { line: symbol.startLine }, turn)
  if (!shown.startsWith('Here is')) return shown
  return `${sentenceCase(spokenSymbol(symbol.name))} is a ${symbol.kind} in ${spokenName(symbol.file)}, line ${symbol.startLine}.`
}

/** Lists symbols on the screen and asks which one is meant. */
export function askWhichSymbol(
  symbols: readonly FoundSymbol[],
  turn: Turn,
  then: (symbol: FoundSymbol, turn: Turn) => Promise<string>,
): string {
  const labels = labelsOf(symbols)
  const name = symbols[0]?.name ?? ''
  turn.show(
    {
      kind: 'search_results',
      title: `Which ${name}`,
      query: name,
      results: symbols.map(({ file, startLine, signature }) => ({
        file,
        line: startLine,
        content: signature,
      })),
    },
    'which',
  )
  turn.dialogue.listed = symbols.map((symbol, at) => ({
    label: labels[at] ?? symbol.name,
    file: symbol.file,
    take: (next) => then(symbol, next),
  }))
  turn.dialogue.asked = true
  return whichOne(labels)
}

/** By name where the names differ aloud, else by where they are. */
function labelsOf(symbols: readonly FoundSymbol[]): string[] {
  const names = symbols.map(({ name, container }) =>
    spokenSymbol(container === null ? name : `${container} ${name}`),
  )
  if (new Set(names).size === symbols.length) return names
  const files = symbols.map(({ file }) => file)
  const spoken = spokenFiles([...new Set(files)])
  const labels = new Map([...new Set(files)].map((file, at) => [file, spoken[at] ?? spokenName(file)]))
  return symbols.map(({ file, startLine }) => {
    const label = labels.get(file) ?? 'the file'
    return files.filter((other) => other === file).length > 1
      ? `line ${startLine} of ${label}`
      : `the one in ${label}`
  })
}
