// Describes the hunk of a new or a deleted file: how long it is, and what it declares or is about.
import { spokenCount, spokenList } from '../../understanding/replies/spoken-count.ts'
import { isTestFile } from '../../artifacts/file-language.ts'
import type { CodeSymbol } from '../../tools/codebase.ts'
import type { ChangedFile } from '../changed-file.ts'
import { isTestName } from './code-sides.ts'
import type { HunkLines } from './hunk-lines.ts'
import { saidName, saidNames, saidTitle } from './hunk-sentence.ts'
import { isKeyFile } from './key-clauses.ts'
import { titleOf } from './prose-clauses.ts'
import { outermostKeys } from './read-keys.ts'

/** Null if it is the hunk of another file. */
export function describeWholeFile(
  name: string,
  fate: ChangedFile['fate'],
  { added, removed, lines, cut }: HunkLines,
  symbols: readonly CodeSymbol[],
  language: string,
): string | null {
  if ((fate !== 'added' && fate !== 'deleted') || (added > 0 && removed > 0)) return null
  if (lines.length === 0) return fate === 'added' ? 'Creates an empty file.' : 'Deletes an empty file.'
  const length = Math.max(added, removed)
  const start = `${fate === 'added' ? 'Creates the file with' : 'Deletes the file, which had'} ${spokenCount(length, 'line')}`
  const tests = cut || !isTestFile(name) ? '' : testsIn(lines)
  if (tests !== '') return `${start}: ${tests}.`
  const outer = symbols.filter(({ container }) => container === null)
  const content = outer.length > 0 ? declared(outer, isTestFile(name), length) : about(name, lines, language)
  return `${start}${content}.`
}

const TEST = /^\s*(?:it|test|specify)(?:\.\w+)*\(\s*["'`]/
const GROUP = /^(\s*)(?:describe|context|suite)(?:\.\w+)*\(\s*(["'`])(.{1,120}?)\2/

/** Tests that are written as calls, with the title of the group around all of them. */
function testsIn(lines: HunkLines['lines']): string {
  const count = lines.filter(({ text }) => TEST.test(text)).length
  if (count === 0) return ''
  const outer = lines.filter(({ text }) => /^\S/.test(text) && (GROUP.test(text) || TEST.test(text)))
  const title = outer.length === 1 ? saidTitle(GROUP.exec(outer[0]!.text)?.[3] ?? '') : ''
  return `${spokenCount(count, 'test')}${title === '' ? '' : ` in “${title}”`}`
}

function about(name: string, lines: HunkLines['lines'], language: string): string {
  if (isKeyFile(name, language)) {
    const keys = [...new Set(outermostKeys(lines))]
    const said = saidNames(keys)
    return said === '' ? '' : ` and the ${keys.length === 1 ? 'key' : 'keys'} ${said}`
  }
  const title = /^(?:markdown|mdx|restructuredtext)$/.test(language)
    ? titleOf(lines.map(({ text }) => text))
    : ''
  return title === '' ? '' : `, called ${title}`
}

function declared(outer: readonly CodeSymbol[], isTest: boolean, length: number): string {
  const nounOf = (symbol: CodeSymbol): string => (isTest && isTestName(symbol) ? 'test' : symbol.kind)
  const said = (symbol: CodeSymbol): string =>
    saidName(nounOf(symbol) === 'test' ? symbol.name.replace(/^test_?(?=.)/i, '') : symbol.name)
  const size = ({ startLine, endLine }: CodeSymbol): number => endLine - startLine + 1
  const [only] = outer as [CodeSymbol]
  if (outer.length === 1) {
    // The rest may be a licence and imports.
    const isMost = size(only) > length / 3
    return `${isMost ? ':' : ', among them'} the ${nounOf(only)} ${said(only)}`
  }
  if (outer.length <= 3) return `: ${spokenList(outer.map(said))}`
  const kinds = new Map<string, number>()
  for (const symbol of outer) kinds.set(nounOf(symbol), (kinds.get(nounOf(symbol)) ?? 0) + 1)
  const most = [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 2)
  const largest = outer.toSorted((a, b) => size(b) - size(a))[0]!
  const counts = most.map(([kind, count]) =>
    spokenCount(count, kind, kind === 'class' ? 'classes' : `${kind}s`),
  )
  return `: ${spokenList(counts)}, the largest of which is ${said(largest)}`
}
