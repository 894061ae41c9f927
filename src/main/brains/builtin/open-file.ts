// "Open the session manager", "go to line 42", "jump to the definition of": finds what the user means and shows it.
import { baseName } from '../../../base/base-name.ts'
import type { FoundSymbol } from '../../../core/tools/codebase.ts'
import type { TestFailure } from '../../../core/tools/test-failures.ts'
import { findSymbolsTool } from '../../../core/tools/find-symbols.ts'
import type { IntentOf } from '../../../core/understanding/intent.ts'
import { rankFiles } from '../../../core/understanding/rank-files.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { spokenFiles, whichOne } from '../../../core/understanding/replies/spoken-choices.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { spokenSymbol } from '../../../core/understanding/replies/spoken-text.ts'
import { sentenceCase } from '../../../core/understanding/replies/spoken-count.ts'
import { failureMeant } from './dialogue.ts'
import { findText } from './find-text.ts'
import {
  showFile,
  askWhichFile,
  findFiles,
  leadsElsewhere,
  NO_FILE_SHOWN,
  noFile,
  shownFile,
} from './resolve-file.ts'
import { focusOn } from './symbol-in-focus.ts'
import type { Turn } from './turn.ts'

/** From this score on, a file's name has all the words of the request. */
const ALIKE = 45

export async function openFile(intent: IntentOf<'open'>, turn: Turn): Promise<string> {
  const { target, line, endLine } = intent
  const show = (file: string, next: Turn): Promise<string> => showFile(file, { line, endLine }, next)
  if (target === 'this') {
    const failure = failedTestInFront(turn)
    if (failure !== null) return openFailedTest(failure, turn)
    const file = shownFile(turn)
    if (file === null) return 'You are not looking at anything I can open. Name it.'
    return showFile(file, { line: turn.view.line }, turn)
  }
  if (leadsElsewhere(target)) return show(target, turn)

  const found = await findFiles(target, turn)
  if (typeof found === 'string') return found
  if (found.best !== null) return show(found.best, turn)
  // If hardly any file has that name, it may be a symbol.
  const [likeliest] = rankFiles(found.files, target, 1)
  if (line === undefined && (likeliest === undefined || likeliest.score < ALIKE)) {
    const symbols = await symbolsNamed(target, turn)
    const exact = symbols.filter((symbol) => symbol.exact)
    const likely = exact.length > 0 ? exact : likeliest === undefined ? symbols.slice(0, 5) : []
    if (likely.length > 0) return openSymbols(likely, turn)
  }
  if (found.files.length === 0) return (await turn.searchInstead()) ?? noFile(target)
  return askWhichFile(found.files, found.truncated, turn, show)
}

/** The test that failed last, while the user looks at the output and not at a file. */
export function failedTestInFront({ dialogue, view }: Turn): TestFailure | null {
  const { ran, shown } = dialogue
  return ran !== null && ran.shown === shown && view.file === undefined ? failureMeant(ran) : null
}

export function openFailedTest({ file, line, path }: TestFailure, turn: Turn): Promise<string> {
  if (file === null) return Promise.resolve(`The output does not say where ${path.at(-1)} is.`)
  return openFile({ kind: 'open', target: file, ...(line !== null && { line }) }, turn)
}

/** The test of a file has its name. */
export async function openTestOfThis(turn: Turn): Promise<string> {
  const file = shownFile(turn)
  if (file === null) return NO_FILE_SHOWN
  const [stem = '', ...endings] = baseName(file).split('.')
  if (endings.some((ending) => /^(?:test|spec)$/i.test(ending)) || /^test_|_(?:test|spec)$/i.test(stem)) {
    return `${sentenceCase(spokenName(file))} is a test itself.`
  }
  return openFile({ kind: 'open', target: `${stem} test` }, turn)
}

export async function revealLine({ line, endLine }: IntentOf<'line'>, turn: Turn): Promise<string> {
  const file = shownFile(turn)
  if (file === null) return 'You are not looking at a file. Open one first, then name the line.'
  if (endLine === undefined && turn.view.file !== undefined) {
    turn.requestView('line.reveal', line)
    return `Line ${line}.`
  }
  return showFile(file, { line, endLine }, turn)
}

export async function openDefinition(name: string, turn: Turn): Promise<string> {
  if (name === 'this') return 'I cannot see which word you mean. Say its name.'
  const found = await turn.use(findSymbolsTool, { pattern: name })
  if (!found.ok) return faultSentence(found.fault?.code)
  const exact = found.value.filter((symbol) => symbol.exact)
  if (exact.length > 0) return openSymbols(exact, turn)
  if (found.value.length > 0) return openSymbols(found.value.slice(0, 5), turn)
  return findText({ kind: 'find', text: name }, name, turn)
}

async function symbolsNamed(name: string, turn: Turn): Promise<FoundSymbol[]> {
  const found = await turn.use(findSymbolsTool, { pattern: name }, { hide: 'all' })
  return found.ok ? found.value : []
}

/** Shows the only one; lists several and asks which one is meant. */
async function openSymbols(symbols: readonly FoundSymbol[], turn: Turn): Promise<string> {
  const [first] = symbols
  if (first && symbols.length === 1) return openSymbol(first, turn)
  return askWhichSymbol(symbols, turn, openSymbol)
}

async function openSymbol(symbol: FoundSymbol, turn: Turn): Promise<string> {
  const shown = await showFile(symbol.file, { line: symbol.startLine }, turn)
  if (!shown.startsWith('Here is')) return shown
  focusOn(symbol, turn)
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

/** By name if the spoken names differ, otherwise by location. */
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
