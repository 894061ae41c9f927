// Finds symbols by name, and the longest files and functions.
import { z } from 'zod'
import type { FileLength } from '../ports/workspace.ts'
import { detailIn, PATTERN_KEYS } from '../artifacts/tool-fields.ts'
import { longestFilesReport, longestFunctionsReport } from '../understanding/replies/length-report.ts'
import type { FoundSymbol, SymbolsOutcome } from './codebase.ts'
import type { RunnableTool } from './tool.ts'

const MAX_SYMBOLS = 50
const SHOWN = 20

const failure = 'Search failed'
const symbolArgs = z.object({ pattern: z.string() })

/** Its result has no tab: the brain opens or explains what it found. */
export const findSymbolsTool: RunnableTool<z.infer<typeof symbolArgs>, FoundSymbol[]> = {
  name: 'FindSymbols',
  failure,
  status: (fields) => ({ action: 'searching_files', detail: detailIn(fields, PATTERN_KEYS) }),
  args: symbolArgs,
  async run({ pattern }, { workspace, signal }) {
    return withoutParts((await workspace.symbols(pattern, { limit: MAX_SYMBOLS, signal })).symbols)
  },
}

/** With more lines in between, it is another declaration of that name. */
const BESIDE = 3

/** A getter and its setter, or the forms of an overloaded function, are one thing: only its first part stays. */
function withoutParts(symbols: FoundSymbol[]): FoundSymbol[] {
  const nameOf = ({ file, container, name, kind }: FoundSymbol): string =>
    JSON.stringify([file, container, name, kind])
  const later = new Set<FoundSymbol>()
  const last = new Map<string, FoundSymbol>()
  for (const symbol of symbols.toSorted((a, b) => a.startLine - b.startLine)) {
    const before = last.get(nameOf(symbol))
    if (before && symbol.startLine > before.endLine && symbol.startLine - before.endLine <= BESIDE)
      later.add(symbol)
    last.set(nameOf(symbol), symbol)
  }
  return symbols.filter((symbol) => !later.has(symbol))
}

const scopeArgs = z.object({ include: z.array(z.string()).readonly().optional() })

const queryOf = (what: string, include: readonly string[] = []): string =>
  `longest ${what} ${include.join(' ')}`.trim()

/** How many lines each file has, the longest first. */
export const longestFilesTool: RunnableTool<z.infer<typeof scopeArgs>, FileLength[]> = {
  name: 'LongestFiles',
  failure,
  status: () => ({ action: 'searching_files', detail: 'lines' }),
  args: scopeArgs,
  async run({ include }, { workspace, signal }) {
    const counts = await workspace.lineCounts({ ...(include && { globs: { include } }), signal })
    return counts.toSorted((a, b) => b.lines - a.lines || (a.file < b.file ? -1 : 1))
  },
  artifact(files, { include }) {
    if (files.length === 0) return null
    const content = longestFilesReport(files.slice(0, SHOWN))
    return { kind: 'markdown', title: 'Longest files', query: queryOf('files', include), content }
  },
}

export const longestFunctionsTool: RunnableTool<z.infer<typeof scopeArgs>, SymbolsOutcome> = {
  name: 'LongestFunctions',
  failure,
  status: () => ({ action: 'searching_files', detail: 'functions' }),
  args: scopeArgs,
  run: ({ include }, { workspace, signal }) =>
    workspace.longestFunctions({ limit: SHOWN, ...(include && { include }), signal }),
  artifact({ symbols }, { include }) {
    if (symbols.length === 0) return null
    const content = longestFunctionsReport(symbols)
    return { kind: 'markdown', title: 'Longest functions', query: queryOf('functions', include), content }
  },
}
