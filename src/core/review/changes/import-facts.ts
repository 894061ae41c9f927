// Reads which names are imported and exported.
import type { FactSource } from './fact.ts'
import type { TokenReader } from './token-reader.ts'

const MAX_NAMES = 12
const NO_NAME = /^(?:as|from|import|default|type|static|typeof|pub|crate|use)$/

export function isImport(code: TokenReader, at: number): boolean {
  const word = code.text(at)
  const next = code.text(at + 1)
  if (word === 'import') return next !== '('
  if (word === 'from') return code.language === 'python'
  if (word === 'use') return code.language === 'rust' || code.language === 'php'
  // `pub use`, `pub(crate) use`
  if (word === 'pub') return next === 'use' || code.text(at + 4) === 'use'
  if (word === 'using') return code.language === 'csharp'
  if (word === 'require' || word === 'require_relative')
    return code.language === 'ruby' && code.tokens[at + 1]?.kind === 'string'
  return word === 'export' && (/^[*{]$/.test(next) || (next === 'type' && code.text(at + 2) === '{'))
}

export function readImport({ code, add }: FactSource, at: number): void {
  const { at: line } = code.tokens[at]!
  const end = code.statementEnd(at + 1, /^;$/)
  const statement = code.tokens.slice(at, end)
  const from = statement.findLast((token) => token.kind === 'string')
  const names = code.text(at) === 'from' ? at + statement.findIndex((token) => token.text === 'import') : at
  const where = from?.text ?? (names > at ? code.textOf(at + 1, names) : '')
  const kind = code.text(at) === 'export' ? 'export' : 'import'
  let count = 0
  for (let index = Math.max(at, names) + 1; index < end && count < MAX_NAMES; index++) {
    const word = code.text(index)
    if (!code.isWord(index) || NO_NAME.test(word)) continue
    count++
    // The first part of a path, or another name for what was imported.
    if (!/^(?:\.|::)$/.test(code.text(index + 1)) && code.text(index - 1) !== 'as')
      add(kind, word, where, line)
  }
  if (count === 0 && from) add(kind, from.text, '', line)
}
