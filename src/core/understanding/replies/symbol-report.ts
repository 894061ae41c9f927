// Says what a function, class or type is.
import type { CodeSymbol } from '../../tools/codebase.ts'
import { orMore, sentenceCase, spokenCount } from './spoken-count.ts'
import { spokenName } from './spoken-name.ts'
import { spokenSymbol, spokenDoc } from './spoken-text.ts'

export interface SymbolFacts {
  symbol: CodeSymbol
  /** How many other lines mention it. */
  uses: number
  /** There are more. */
  truncated: boolean
}

/** The symbol's comment, or else what it is, and how much it is used. */
export function symbolSentence({ symbol, uses, truncated }: SymbolFacts): string {
  const { name, kind, file, startLine, endLine, doc } = symbol
  const used = uses === 0 ? 'not used anywhere else' : `used in ${orMore(uses, 'place', truncated)}`
  const said = doc === null ? '' : spokenDoc(doc, 2)
  if (said !== '') return `${said} It is ${used}.`
  const length = spokenCount(endLine - startLine + 1, 'line')
  return `${sentenceCase(spokenSymbol(name))} is a ${kind} of ${length} in ${spokenName(file)}, ${used}. It has no comment.`
}
