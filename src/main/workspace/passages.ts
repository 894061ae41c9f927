// Splits a file into passages, the units of the search by meaning: a symbol, a section of a document, or a whole file.
import { languageOfFile } from '../../core/artifacts/file-language.ts'
import type { CodeSymbol } from '../../core/tools/codebase.ts'
import { indexedWords } from '../../core/understanding/search-terms.ts'
import { queryOfFile } from './symbol-queries.ts'

/** The words of a passage, by how much they say about it. */
export interface Passage {
  kind: 'symbol' | 'section' | 'file'
  /** The name of the symbol, or the heading; null for a file. */
  name: string | null
  startLine: number
  endLine: number
  title: string
  about: string
  body: string
}

const MAX_ABOUT = 60
const MAX_BODY = 400
const MAX_SECTIONS = 400
const DOCUMENT = /\.(?:mdx?|markdown|rst|adoc|txt)$/i

/** Languages of data: it says nothing about what the code does, and there is much of it. */
const DATA = new Set(['json', 'diff', 'plaintext'])
const GENERATED = /(?:^|[/.-])lock\b|\.(?:lock|map|snap|svg|min\.\w+)$/i

/** Documents have passages although they have no symbols, and so has code in languages whose symbols nobody reads. */
export function hasPassages(file: string): boolean {
  const language = languageOfFile(file)
  return DOCUMENT.test(file) || (language !== undefined && !DATA.has(language) && !GENERATED.test(file))
}

export function passagesOf(file: string, text: string, symbols: readonly CodeSymbol[]): Passage[] {
  const lines = text.split('\n')
  if (DOCUMENT.test(file)) return sections(lines)
  if (symbols.length === 0 && queryOfFile(file) === null) return blocks(lines)
  const found: Passage[] = []
  /** Lines that no symbol contains. */
  const loose: string[] = []
  let at = 1
  for (let place = 0; place < symbols.length; place++) {
    const symbol = symbols[place] as CodeSymbol
    addLines(loose, lines, at, symbol.startLine - 1)
    at = Math.max(at, symbol.endLine + 1)
    found.push(symbolPassage(symbol, ownLines(lines, symbols, place)))
  }
  addLines(loose, lines, at, lines.length)
  found.push({
    kind: 'file',
    name: null,
    startLine: 1,
    endLine: lines.length,
    title: '',
    about: indexedWords(headComment(lines), MAX_ABOUT),
    body: indexedWords(loose.join('\n'), MAX_BODY),
  })
  return found
}

function symbolPassage(symbol: CodeSymbol, body: string): Passage {
  const { name, container, signature, doc, startLine, endLine } = symbol
  return {
    kind: 'symbol',
    name,
    startLine,
    endLine,
    title: indexedWords(`${name} ${container ?? ''}`, MAX_ABOUT),
    about: indexedWords(`${doc ?? ''} ${signature}`, MAX_ABOUT),
    body: indexedWords(body, MAX_BODY),
  }
}

/** Adds the lines from one to another, both included: more than a call can have arguments. */
function addLines(to: string[], lines: readonly string[], first: number, last: number): void {
  for (let line = first; line <= last; line++) to.push(lines[line - 1] ?? '')
}

/** The lines of a symbol without those of the symbols in it. */
function ownLines(lines: readonly string[], symbols: readonly CodeSymbol[], place: number): string {
  const { startLine, endLine } = symbols[place] as CodeSymbol
  const own: string[] = []
  let at = startLine
  for (let next = place + 1; next < symbols.length; next++) {
    const inner = symbols[next] as CodeSymbol
    if (inner.startLine > endLine) break
    addLines(own, lines, at, inner.startLine - 1)
    at = Math.max(at, inner.endLine + 1)
  }
  addLines(own, lines, at, endLine)
  return own.join('\n')
}

const BLOCK = 60

/** Code without symbols: a part of the file after the other. */
function blocks(lines: readonly string[]): Passage[] {
  const count = Math.min(MAX_SECTIONS, Math.ceil(lines.length / BLOCK))
  return Array.from({ length: count }, (_, at) => {
    const endLine = Math.min(lines.length, (at + 1) * BLOCK)
    const own = lines.slice(at * BLOCK, endLine)
    return {
      kind: 'file',
      name: null,
      startLine: at * BLOCK + 1,
      endLine,
      title: '',
      about: at === 0 ? indexedWords(headComment(lines), MAX_ABOUT) : '',
      body: indexedWords(own.join('\n'), MAX_BODY),
    }
  })
}

function sections(lines: readonly string[]): Passage[] {
  const starts: { line: number; heading: string }[] = []
  let isFenced = false
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced
    if (isFenced || starts.length >= MAX_SECTIONS) continue
    const heading = headingAt(lines, index)
    if (heading !== null) starts.push({ line: index + 1, heading })
  }
  if (starts[0]?.line !== 1) starts.unshift({ line: 1, heading: '' })
  return starts.map(({ line, heading }, at) => {
    const endLine = (starts[at + 1]?.line ?? lines.length + 1) - 1
    return {
      kind: 'section',
      name: heading === '' ? null : heading.slice(0, 200),
      startLine: line,
      endLine,
      title: indexedWords(heading, MAX_ABOUT),
      about: '',
      body: indexedWords(lines.slice(line, endLine).join('\n'), MAX_BODY),
    }
  })
}

/** A longer line is no heading, and some patterns take very long on it. */
const MAX_HEADING = 300
const beginningOf = (line: string | undefined): string => (line ?? '').slice(0, MAX_HEADING).trimEnd()

/** `# Heading`, or a heading that the next line underlines. */
function headingAt(lines: readonly string[], index: number): string | null {
  const line = beginningOf(lines[index])
  const marked = /^#{1,6} +(\S.*)$/.exec(line)?.[1]
  if (marked !== undefined) return withoutHashes(marked)
  const under = beginningOf(lines[index + 1])
  const isUnderlined =
    /^(?:={3,}|-{3,}|~{3,}|\^{3,}|\*{3,})\s*$/.test(under) && /^\S/.test(line) && line.trim().length >= 2
  return isUnderlined ? line.trim() : null
}

/** "Tides ##" is the heading "Tides". */
function withoutHashes(heading: string): string {
  let end = heading.length
  while (end > 0 && heading[end - 1] === '#') end--
  return end === heading.length || heading[end - 1] !== ' ' ? heading : heading.slice(0, end).trimEnd()
}

function headComment(lines: readonly string[]): string {
  const head: string[] = []
  for (const line of lines.slice(0, 30)) {
    if (
      !/^\s*(?:\/\/|#|\/?\*|"""|''')/.test(line) &&
      !(head.length > 0 && /^["'\w]/.test(line) && head[0]?.startsWith('"""'))
    )
      break
    head.push(line)
  }
  return head.join('\n')
}
