// Reads the symbols of a text with the grammar of its language. Runs in the worker only: parsing takes its time.
import { createRequire } from 'node:module'
import treeSitter, { type Language, type Node, type Parser, type Query } from '@vscode/tree-sitter-wasm'
import { type CodeSymbol, type SymbolKind, symbolKinds } from '../../core/codebase.ts'
import { type GrammarQuery, queryOfFile } from './symbol-queries.ts'
import { docAbove, docString, signatureOf } from './symbol-words.ts'

export interface SymbolReader {
  /** In the order of the lines. Nothing where no grammar knows the file, or where it takes too long to read. */
  read(file: string, text: string): Promise<CodeSymbol[]>
}

/** No file that a person wrote takes that long; what does is data. */
const MAX_MICROS = 1_000_000
const MAX_SYMBOLS = 5000
/** Nobody says more of where a symbol is, and code that a program wrote may nest without end. */
const MAX_DEPTH = 8

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
        return symbolsOf(file, text, declarations(query, tree.rootNode), wanted)
      } finally {
        tree.delete()
      }
    },
  }
}

function declarations(query: Query, root: Node): Declaration[] {
  const byNode = new Map<number, Declaration>()
  for (const { patternIndex: pattern, captures } of query.matches(root, { timeoutMicros: MAX_MICROS })) {
    const of = (name: string): Node | undefined => captures.find((capture) => capture.name === name)?.node
    const named = of('name')
    const declared = captures.find(({ name }) => name !== 'name' && name !== 'owner')
    if (!named || !declared) continue
    const known = byNode.get(declared.node.id)
    if (known && known.pattern <= pattern) continue
    const kind = symbolKinds.find((one) => one === declared.name) ?? 'scope'
    byNode.set(declared.node.id, {
      kind,
      pattern,
      node: declared.node,
      ...nameOf(named.text, of('owner')?.text),
    })
  }
  return [...byNode.values()]
    .filter(({ name }) => name !== '')
    .sort((a, b) => a.node.startIndex - b.node.startIndex || b.node.endIndex - a.node.endIndex)
    .slice(0, MAX_SYMBOLS)
}

/** `Shape::area` is the area of a Shape, wherever it stands. */
function nameOf(written: string, owner: string | undefined): { name: string; owner: string | null } {
  const parts = written.replaceAll(/^["'`]|["'`]$|\s+/g, '').split('::')
  const name = parts.pop() ?? ''
  return { name, owner: owner ?? (parts.filter((part) => part !== '').join('.') || null) }
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
    const inType = owner !== null || /^(?:scope|class|interface|struct|enum)$/.test(around.at(-1)?.kind ?? '')
    const container = [
      ...around.slice(-MAX_DEPTH).map((one) => one.name),
      ...(owner === null ? [] : [owner]),
    ].join('.')
    if (kind !== 'scope') {
      const body =
        node.childForFieldName('body') ?? node.childForFieldName('value')?.childForFieldName('body')
      const row = node.startPosition.row
      const firstLine = text.indexOf('\n', start)
      const until = body?.startIndex ?? (kind === 'type' || firstLine === -1 ? end : Math.min(firstLine, end))
      symbols.push({
        name,
        kind: kind === 'function' && inType ? 'method' : kind,
        file,
        startLine: row + 1,
        // What ends at the very start of a line ends with the line before.
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
