// The code on both sides of a hunk, with the symbols around its lines.
import type { CodeSymbol } from '../../tools/codebase.ts'
import { symbolsNear } from './changed-declarations.ts'
import { type CodeText, type Open, readCode } from './code-tokens.ts'
import type { HunkLine } from './hunk-lines.ts'

export interface CodeHunk {
  language: string
  isTest: boolean
  heading: string
  lines: readonly HunkLine[]
  before: readonly CodeSymbol[] | null
  after: readonly CodeSymbol[] | null
  /** The lines of the file as it is now. */
  text: readonly string[] | null
}

export interface Side extends CodeText {
  lines: HunkLine[]
  symbolAt: (at: number) => CodeSymbol | null
}

const MAX_LOOK_BACK = 200

export function sideOf(
  hunk: CodeHunk,
  other: '+' | '-',
  symbols: readonly CodeSymbol[] | null,
  open: Open | null,
): Side {
  const lines = hunk.lines.filter(({ mark }) => mark !== other)
  const number = other === '+' ? 'before' : 'after'
  const near = symbolsNear(symbols ?? [], lines[0]?.[number] ?? 0, lines.at(-1)?.[number] ?? 0)
  const around = lines.map((line) => innermost(near, line[number]))
  return {
    ...readCode(
      lines.map(({ text }) => text),
      hunk.language,
      open,
    ),
    lines,
    symbolAt: (at) => around[at] ?? null,
  }
}

export function innermost(symbols: readonly CodeSymbol[], line: number): CodeSymbol | null {
  let found: CodeSymbol | null = null
  for (const symbol of symbols) {
    if (symbol.startLine > line || symbol.endLine < line) continue
    if (found === null || symbol.startLine >= found.startLine) found = symbol
  }
  return found
}

/** The comment or string that is open above the hunk. It is read from where the symbol around it starts. */
export function openBefore({ text, after, lines, language }: CodeHunk): Open | null {
  const first = lines[0]
  if (!first) return null
  if (text !== null) {
    const start = Math.max(0, first.after - 1)
    const around = after === null ? null : innermost(symbolsNear(after, start, start), start)
    const from =
      around === null
        ? paragraphFrom(text, Math.max(0, start - MAX_LOOK_BACK), start)
        : Math.max(around.startLine - 1, start - MAX_LOOK_BACK)
    return readCode(
      text.slice(from, start).map((line) => line.slice(0, 240)),
      language,
    ).open
  }
  // A line that starts with a star is inside a comment.
  return /^\s*\*(?:\s|$|\/)/.test(first.text) ? { end: '*/', isComment: true } : null
}

/** The first line of a paragraph: one in the middle of a text may be in a string. */
function paragraphFrom(text: readonly string[], from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (at === 0 || (text[at - 1]!.trim() === '' && /^\S/.test(text[at]!))) return at
  }
  return from
}

/** The lines that are in none of these symbols, nor in the annotations above them. */
export function linesWithout(
  { lines }: Side,
  symbols: readonly CodeSymbol[],
  number: 'before' | 'after',
): Set<number> {
  const left = new Set(lines.keys())
  const byNumber = new Map(lines.map((line, at) => [line[number], at]))
  for (const { startLine, endLine } of symbols) {
    let at = byNumber.get(startLine) ?? (startLine < (lines[0]?.[number] ?? 0) ? 0 : lines.length)
    while (at > 0 && ANNOTATION.test(lines[at - 1]!.text)) at--
    for (; at < lines.length && lines[at]![number] <= endLine; at++) left.delete(at)
  }
  return left
}

const ANNOTATION = /^\s*(?:@\w|#!?\[)/

/** Of the annotations above a declaration. */
function firstLine({ startLine }: CodeSymbol, { lines }: Side, number: 'before' | 'after'): number {
  let at = lines.findIndex((line) => line[number] === startLine)
  while (at > 0 && ANNOTATION.test(lines[at - 1]!.text)) at--
  return lines[at]?.[number] ?? startLine
}

export const isTestName = ({ kind, name }: CodeSymbol): boolean =>
  /^(?:function|method)$/.test(kind) && /^(?:test|Test)(?=[_A-Z\d])/.test(name)

export function isMarkedTest(symbol: CodeSymbol, side: Side, number: 'before' | 'after'): boolean {
  const from = side.lines.findIndex((line) => line[number] === firstLine(symbol, side, number))
  return side.lines
    .slice(Math.max(0, from), from + 4)
    .some(({ text }) =>
      /^\s*(?:#\[(?:\w+::)?test\b|@(?:Parameterized)?Test\b|\[(?:Test|Fact|Theory)\b)/.test(text),
    )
}

/** The last line that is further in than this one, or the line that closes it. */
export function blockEnd(lines: readonly HunkLine[], from: number): number {
  const indent = lines[from]!.text.search(/\S/)
  let at = from + 1
  while (at < lines.length && (lines[at]!.text.trim() === '' || lines[at]!.text.search(/\S/) > indent)) at++
  return at < lines.length && /^\s*[})]/.test(lines[at]!.text) ? at : at - 1
}
