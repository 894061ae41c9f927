// Which declarations a hunk adds, removes, renames, moves or changes, by the symbols of the file before and after.
import type { CodeSymbol } from '../../tools/codebase.ts'
import type { HunkLine } from './hunk-lines.ts'

export interface ChangedDeclarations {
  added: CodeSymbol[]
  removed: CodeSymbol[]
  renamed: { from: CodeSymbol; to: CodeSymbol }[]
  /** To another place in the file; this hunk has its new place (`here`), its old one or both. */
  moved: { symbol: CodeSymbol; here: boolean; old: CodeSymbol | null }[]
  /** The declaration is another one, but its name is not. */
  altered: { from: CodeSymbol; to: CodeSymbol }[]
  documented: { from: CodeSymbol; to: CodeSymbol }[]
}

export const noDeclarations = (): ChangedDeclarations => ({
  added: [],
  removed: [],
  renamed: [],
  moved: [],
  altered: [],
  documented: [],
})

/** A signature that is cut off says nothing of what comes after. */
export const isWhole = (signature: string): boolean =>
  !signature.endsWith('…') && signature.lastIndexOf('(') <= signature.lastIndexOf(')')

/** Whether a line with at least a name is in a signature. */
export const isPartOf = (signature: string, line: string): boolean =>
  isWhole(signature) && /\w{2}/.test(line) && squeezed(signature).includes(squeezed(line).replace(/,$/, ''))

const CALLABLE = /^(?:function|method)$/
/** No signature has more. */
const MAX_SIGNATURE_LINES = 40
const MAX_SYMBOLS = 100

export const symbolKey = ({ container, name }: CodeSymbol): string => `${container ?? ''}.${name}`

/** Those that have a line in the hunk. */
export function symbolsNear(symbols: readonly CodeSymbol[], from: number, to: number): CodeSymbol[] {
  const near: CodeSymbol[] = []
  for (const symbol of symbols) {
    if (symbol.startLine <= to && symbol.endLine >= from && near.push(symbol) >= MAX_SYMBOLS) break
  }
  return near
}

export function changedDeclarations(
  lines: readonly HunkLine[],
  before: readonly CodeSymbol[],
  after: readonly CodeSymbol[],
): ChangedDeclarations {
  const addedLines = new Set(lines.filter(({ mark }) => mark === '+').map((line) => line.after))
  const removedLines = new Set(lines.filter(({ mark }) => mark === '-').map((line) => line.before))
  const [first, last] = [lines[0], lines.at(-1)]
  const result = noDeclarations()
  if (!first || !last) return result

  const starts = (symbols: readonly CodeSymbol[], from: number, to: number): CodeSymbol[] =>
    symbolsNear(symbols, from, to).filter(({ startLine }) => startLine >= from && startLine <= to)
  const come = starts(after, first.after, last.after)
  const gone = starts(before, first.before, last.before)
  const wanted = new Set([...come, ...gone].map(({ name }) => name))
  const [counts, more] = [countKeys(before, wanted), countKeys(after, wanted)]
  const isNew = (symbol: CodeSymbol): boolean =>
    (counts.get(symbolKey(symbol)) ?? 0) < (more.get(symbolKey(symbol)) ?? 0)
  const isOld = (symbol: CodeSymbol): boolean =>
    (more.get(symbolKey(symbol)) ?? 0) < (counts.get(symbolKey(symbol)) ?? 0)

  result.added = come.filter(
    (symbol) => addedLines.has(symbol.startLine) && isNew(symbol) && !wasAbove(symbol),
  )
  result.removed = gone.filter((symbol) => removedLines.has(symbol.startLine) && isOld(symbol))

  /** Of several with one name, the one that was in these lines before. */
  function wasAbove(symbol: CodeSymbol): boolean {
    return gone.some((old) => symbolKey(old) === symbolKey(symbol) && old.signature === symbol.signature)
  }

  /** What it was before. Of several with one name, those that stayed are themselves, and the others keep their order. */
  function sameOf(to: CodeSymbol): CodeSymbol | undefined {
    const named = (symbols: readonly CodeSymbol[]): CodeSymbol[] =>
      symbols.filter((symbol) => symbolKey(symbol) === symbolKey(to))
    const [old, now] = [named(gone), named(come)]
    const stayed = (symbol: CodeSymbol, others: readonly CodeSymbol[]): CodeSymbol | undefined =>
      others.find(({ signature }) => signature === symbol.signature)
    const from =
      stayed(to, old) ??
      old.filter((symbol) => stayed(symbol, now) === undefined)[
        now.filter((symbol) => stayed(symbol, old) === undefined).indexOf(to)
      ]
    return from && isNear(from, to, pairs) ? from : undefined
  }

  /** Declarations that begin above the hunk and have changed lines in it. */
  function alteredAbove(): ChangedDeclarations['altered'] {
    const reachHere = (symbols: readonly CodeSymbol[], at: number): CodeSymbol[] =>
      symbolsNear(symbols, at, at).filter(
        ({ kind, startLine }) =>
          CALLABLE.test(kind) && startLine < at && startLine > at - MAX_SIGNATURE_LINES,
      )
    const inSignature = (mark: '+' | '-', { signature }: CodeSymbol): boolean =>
      lines.some((line) => line.mark === mark && isPartOf(signature, line.text))
    return reachHere(after, first!.after).flatMap((to) => {
      const from = reachHere(before, first!.before).find((symbol) => symbolKey(symbol) === symbolKey(to))
      return from !== undefined &&
        squeezed(from.signature) !== squeezed(to.signature) &&
        (inSignature('+', to) || inSignature('-', from))
        ? [{ from, to }]
        : []
    })
  }

  const pairs = linesOfBoth(lines)
  for (const from of result.removed) {
    const to = result.added.find(
      (symbol) =>
        symbol.kind === from.kind &&
        !result.renamed.some((one) => one.to === symbol) &&
        isSame(from, symbol, pairs),
    )
    if (to) result.renamed.push({ from, to })
  }
  result.added = result.added.filter((symbol) => !result.renamed.some(({ to }) => to === symbol))
  result.removed = result.removed.filter((symbol) => !result.renamed.some(({ from }) => from === symbol))

  const known = new Set([...result.added, ...result.removed])
  for (const to of come) {
    if (known.has(to) || result.renamed.some((one) => one.to === to) || isNew(to)) continue
    const from = sameOf(to)
    const startChanged = addedLines.has(to.startLine)
    if (!from) {
      if (startChanged && covers(addedLines, to)) {
        const old = gone.find((symbol) => symbolKey(symbol) === symbolKey(to))
        result.moved.push({ symbol: to, here: true, old: old ?? null })
      }
      continue
    }
    if (squeezed(from.signature) !== squeezed(to.signature)) result.altered.push({ from, to })
    if ((from.doc ?? '') !== (to.doc ?? '')) result.documented.push({ from, to })
  }
  result.altered.push(...alteredAbove())
  for (const from of gone) {
    if (known.has(from) || isOld(from) || come.some((symbol) => symbolKey(symbol) === symbolKey(from)))
      continue
    if (covers(removedLines, from)) result.moved.push({ symbol: from, here: false, old: null })
  }
  return result
}

export const squeezed = (text: string): string => text.replaceAll(/\s+/g, '')

/** How many symbols have each name. */
function countKeys(symbols: readonly CodeSymbol[], wanted: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const symbol of symbols) {
    if (wanted.has(symbol.name)) counts.set(symbolKey(symbol), (counts.get(symbolKey(symbol)) ?? 0) + 1)
  }
  return counts
}

/** The old number of each line that is on both sides, by its new number. */
function linesOfBoth(lines: readonly HunkLine[]): Map<number, number> {
  return new Map(lines.filter(({ mark }) => mark === ' ').map((line) => [line.after, line.before]))
}

function covers(lines: ReadonlySet<number>, { startLine, endLine }: CodeSymbol): boolean {
  for (let at = startLine; at <= Math.min(endLine, startLine + 30); at++) if (!lines.has(at)) return false
  return true
}

/** Nothing that stayed is between where it was and where it is. */
function isNear(from: CodeSymbol, to: CodeSymbol, pairs: ReadonlyMap<number, number>): boolean {
  for (const [after, before] of pairs) {
    if (after < to.startLine !== before < from.startLine && after !== to.startLine) return false
  }
  return true
}

/** A declaration with another name in the same place, whose parameters or whose lines stayed. */
function isSame(from: CodeSymbol, to: CodeSymbol, pairs: ReadonlyMap<number, number>): boolean {
  if (!isNear(from, to, pairs)) return false
  const rest = (symbol: CodeSymbol): string => squeezed(symbol.signature).replace(symbol.name, '')
  let kept = 0
  for (const [after, before] of pairs) {
    if (after > to.startLine && after < to.endLine && before > from.startLine && before < from.endLine) kept++
  }
  const length = to.endLine - to.startLine
  // One whose lines all changed is another one, unless it is short.
  return rest(from) === rest(to)
    ? kept > 0 || length <= 2 || from.endLine - from.startLine === length
    : kept > 0
}
