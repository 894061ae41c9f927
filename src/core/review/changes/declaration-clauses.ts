// Says which declarations a hunk adds, removes, renames, moves or changes.
import { numberWord, spokenCount, spokenList } from '../../understanding/replies/spoken-count.ts'
import type { CodeSymbol } from '../../tools/codebase.ts'
import { type ChangedDeclarations, isWhole } from './changed-declarations.ts'
import { saidName, saidNames } from './hunk-sentence.ts'
import { signatureChange } from './signature-change.ts'

export function declarationClauses(
  { added, removed, renamed, moved, altered }: ChangedDeclarations,
  isTest: IsTest,
): string[] {
  const inside = (list: readonly CodeSymbol[]): CodeSymbol[] =>
    list.filter(
      (symbol) =>
        !list.some(
          (other) =>
            other !== symbol && other.startLine <= symbol.startLine && other.endLine >= symbol.endLine,
        ),
    )
  const clauses = [
    ...renamed.map(({ from, to }) => {
      const name = said(to, isTest)
      const noun = nounOf(from, isTest)
      // The names differ only in what a voice does not say.
      return said(from, isTest) === name
        ? `changes the name of the ${noun} ${name}`
        : `renames the ${noun} ${said(from, isTest)} to ${name}`
    }),
    ...altered.flatMap(({ from, to }) => signatureClause(from, to)),
    ...listed('adds', inside(added), isTest),
    ...listed('removes', inside(removed), isTest),
    ...movedClause(moved, isTest),
  ]
  // Several functions of one name may have changed alike.
  return [...new Set(clauses)]
}

function movedClause(moved: ChangedDeclarations['moved'], isTest: IsTest): string[] {
  const [first] = moved
  if (!first) return []
  const what =
    moved.length === 1
      ? `the ${nounOf(first.symbol, isTest)} ${said(first.symbol, isTest)}`
      : `${numberWord(moved.length)} declarations`
  if (first.old !== null)
    return [`moves ${what} further ${first.symbol.startLine > first.old.startLine ? 'down' : 'up'}`]
  return [`moves ${what} ${first.here ? 'here from elsewhere in the file' : 'to another place in the file'}`]
}

type IsTest = (symbol: CodeSymbol) => boolean

const nounOf = (symbol: CodeSymbol, isTest: IsTest): string => (isTest(symbol) ? 'test' : symbol.kind)

function said(symbol: CodeSymbol, isTest: IsTest): string {
  const { name } = symbol
  const bare = isTest(symbol) ? name.replace(/^test_?/i, '') : name
  return saidName(bare === '' ? name : bare) || 'without a name'
}

function listed(verb: string, symbols: readonly CodeSymbol[], isTest: IsTest): string[] {
  if (symbols.length === 0) return []
  if (symbols.length === 1) {
    const [symbol] = symbols as [CodeSymbol]
    const owner = symbol.kind === 'method' && !isTest(symbol) ? ownerOf(symbol) : ''
    return [
      `${verb} the ${nounOf(symbol, isTest)} ${said(symbol, isTest)}${owner === '' ? '' : ` ${verb === 'adds' ? 'to' : 'from'} ${owner}`}`,
    ]
  }
  const byNoun = new Map<string, CodeSymbol[]>()
  for (const symbol of symbols) {
    const noun = nounOf(symbol, isTest)
    byNoun.set(noun, [...(byNoun.get(noun) ?? []), symbol])
  }
  const groups = [...byNoun].slice(0, 3).map(([noun, list]) => {
    const plural = noun === 'class' ? 'classes' : `${noun}s`
    const names = list.map((symbol) => said(symbol, isTest))
    if (list.length === 1) return `the ${noun} ${names[0]}`
    if (new Set(names).size === 1) return `${numberWord(list.length)} ${plural} called ${names[0]}`
    return list.length <= 3 && byNoun.size === 1
      ? `the ${plural} ${saidNames(names, 3)}`
      : `${numberWord(list.length)} ${plural}`
  })
  const largest = symbols.toSorted((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine))[0]!
  const isCounted = groups.every((group) => !/^the |called/.test(group))
  return [`${verb} ${spokenList(groups)}${isCounted ? `, among them ${said(largest, isTest)}` : ''}`]
}

const ownerOf = ({ container }: CodeSymbol): string => saidName(container?.split('.').at(-1) ?? '')

function signatureClause(from: CodeSymbol, to: CodeSymbol): string[] {
  const name = saidName(to.name)
  if (!/^(?:function|method)$/.test(to.kind)) {
    return [`changes the declaration of the ${to.kind} ${name}`]
  }
  // A signature is one line, so a comment in it has no end.
  if ([from, to].some(({ signature }) => !isWhole(signature) || /(?:^|[\s,(])(?:#|\/[/*])/.test(signature)))
    return [`changes the signature of ${name}`]
  const change = signatureChange(from.signature, to.signature, to.name)
  const clauses: string[] = []
  const { added, removed, renamed, altered } = change
  if (added.length > 0) clauses.push(`adds ${parameters(added)} to ${name}`)
  if (removed.length > 0) clauses.push(`removes ${parameters(removed)} from ${name}`)
  if (renamed.length === 1)
    clauses.push(
      `renames the parameter ${saidName(renamed[0]![0])} of ${name} to ${saidName(renamed[0]![1])}`,
    )
  else if (renamed.length > 1) clauses.push(`renames ${numberWord(renamed.length)} parameters of ${name}`)
  if (altered.length === 1 && saidName(altered[0]!.name) !== '')
    clauses.push(`changes the ${altered[0]!.what} of the parameter ${saidName(altered[0]!.name)} of ${name}`)
  else if (altered.length > 1) clauses.push(`changes ${numberWord(altered.length)} parameters of ${name}`)
  if (change.returns) clauses.push(`changes the return type of ${name}`)
  if (change.throws) clauses.push(`changes which errors ${name} declares`)
  for (const one of change.gained) clauses.push(`makes ${name} ${MODIFIERS[one] ?? one}`)
  for (const one of change.lost)
    if (change.gained.length === 0) clauses.push(`makes ${name} no longer ${MODIFIERS[one] ?? one}`)
  if (change.reordered) clauses.push(`changes the order of the parameters of ${name}`)
  if (clauses.length === 0) clauses.push(`changes the signature of ${name}`)
  // The name is said once.
  return clauses.map((clause, at) =>
    at === 0 ? clause : clause.replace(new RegExp(` (of|to|from) ${name}$`), ''),
  )
}

const MODIFIERS: Readonly<Record<string, string>> = {
  export: 'exported',
  pub: 'public',
  async: 'asynchronous',
  default: 'the default export',
  extern: 'external',
}

function parameters(names: readonly string[]): string {
  const list = names.map(saidName).filter((one) => one !== '')
  if (names.length > 2 || list.length < names.length)
    return spokenCount(names.length, 'parameter').replace(/^one/, 'a')
  return `the ${names.length === 1 ? 'parameter' : 'parameters'} ${spokenList(list)}`
}
