// Where in its file a hunk is, as a listener hears it: "in parse config".
import type { CodeSymbol } from '../../tools/codebase.ts'
import { declaredIn } from '../changed-symbols.ts'
import type { HunkLine } from './hunk-lines.ts'
import { saidName, saidTitle } from './hunk-sentence.ts'

/** The symbols around the changed lines, the one with the most first. */
export function placeInSymbols(symbols: readonly (CodeSymbol | null)[], isTest: boolean): string {
  const counts = new Map<string, { symbol: CodeSymbol | null; count: number }>()
  for (const symbol of symbols) {
    // What is around it may be called differently before.
    const key = symbol === null ? '' : `${symbol.kind} ${symbol.name}`
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { symbol, count: 1 })
  }
  const sorted = [...counts.values()].sort((a, b) => b.count - a.count)
  const [most, next] = sorted
  if (!most || most.symbol === null) return ''
  const outer = sorted.find(({ symbol }) =>
    sorted.every((other) => symbol !== null && other.symbol !== null && isAround(symbol, other.symbol)),
  )?.symbol
  if (outer) return `in ${symbolName(outer, isTest)}`
  if (sorted.length === 2 && next?.symbol === null) return `in and around ${symbolName(most.symbol, isTest)}`
  if (sorted.length === 2 && next?.symbol) {
    const [one, two] = [symbolName(most.symbol, isTest, true), symbolName(next.symbol, isTest, true)]
    return `${one} ${two}`.split(' ').length > 10 || one === two
      ? `in two ${isTest ? 'tests' : 'declarations'}`
      : `in ${one} and ${two}`
  }
  const real = sorted.filter(({ symbol }) => symbol !== null).length
  return real > 2 ? `across ${real} declarations` : ''
}

/** A method of Go is not within the lines of what it belongs to. */
function isAround(outer: CodeSymbol, inner: CodeSymbol): boolean {
  if (outer.kind === inner.kind && outer.name === inner.name) return true
  const path = outer.container === null ? outer.name : `${outer.container}.${outer.name}`
  const isOwner = inner.container === path || inner.container?.startsWith(`${path}.`) === true
  return isOwner && inner.startLine >= outer.startLine && inner.startLine <= outer.endLine
}

export function symbolName({ name, kind, container }: CodeSymbol, isTest: boolean, short = false): string {
  const said = saidName(name)
  if (said === '') return `a ${kind}`
  if (isTest && /^test/i.test(name)) return `the test ${saidName(name.replace(/^test_?/i, '')) || said}`
  if (!/^(?:function|method)$/.test(kind)) return `the ${kind} ${said}`
  const owner = saidName(container?.split('.').at(-1) ?? '')
  // One word alone says too little.
  return owner !== '' && !short && said.split(' ').length === 1 && owner.split(' ').length <= 2
    ? `${said} of ${owner}`
    : said
}

const TEST =
  /^\s*(?:it|test|specify|describe|context)(?:\.\w+)*(?:\(\s*|\s+)(["'`])(.{1,120}?)\1|\b[tb]\.Run\(\s*(["`])(.{1,120}?)\3/

/** The test around a line that is written as a call: the one above with less indentation. */
export function testAround(lines: readonly string[], from: number, indent: number): string {
  let less = indent
  for (let at = from, looked = 0; at >= 0 && looked < 300; at--, looked++) {
    const line = lines[at]!.slice(0, 240)
    const own = line.search(/\S/)
    if (own === -1 || own >= less) continue
    less = own
    const found = TEST.exec(line)
    const group = /^\s*(?:describe|context)/.test(line)
    const title = saidTitle(found?.[2] ?? found?.[4] ?? '')
    if (title !== '') return `in the ${group ? 'tests' : 'test'} “${title}”`
  }
  return ''
}

/** A value on one line has nothing in it. */
const WHOLE_VALUE = /^\s*(?:export\s+)?(?:const|let|var|val|static)\b.*[^\s{([=,>]\s*$/

/** The function that git names in the heading of a hunk, or one that is declared above the change. */
export function nameInHeading(heading: string, lines: readonly HunkLine[]): string {
  const first = lines.findIndex(({ mark }) => mark !== ' ')
  let name = headingName(heading)
  for (const { text } of lines.slice(0, Math.max(0, first))) {
    if (/^[}\])]/.test(text)) name = undefined
    if (!WHOLE_VALUE.test(text)) name = declaredIn(text) ?? name
  }
  return name === undefined || /^(?:fn|func|function|def|class|struct|enum|async|void)$/.test(name)
    ? ''
    : name
}

function headingName(heading: string): string | undefined {
  const text = heading.replace(/^@@+[^@]*@@+ ?/, '').slice(0, 240)
  return (
    declaredIn(text) ??
    /\b(?:const|static) ([A-Z_][\w]{0,60})/.exec(text)?.[1] ??
    /^(?:[\w<>[\]*&:,]+ ){1,5}\*?([\w:~]+)\s*\(/.exec(text)?.[1] ??
    /^([\w.$-]+)\s*(?:\(\)|=)/.exec(text)?.[1]
  )
}

/** "near the top", by the number of lines if the file is known. */
export function placeInFile(lines: readonly HunkLine[], length: number | null): string {
  const first = lines.find(({ mark }) => mark !== ' ')
  if (!first) return ''
  const line = Math.max(1, first.after)
  if (line <= 15) return 'near the top of the file'
  const trailing = lines.length - 1 - lines.findLastIndex(({ mark }) => mark !== ' ')
  if (trailing < 3 && (length === null || line >= length - 15)) return 'at the end of the file'
  if (length !== null && length <= 40) return ''
  if (length !== null) {
    const part = line / length
    if (part < 0.3) return 'in the upper part of the file'
    if (part > 0.7) return 'in the lower part of the file'
    return 'in the middle of the file'
  }
  return `around line ${line}`
}
