// What uses a symbol and what it uses: callers, tests and the symbols it calls.
import { z } from 'zod'
import type { SearchHit } from '../../shared/artifacts.ts'
import { isDocumentFile, isTestFile, TEST_GLOBS } from '../artifacts/file-language.ts'
import type { SearchOptions, SearchOutcome, Workspace } from '../ports/workspace.ts'
import type { CodeSymbol } from './codebase.ts'
import type { RunnableTool } from './tool.ts'

/** A line that mentions a symbol. */
export interface Use extends SearchHit {
  /** The function or class that the line is in; null at the top of a file. */
  inside: CodeSymbol | null
  isTest: boolean
  /** It is in text for people, which calls nothing. */
  isDocument: boolean
  /** So is a comment in code. */
  isComment: boolean
}

export interface Relations {
  symbol: CodeSymbol
  /** Without the declaration itself: code first, then tests, then comments and documents. */
  uses: Use[]
  /** Symbols of this codebase that it calls, in the order of its lines. */
  calls: CodeSymbol[]
  /** There are more uses in code. */
  truncated: boolean
  /** There are more uses in tests. */
  moreTests: boolean
}

const MAX_USES = 500
/** Of this many files Parley reads which function a line is in. */
const MAX_OUTLINED = 40
const MAX_CALLS = 30
const MAX_NAMES = 200

const symbolArgs = z.custom<CodeSymbol>()
const args = z.object({ pattern: z.string(), symbol: symbolArgs })

export const findRelationsTool: RunnableTool<z.infer<typeof args>, Relations> = {
  name: 'FindRelations',
  failure: 'Search failed',
  status: ({ pattern }) => ({
    action: 'searching_files',
    detail: typeof pattern === 'string' ? pattern : undefined,
  }),
  args,
  async run({ symbol }, { workspace, signal }) {
    const search = (globs?: SearchOptions['globs']): Promise<SearchOutcome> =>
      workspace.search(wholeName(symbol.name), {
        limit: MAX_USES + 1,
        regex: true,
        ...(globs && { globs }),
        signal,
      })
    const all = await search()
    // Of so many, code or tests may be all that was looked at.
    const [code, tests] = all.truncated
      ? await Promise.all([search({ exclude: TEST_GLOBS }), search({ include: TEST_GLOBS })])
      : [all, { hits: [], truncated: false }]
    const [uses, calls] = await Promise.all([
      usesOf(symbol, [...code.hits, ...tests.hits], workspace),
      callsOf(symbol, workspace),
    ])
    return { symbol, uses, calls, truncated: code.truncated, moreTests: tests.truncated }
  },
}

/** The name and no part of a longer one, for ripgrep. The end of a word is beside a letter only: `save!` ends otherwise. */
export function wholeName(name: string): string {
  const before = /^\w/.test(name) ? '\\b' : '(?:^|[^\\w$])'
  const after = /\w$/.test(name) ? '\\b' : '(?:[^\\w$]|$)'
  return `(?-i:${before}${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}${after})`
}

async function usesOf(symbol: CodeSymbol, hits: readonly SearchHit[], workspace: Workspace): Promise<Use[]> {
  const others = hits.filter(
    ({ file, line }) => file !== symbol.file || line < symbol.startLine || line > symbol.endLine,
  )
  const files = [...new Set(others.map(({ file }) => file))].slice(0, MAX_OUTLINED)
  const outlines = new Map(
    await Promise.all(
      files.map(async (file) => [file, await workspace.outline(file).catch((): CodeSymbol[] => [])] as const),
    ),
  )
  const uses = others
    .map((hit) => {
      const isDocument = isDocumentFile(hit.file)
      const isTest = isTestFile(hit.file) && !isDocument
      return {
        ...hit,
        inside: innermost(outlines.get(hit.file) ?? [], hit.line),
        isDocument,
        isTest,
        isComment: !isTest && !isDocument && COMMENT.test(hit.content),
      }
    })
    // Another symbol of the same name is no use of this one.
    .filter(({ inside, line }) => inside?.name !== symbol.name || inside.startLine !== line)
    .filter(({ isDocument, content }) => !isDocument || isMeantIn(content, symbol.name))
  return uses.toSorted((a, b) => order(a) - order(b))
}

/** A line that is nothing else. `#include` and `#secret` are code, and so is `*p`. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#\s|--\s)/

const order = ({ isTest, isComment, isDocument }: Use): number =>
  isDocument ? 3 : isComment ? 2 : isTest ? 1 : 0

/** Neither a test nor text for people. */
export const isCode = ({ isTest, isComment, isDocument }: Use): boolean =>
  !isTest && !isComment && !isDocument

/** In prose "get" is a word; `get`, get() and client.get are the function. */
function isMeantIn(prose: string, name: string): boolean {
  if (!/^[A-Z]?[a-z]+$/.test(name)) return true
  return new RegExp(`[.\`'"#:]${name}\\b|\\b${name}[(\`'"]`).test(prose)
}

export function innermost(symbols: readonly CodeSymbol[], line: number): CodeSymbol | null {
  const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine)
  return around.reduce<CodeSymbol | null>(
    (least, one) =>
      least === null || one.endLine - one.startLine <= least.endLine - least.startLine ? one : least,
    null,
  )
}

const CALL = /(?<![\w$])([A-Za-z_$][\w$]*)\s*(?:<[^<>()]{0,80}>)?\(/g

/** By the names that stand before a parenthesis; a method of a library has no symbol here. */
async function callsOf(symbol: CodeSymbol, workspace: Workspace): Promise<CodeSymbol[]> {
  const read = await workspace.readText(symbol.file).catch(() => null)
  const body =
    read?.text
      .split('\n')
      .slice(symbol.startLine - 1, symbol.endLine)
      .join('\n') ?? ''
  const names = [...new Set([...body.matchAll(CALL)].map(([, name = '']) => name))].filter(
    (name) => name !== symbol.name,
  )
  const asked = names.slice(0, MAX_NAMES)
  const known = await workspace.symbolsNamed(asked)
  return asked
    .flatMap((name) =>
      nearest(
        known.filter((one) => one.name === name),
        symbol.file,
      ),
    )
    .slice(0, MAX_CALLS)
}

/** Of several with one name: the one of the same file, then of code rather than tests. */
function nearest(symbols: readonly CodeSymbol[], file: string): CodeSymbol[] {
  const best =
    symbols.find((one) => one.file === file) ?? symbols.find((one) => !isTestFile(one.file)) ?? undefined
  return best ? [best] : []
}
