// Reads the symbols of a text with the grammar of its language. Runs only in the worker, because parsing is slow.
import { createRequire } from 'node:module'
import type { CodeSymbol } from '../../core/tools/codebase.ts'
import { symbolKinds, type SymbolKind } from '../../shared/screen.ts'
import { type GrammarQuery, queryOfFile } from './symbol-queries.ts'

import treeSitter, { type Language, type Node, type Parser, type Query } from '@vscode/tree-sitter-wasm'

export interface SymbolReader {
  /** In the order of the lines. Empty if no grammar knows the file or parsing takes too long. */
  read(file: string, text: string): Promise<CodeSymbol[]>
}

/** No file written by hand takes longer; what does is data. */
const MAX_MICROS = 1_000_000
const MAX_SYMBOLS = 5000
/** Deeper nesting says nothing about where a symbol is, and generated code may nest without end. */
const MAX_DEPTH = 8
/** Nobody calls a longer name; and each symbol of a class repeats the name of the class. */
const MAX_NAME = 200
const MAX_CONTAINER = 300
/** A longer comment is no documentation of what is below it. */
const MAX_DOC_LINES = 500

interface Grammar {
  language: Language
  query: Query
}

interface Declaration {
  kind: SymbolKind | 'scope'
  pattern: number
  node: Node
  name: string
  owner: string | null
}

export function createSymbolReader(): SymbolReader {
  const require = createRequire(import.meta.url)
  const grammars = new Map<string, Promise<Grammar>>()
  let started: Promise<Parser> | undefined

  async function start(): Promise<Parser> {
    await treeSitter.Parser.init()
    const parser = new treeSitter.Parser()
    parser.setTimeoutMicros(MAX_MICROS)
    return parser
  }

  async function load({ grammar, query }: GrammarQuery): Promise<Grammar> {
    const file = require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`)
    const language = await treeSitter.Language.load(file)
    return { language, query: new treeSitter.Query(language, query) }
  }

  return {
    async read(file, text) {
      const wanted = queryOfFile(file)
      if (wanted === null) return []
      const parser = await (started ??= start())
      let loading = grammars.get(wanted.grammar)
      if (!loading) grammars.set(wanted.grammar, (loading = load(wanted)))
      const { language, query } = await loading

      parser.setLanguage(language)
      const tree = parser.parse(text)
      if (!tree) {
        parser.reset()
        return []
      }
      try {
        return symbolsOf(file, text, declarations(query, tree.rootNode, file), wanted)
      } finally {
        tree.delete()
      }
    },
  }
}

function declarations(query: Query, root: Node, file: string): Declaration[] {
  const byNode = new Map<number, Declaration>()
  for (const { patternIndex: pattern, captures } of query.matches(root, { timeoutMicros: MAX_MICROS })) {
    const of = (name: string): Node | undefined => captures.find((capture) => capture.name === name)?.node
    const named = of('name')
    const declared = captures.find(({ name }) => !/^(?:name|owner|_.*)$/.test(name))
    if (!named || !declared) continue
    const known = byNode.get(declared.node.id)
    if (known && known.pattern <= pattern) continue
    const kind = symbolKinds.find((one) => one === declared.name) ?? 'scope'
    byNode.set(declared.node.id, {
      kind,
      pattern,
      node: declared.node,
      ...(SCRIPT_EXPORTS.test(declared.node.type)
        ? assignedName(named.text, of('owner')?.text, file)
        : nameOf(named.text, of('owner')?.text)),
    })
  }
  return [...byNode.values()]
    .filter(({ name }) => name !== '' && name.length <= MAX_NAME)
    .sort((a, b) => a.node.startIndex - b.node.startIndex || b.node.endIndex - a.node.endIndex)
    .slice(0, MAX_SYMBOLS)
}

/** `Shape::area` is the area of a Shape, wherever it is declared. */
function nameOf(written: string, owner: string | undefined): { name: string; owner: string | null } {
  const parts = written.replaceAll(/^["'`]|["'`]$|\s+/g, '').split('::')
  const name = parts.pop() ?? ''
  return { name, owner: owner ?? (parts.filter((part) => part !== '').join('.') || null) }
}

const SCRIPT_EXPORTS = /^(?:assignment_expression|export_statement)$/
const EXPORTS = /^(?:module\.)?exports$|^(?:this|self|window|global|globalThis)$/

/** `res.send = …` belongs to res, `Cat.prototype.purr = …` to Cat; `exports.parse = …` belongs to nothing. */
function assignedName(
  name: string,
  owner: string | undefined,
  file: string,
): { name: string; owner: string | null } {
  const isDefault = owner === undefined || (owner === 'module' && name === 'exports')
  if (isDefault) return { name: moduleName(file), owner: null }
  const path = owner.replace(/\.prototype$/, '')
  if (name === 'prototype') return { name: path, owner: null }
  return { name, owner: EXPORTS.test(path) || !/^[\w$.]{1,100}$/.test(path) ? null : path }
}

/** What a default export is called elsewhere: its file, or its folder if the file is an index. */
function moduleName(file: string): string {
  const parts = file.replace(/\.\w+$/, '').split('/')
  const last = parts.pop() ?? ''
  return last === 'index' ? (parts.pop() ?? last) : last
}

/** The body of a function, also of one that is assigned, exported or wrapped in a call. */
function bodyOf(node: Node): Node | null {
  for (let at: Node | null = node, depth = 0; at !== null && depth < MAX_DEPTH; depth++) {
    const body = at.childForFieldName('body')
    if (body) return body
    at =
      at.childForFieldName('value') ??
      at.childForFieldName('right') ??
      at.childForFieldName('arguments')?.namedChildren.find((one) => one && /function/.test(one.type)) ??
      null
  }
  return null
}

function symbolsOf(
  file: string,
  text: string,
  declared: readonly Declaration[],
  { comments, grammar }: GrammarQuery,
): CodeSymbol[] {
  const lines = text.split('\n')
  const symbols: CodeSymbol[] = []
  const around: { end: number; name: string; kind: Declaration['kind'] }[] = []
  for (const { kind, node, name, owner } of declared) {
    const start = node.startIndex
    const end = node.endIndex
    while (around.length > 0 && (around.at(-1)?.end ?? 0) <= start) around.pop()
    // In `res.set = res.header = …`, the second is not inside the first.
    if (node.type === 'assignment_expression' && around.at(-1)?.end === end) around.pop()
    const inType = owner !== null || /^(?:scope|class|interface|struct|enum)$/.test(around.at(-1)?.kind ?? '')
    const container = [
      ...around.slice(-MAX_DEPTH).map((one) => one.name),
      ...(owner === null || owner.length > MAX_CONTAINER ? [] : [owner]),
    ]
      .join('.')
      .slice(0, MAX_CONTAINER)
    if (kind !== 'scope') {
      const body = bodyOf(node)
      const row = node.startPosition.row
      const firstLine = text.indexOf('\n', start)
      const until = body?.startIndex ?? (kind === 'type' || firstLine === -1 ? end : Math.min(firstLine, end))
      symbols.push({
        name,
        kind: kind === 'function' && inType ? 'method' : kind,
        file,
        startLine: row + 1,
        // A node that ends at the start of a line ends with the line before.
        endLine: Math.max(row, node.endPosition.row - (node.endPosition.column === 0 ? 1 : 0)) + 1,
        container: container === '' ? null : container,
        signature: signatureOf(text, start, until),
        doc:
          (grammar === 'python' && body ? docString(text, body.startIndex) : null) ??
          docAbove(lines, row, comments),
      })
    }
    around.push({ end, name, kind })
  }
  return symbols
}

const MAX_SIGNATURE = 300
const MAX_DOC = 2000

/** The declaration up to its body, on one line, with its modifiers and without its decorators. */
export function signatureOf(text: string, start: number, until: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(lineStart, start)
  const modifiers = /^[\w\s]*$/.test(before) ? before : ''
  const line = (modifiers + text.slice(start, Math.min(until, start + 4 * MAX_SIGNATURE)))
    // A comment between head and body belongs to neither.
    .replaceAll(/\n\s*(?:#|\/\/)[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(/,? \)/g, ')')
    .trim()
    .replace(/^(?:(?:@[\w.]+(?:\([^()]*\))?|#!?\[[^\]]*\]|\[[^\]]*\]) )+/, '')
    .replace(/\s*(?:=>|[{:=;]|\bdo|\bthen)$/, '')
  return line.length > MAX_SIGNATURE ? `${line.slice(0, MAX_SIGNATURE)}…` : line
}

const ATTRIBUTE = /^\s*(?:@\w|#!?\[|\[\w)/
/** Comments for tools, not for readers. */
const DIRECTIVE =
  /^(?:eslint|oxlint|prettier|biome|tslint|istanbul|c8|v8|@ts-|@vitest|noqa|type:|pylint|nolint|go:|rubocop|phpcs|shellcheck|clang-format|NOLINT)/

/** The comment that ends on the line above a declaration, or above its attributes. */
export function docAbove(
  lines: readonly string[],
  row: number,
  comments: GrammarQuery['comments'],
): string | null {
  let at = row - 1
  while (at >= 0 && row - at < MAX_DOC_LINES && ATTRIBUTE.test(lines[at] as string)) at--
  if (comments !== 'hash' && isDocAboveGap(lines, at)) at--
  const last = lines[at]?.trim() ?? ''
  const found: string[] = []
  if (comments !== 'hash' && last.endsWith('*/')) {
    const end = at
    while (at >= 0 && end - at < MAX_DOC_LINES && !(lines[at] as string).includes('/*')) at--
    if (at < 0 || !(lines[at] as string).trim().startsWith('/*')) return null
    found.push(...lines.slice(at, end + 1))
  } else {
    const mark =
      comments === 'slashes' ? /^\s*\/\// : comments === 'hash' ? /^\s*#(?![![])/ : /^\s*(?:\/\/|#(?![![]))/
    const end = at
    while (at >= 0 && end - at < MAX_DOC_LINES && mark.test(lines[at] as string)) at--
    found.push(...lines.slice(at + 1, end + 1))
  }
  return unmarked(found)
}

const OF_FILE = /@(?:file|fileoverview|license|licence|module|overview)\b|\bcopyright\b/i

/** Some leave a line empty below each comment of documentation. One at the top, or about the file, is not meant. */
function isDocAboveGap(lines: readonly string[], gap: number): boolean {
  if (lines[gap]?.trim() !== '' || !lines[gap - 1]?.trim().endsWith('*/')) return false
  let at = gap - 1
  while (at > 0 && gap - at < MAX_DOC_LINES && !(lines[at] as string).includes('/*')) at--
  if (at === 0 || !(lines[at] as string).trim().startsWith('/**')) return false
  return !lines.slice(at, gap).some((line) => OF_FILE.test(line))
}

/** The docstring of a Python function. `body` contains its first statement. */
export function docString(text: string, body: number): string | null {
  const found = /^[rRuU]{0,2}("""|'''|"|')([^]*?)\1/.exec(text.slice(body, body + 2 * MAX_DOC))
  return found ? unmarked((found[2] as string).split('\n')) : null
}

function unmarked(lines: readonly string[]): string | null {
  const words = lines
    .map((line) =>
      line
        .trim()
        .replace(/^\/\*+!?/, '')
        .replace(/\*+\/$/, '')
        .replace(/^(?:\/\/[/!]?|#+|\*(?!\*))/, '')
        .replaceAll(/<\/?(?:summary|remarks|para)>/g, '')
        .trim(),
    )
    .filter((line) => !DIRECTIVE.test(line))
  const doc = words.join('\n').trim()
  if (doc === '') return null
  return doc.length > MAX_DOC ? `${doc.slice(0, MAX_DOC)}…` : doc
}
