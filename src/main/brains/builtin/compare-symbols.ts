// "What is the difference between Client and AsyncClient": what each is, and what only one of them has.
import { findSymbolsTool } from '../../../core/tools/find-symbols.ts'
import type { CodeSymbol } from '../../../core/tools/codebase.ts'
import { isTestFile } from '../../../core/artifacts/file-language.ts'
import { sentenceCase, spokenCount, spokenList } from '../../../core/understanding/replies/spoken-count.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { spokenDoc, spokenSymbol } from '../../../core/understanding/replies/spoken-text.ts'
import { showFile } from './resolve-file.ts'
import { focusOn } from './symbol-in-focus.ts'
import type { Turn } from './turn.ts'

const MAX_SPOKEN = 3

/** Null if the names are not those of two symbols. */
export async function compareSymbols(one: string, other: string, turn: Turn): Promise<string | null> {
  const [first, second] = [await symbolCalled(one, turn), await symbolCalled(other, turn)]
  if (!first || !second) return null
  const pair = [first, second]
  turn.show(
    {
      kind: 'search_results',
      title: `${first.name} and ${second.name}`,
      query: `${first.name} ${second.name}`,
      results: pair.map(({ file, startLine, signature }) => ({ file, line: startLine, content: signature })),
    },
    'symbols',
  )
  turn.dialogue.listed = pair.map((symbol) => ({
    label: spokenSymbol(symbol.name),
    file: symbol.file,
    take: (next) => {
      focusOn(symbol, next)
      return showFile(symbol.file, { line: symbol.startLine }, next)
    },
  }))
  const [its, others] = [await membersOf(first, turn), await membersOf(second, turn)]
  return [
    describe(first),
    describe(second),
    only(
      first,
      its.filter((name) => !others.includes(name)),
    ),
    only(
      second,
      others.filter((name) => !its.includes(name)),
    ),
  ]
    .filter(Boolean)
    .join(' ')
}

async function symbolCalled(name: string, turn: Turn): Promise<CodeSymbol | undefined> {
  const found = await turn.use(findSymbolsTool, { pattern: name }, { hide: 'all' })
  const exact = found.ok ? found.value.filter((symbol) => symbol.exact) : []
  return exact.find(({ file }) => !isTestFile(file)) ?? exact[0]
}

function describe({ name, kind, file, startLine, endLine, doc }: CodeSymbol): string {
  const about = doc === null ? '' : ` ${spokenDoc(doc, 1)}`
  const lines = spokenCount(endLine - startLine + 1, 'line')
  return `${sentenceCase(spokenSymbol(name))} is a ${kind} of ${lines} in ${spokenName(file)}.${about}`
}

async function membersOf({ name, file, container }: CodeSymbol, turn: Turn): Promise<string[]> {
  const outline = await turn.look((workspace) => workspace.outline(file))
  const inside = container === null ? name : `${container}.${name}`
  return outline.ok
    ? [...new Set(outline.value.filter((one) => one.container === inside).map((one) => one.name))]
    : []
}

function only(symbol: CodeSymbol, members: readonly string[]): string {
  if (members.length === 0) return ''
  const names = members.slice(0, MAX_SPOKEN).map(spokenSymbol)
  const rest = members.length - names.length
  const listed = rest > 0 ? `${names.join(', ')} and ${spokenCount(rest, 'other')}` : spokenList(names)
  return `Only ${spokenSymbol(symbol.name)} has ${listed}.`
}
