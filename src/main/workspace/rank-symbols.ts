// Which symbol the user means: "parse config" is parseConfig, parse_config and ParseConfig alike, and "parser parse" is
// the parse of a Parser. Scores stand for kinds of similarity, as they do for files.
import { isTestFile } from '../../core/artifacts/file-language.ts'
import type { CodeSymbol, FoundSymbol } from '../../core/tools/codebase.ts'

/** From this score on, the name is the one asked for, not merely similar. */
const EXACT = 85
const MIN_FUZZY = 3

/** A symbol with values that every query would otherwise compute again. */
export interface RankableSymbol {
  symbol: CodeSymbol
  squashed: string
}

export const rankable = (symbol: CodeSymbol): RankableSymbol => ({ symbol, squashed: squash(symbol.name) })

export function rankSymbols(symbols: Iterable<RankableSymbol>, said: string, limit: number): FoundSymbol[] {
  const wanted = { written: said.trim().replace(/\(\)$/, ''), squashed: squash(said), words: wordsOf(said) }
  if (wanted.squashed === '') return []
  const ranked: { symbol: CodeSymbol; score: number }[] = []
  for (const candidate of symbols) {
    const score = likeness(candidate, wanted)
    if (score > 0) ranked.push({ symbol: candidate.symbol, score })
  }
  return ranked
    .sort((a, b) => b.score - a.score || better(a.symbol, b.symbol))
    .slice(0, limit)
    .map(({ symbol, score }) => ({ ...symbol, exact: score >= EXACT }))
}

interface Wanted {
  written: string
  squashed: string
  words: string[]
}

function likeness({ symbol, squashed }: RankableSymbol, wanted: Wanted): number {
  if (symbol.name === wanted.written) return 100
  if (squashed === wanted.squashed) {
    return symbol.name.toLowerCase() === wanted.written.toLowerCase() ? 95 : 90
  }
  if (wanted.squashed.length > squashed.length) return inContainer(symbol, squashed, wanted)
  if (wanted.squashed.length < 2) return 0
  // Splitting a name is expensive, and most names lack even the letters.
  const words = wanted.words.every((word) => squashed.includes(word)) ? wordsOf(symbol.name) : []
  if (squashed.startsWith(wanted.squashed)) return startsWithWords(words, wanted.squashed) ? 60 : 45
  if (wanted.words.length > 0 && wanted.words.every((word) => words.includes(word))) return 50
  const within = inContainer(symbol, squashed, wanted)
  if (within > 0) return within
  if (wanted.squashed.length < MIN_FUZZY) return 0
  if (squashed.includes(wanted.squashed)) return 40
  return isTightSubsequence(squashed, wanted.squashed) ? 20 : 0
}

/** The query begins with the class or module and ends with the name. */
function inContainer({ container, name }: CodeSymbol, squashed: string, wanted: Wanted): number {
  if (container === null || squashed === '') return 0
  if (wanted.squashed.endsWith(squashed)) {
    const rest = wanted.squashed.slice(0, -squashed.length)
    const around = squash(container)
    if (around === rest || squash(container.slice(container.lastIndexOf('.') + 1)) === rest) return EXACT
  }
  if (wanted.words.length < 2 || !wanted.words.some((word) => squashed.includes(word))) return 0
  const words = new Set([...wordsOf(container), ...wordsOf(name)])
  return wordsOf(name).some((word) => wanted.words.includes(word)) &&
    wanted.words.every((word) => words.has(word))
    ? 35
    : 0
}

/** For equal scores: no test, the larger kind, the shorter name, alphabetical order. */
function better(a: CodeSymbol, b: CodeSymbol): number {
  return (
    Number(isTestFile(a.file)) - Number(isTestFile(b.file)) ||
    a.name.length - b.name.length ||
    (a.container?.length ?? 0) - (b.container?.length ?? 0) ||
    a.file.split('/').length - b.file.split('/').length ||
    (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
    a.startLine - b.startLine
  )
}

function startsWithWords(words: readonly string[], squashed: string): boolean {
  let joined = ''
  for (const word of words) {
    joined += word
    if (joined === squashed) return true
  }
  return false
}

/** The letters of the query in order, with gaps, starting with the first. */
function isTightSubsequence(name: string, wanted: string): boolean {
  if (wanted.length > name.length || name[0] !== wanted[0]) return false
  let at = 0
  for (const letter of wanted) {
    at = name.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return at <= 3 * wanted.length
}

export const squash = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

export const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
